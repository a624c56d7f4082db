import FeedModel

extension Manifest.Source {
    /// `[source.tls]`.
    package struct TLS: Equatable, Sendable {
        /// By the keys that name them.
        let files: [String: ValueTemplate]

        init(_ table: ManifestTable) throws(ManifestError) {
            var files: [String: ValueTemplate] = [:]
            for key in ["ca_file", "client_cert", "client_key"] {
                guard let path = try table.template(key) else { continue }
                if path.text.isEmpty { throw table.error(key, .badValue("is empty; name a file in PEM")) }
                files[key] = path
            }
            for (there, other) in [("client_key", "client_cert"), ("client_cert", "client_key")]
            where files[there] != nil && files[other] == nil {
                throw table.error(there, .impossible("needs \(other) beside it"))
            }
            self.files = files
        }
    }

    /// The files that connections go by, with the environment filled in. A path is relative to the manifest's folder.
    func tlsFiles(environment: [String: String]) throws(ManifestError) -> TLSFiles {
        var files = TLSFiles(environment: environment)
        var filling = TemplateFilling(environment: environment, file: file)
        let address = try? filling.fill(baseURL)
        files.origin = address.flatMap { try? SourceURL(base: $0) }?.origin
        guard let tls else { return files }
        func place(_ name: String) throws(ManifestError) -> TLSFiles.File? {
            guard let template = tls.files[name] else { return nil }
            let path = try filling.fill(template)
            let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
            return TLSFiles.File(path: path.hasPrefix("/") ? path : folder + path, name: name, template: template)
        }
        files.authorities = try place("ca_file")
        files.certificate = try place("client_cert")
        files.key = try place("client_key")
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
