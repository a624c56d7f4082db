import FeedModel

extension MockConfiguration {
    /// What clients on this machine call the server that listens on `port`.
    func origin(port: Int) -> String {
        // A server that listens on every address is reached by this one.
        let name = ["0.0.0.0": Self.standardHost, "::": "::1"][host] ?? host
        return "\(isTLS ? "https" : "http")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }

    /// A certificate for the host and for this machine; nil without TLS.
    func certificate() throws(MockServerError) -> ServerCertificate? {
        guard isTLS else { return nil }
        let names = ["localhost", Self.standardHost, "::1"]
        do {
            return try ServerCertificate(
                hosts: (names.contains(host) ? [] : [host]) + names, now: Instant(seconds: now()),
                serial: .random(in: .min ... .max))
        } catch {
            throw .noCertificate(host: host)
        }
    }
}
