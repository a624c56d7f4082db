import FeedModel
import NIOCore

extension MockConfiguration {
    /// `http`, or `https` with TLS.
    var scheme: String { isTLS ? "https" : "http" }

    /// What clients on this machine call the server that listens on `port`.
    func origin(port: Int) -> String {
        // A server that listens on every address is reached by this one.
        let name = ["0.0.0.0": Self.standardHost, "::": "::1"][host] ?? host
        return "\(scheme)://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }

    /// The addresses that other machines can reach this one by, as far as the system says; those that are valid on one
    /// link only are left out.
    @Sendable static func addressesOfThisMachine() -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { $0.address?.ipAddress }.filter { !$0.hasPrefix("fe80:") && !$0.contains("%") }
    }

    /// A certificate for the host and for this machine, by its addresses where it listens on every one; nil without TLS.
    func certificate() throws(MockServerError) -> ServerCertificate? {
        guard isTLS else { return nil }
        let names = ["localhost", Self.standardHost, "::1"]
        let others = ["0.0.0.0", "::"].contains(host) ? Array(Set(ownAddresses())).sorted() : [host]
        do {
            return try ServerCertificate(
                hosts: others.filter { !names.contains($0) } + names, now: Instant(seconds: now()),
                serial: .random(in: .min ... .max))
        } catch {
            throw .noCertificate(host: host)
        }
    }
}
