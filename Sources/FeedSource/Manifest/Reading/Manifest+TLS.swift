import FeedModel

extension Manifest.Source {
    /// `[source.tls]`.
    package struct TLS: Equatable, Sendable {
        let authorities: ValueTemplate?
        let certificate: ValueTemplate?
        let key: ValueTemplate?

        init(_ table: ManifestTable) throws(ManifestError) {
            authorities = try Self.file("ca_file", in: table)
            certificate = try Self.file("client_cert", in: table)
            key = try Self.file("client_key", in: table)
            if (certificate == nil) != (key == nil) {
                let (there, missing) =
                    certificate == nil ? ("client_key", "client_cert") : ("client_cert", "client_key")
                throw table.error(there, .impossible("needs \(missing) beside it"))
            }
        }

        private static func file(_ key: String, in table: ManifestTable) throws(ManifestError) -> ValueTemplate? {
            let path = try table.template(key)
            if path?.text.isEmpty == true { throw table.error(key, .badValue("is empty; name a file in PEM")) }
            return path
        }
    }

    /// The files that connections go by, with the environment filled in. A path is relative to the manifest's folder.
    func tlsFiles(environment: [String: String]) throws(ManifestError) -> TLSFiles {
        var files = TLSFiles(environment: environment)
        var filling = TemplateFilling(environment: environment, file: file)
        let address = try? filling.fill(baseURL)
        files.origin = address.flatMap { try? SourceURL(base: $0) }?.origin
        guard let tls else { return files }
        func place(_ template: ValueTemplate?, _ name: String) throws(ManifestError) -> TLSFiles.File? {
            guard let path = try filling.fill(optional: template) else { return nil }
            let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
            return TLSFiles.File(path: path.hasPrefix("/") ? path : folder + path, name: name, template: template)
        }
        files.authorities = try place(tls.authorities, "ca_file")
        files.certificate = try place(tls.certificate, "client_cert")
        files.key = try place(tls.key, "client_key")
        return files
    }

    /// Reads the files where connections need them.
    func checkTLS(environment: [String: String], base: SourceURL) throws(ManifestError) {
        guard tls != nil || base.origin.scheme == .https else { return }
        let files = try tlsFiles(environment: environment)
        do {
            try files.check()
        } catch {
            let place = error.file.template?.place ?? KeyPlace("source.tls")
            throw place.error(error.isMissing ? .noFile(error.message) : .badValue(error.message), file: file)
        }
    }
}
