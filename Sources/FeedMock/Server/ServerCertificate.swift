import Crypto
import FeedModel
import NIOSSL

/// A certificate for a mock server, made at its start and signed by itself (RFC 5280), for a P-256 key that is kept in
/// memory only.
struct ServerCertificate: Sendable {
    let der: [UInt8]
    private let key: P256.Signing.PrivateKey

    /// How long it is valid: 30 days. Phones take none of more than 825.
    private static let lifetime: Int64 = 30 * 86_400

    /// - Parameters:
    ///   - hosts: the names and addresses that clients use
    ///   - now: when it is made; it is valid from an hour before, for clocks that are slow
    ///   - serial: its number
    init(hosts: [String], now: Instant, serial: UInt64, key: P256.Signing.PrivateKey = .init()) throws {
        self.key = key
        let name = DER.sequence(DER.set(DER.sequence(DER.objectID([0x55, 0x04, 0x03]) + DER.text("feedcache mock"))))
        let algorithm = DER.sequence(DER.objectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
        let validity = DER.sequence(
            DER.time(now.advanced(bySeconds: -3_600)) + DER.time(now.advanced(bySeconds: Self.lifetime)))
        // Positive and not 0, as section 4.1.2.2 wants.
        let number = max(serial >> 1, 1)
        let body = DER.sequence(
            DER.tagged(0xA0, DER.integer([2])) + DER.integer(number.bigEndianBytes) + algorithm + name + validity
                + name + Array(key.publicKey.derRepresentation)
                + DER.tagged(0xA3, DER.sequence(Self.extensions(hosts))))
        let signature = try key.signature(for: body).derRepresentation
        der = DER.sequence(body + algorithm + DER.bits(Array(signature)))
    }

    /// Its SHA-256, as browsers show it: `AB:CD:…`.
    var fingerprint: String {
        SHA256.hash(data: der).map { [$0].hexadecimal.uppercased() }.joined(separator: ":")
    }

    func configuration() throws -> TLSConfiguration {
        .makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: der, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der)))
    }

    /// Sections 4.2.1.3, 6, 9 and 12: it signs itself, is for these hosts, and for servers.
    private static func extensions(_ hosts: [String]) -> [UInt8] {
        let names = DER.sequence(hosts.flatMap(DER.hostName))
        let purposes = DER.sequence(DER.objectID([0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]))
        return DER.extension(0x13, isCritical: true, DER.sequence([0x01, 0x01, 0xFF]))
            + DER.extension(0x0F, isCritical: true, [0x03, 0x02, 0x02, 0x84])
            + DER.extension(0x25, isCritical: false, purposes) + DER.extension(0x11, isCritical: false, names)
    }
}
