extension Manifest {
    package struct Monitor: Equatable, Sendable {
        /// The URL that is requested. It is a secret.
        let ping: ValueTemplate

        /// The URL with the environment filled in.
        package func pingURL(environment: [String: String], file: String) throws(ManifestError) -> SourceURL {
            var filling = TemplateFilling(environment: environment, file: file)
            return try ping.reading(try filling.fill(ping), in: file, SourceURL.init(_:))
        }
    }
}

extension Manifest.Monitor {
    init(_ table: ManifestTable) throws(ManifestError) {
        ping = try table.required("ping", orAdvise: "write the URL that the monitor gave you", table.template)
        if ping.variables.isEmpty { _ = try table.reading(ping.text, of: "ping", SourceURL.init(_:)) }
    }
}
