extension Manifest {
    package struct Monitor: Equatable, Sendable {
        /// The URL that is requested. It is a secret.
        let ping: ValueTemplate

        /// The URL with the environment filled in.
        ///
        /// - Parameter file: the manifest's path, for errors.
        /// - Throws: `ManifestError` for a variable that is not set, or one that makes no URL.
        package func pingURL(environment: [String: String], file: String) throws(ManifestError) -> SourceURL {
            var filling = TemplateFilling(environment: environment, file: file)
            return try Self.url(try filling.fill(ping)) { message in ping.error(.badValue(message), file: file) }
        }

        private static func url(
            _ text: String, _ error: (String) -> ManifestError
        ) throws(ManifestError) -> SourceURL {
            do {
                return try SourceURL(text)
            } catch let fault {
                throw error(fault.message)
            }
        }
    }
}

extension Manifest.Monitor {
    init(_ table: ManifestTable) throws(ManifestError) {
        ping = try table.template("ping", orAdvise: "write the URL that the monitor gave you")
        if ping.variables.isEmpty {
            _ = try Self.url(ping.text) { message in table.error("ping", .badValue(message)) }
        }
    }
}
