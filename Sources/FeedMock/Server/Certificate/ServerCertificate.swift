import FeedModel
import NIOSSL

/// A certificate for a mock server, made at its start and signed by itself (RFC 5280), for a P-256 key that is kept in
/// memory only.
struct ServerCertificate: Sendable {
    let der: [UInt8]
    let configuration: TLSConfiguration

    /// How long it is valid: 30 days. Phones take none of more than 825.
    private static let lifetime: Int64 = 30 * 86_400
    /// `prime256v1`: P-256.
    private static let curve = DER.objectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])

    /// - Parameters:
    ///   - hosts: the names and addresses that clients use
    ///   - now: when it is made; it is valid from an hour before, for clocks that are slow
    ///   - serial: its number
    init(hosts: [String], now: Instant, serial: UInt64, key: SigningKey = SigningKey()) throws {
        let name = DER.sequence(DER.set(DER.sequence(DER.objectID([0x55, 0x04, 0x03]) + DER.text("feedcache mock"))))
        let algorithm = DER.sequence(DER.objectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
        let validity = DER.sequence(
            DER.time(now.advanced(bySeconds: -3_600)) + DER.time(now.advanced(bySeconds: Self.lifetime)))
        // Positive and not 0, as section 4.1.2.2 wants.
        let number = max(serial >> 1, 1)
        let body = DER.sequence(
            DER.tagged(0xA0, DER.integer([2])) + DER.integer(number.bigEndianBytes) + algorithm + name + validity
                + name + Self.publicKey(key) + DER.tagged(0xA3, DER.sequence(Self.extensions(hosts))))
        der = DER.sequence(body + algorithm + DER.bits(key.signature(for: body)))
        configuration = .makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: der, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Self.privateKey(key), format: .der)))
    }

    /// Its SHA-256, as browsers show it: `AB:CD:…`.
    var fingerprint: String {
        SHA256.hash(data: der).map { [$0].hexadecimal.uppercased() }.joined(separator: ":")
    }

    /// RFC 5480, section 2.
    private static func publicKey(_ key: SigningKey) -> [UInt8] {
        let algorithm = DER.sequence(DER.objectID([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]) + curve)
        return DER.sequence(algorithm + DER.bits(key.publicPoint))
    }

    /// RFC 5915, section 3.
    private static func privateKey(_ key: SigningKey) -> [UInt8] {
        DER.sequence(
            DER.integer([1]) + DER.tagged(0x04, key.secret) + DER.tagged(0xA0, curve)
                + DER.tagged(0xA1, DER.bits(key.publicPoint)))
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
