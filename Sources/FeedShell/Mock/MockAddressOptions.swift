import ArgumentParser
import FeedMock

/// Where a mock listens, and who reaches it.
struct MockAddressOptions: ParsableArguments {
    @Option(help: "The port; 0 takes any that is free.")
    var port: Int = 3000

    @Option(help: "The address to listen on; 0.0.0.0 lets other machines in.")
    var host = MockConfiguration.standardHost

    @Option(
        help: ArgumentHelp(
            "The web pages that may read the API: an origin such as https://app.example.com, or * for any.",
            valueName: "origin"))
    var cors: [String] = []

    @Flag(help: "Speak HTTPS, with a certificate made at the start; its SHA-256 is printed.")
    var tls = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        if host.isEmpty { throw ValidationError("--host is empty") }
    }

    /// Sets what they say.
    func apply(to configuration: inout MockConfiguration) {
        configuration.port = port
        configuration.host = host
        configuration.corsOrigins = cors
        configuration.isTLS = tls
    }
}
