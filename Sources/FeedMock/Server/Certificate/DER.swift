import FeedModel
import Foundation

/// Values in the Distinguished Encoding Rules (ITU-T X.690): a tag, a length, the content.
enum DER {
    static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    static func sequence(_ content: [UInt8]) -> [UInt8] { tagged(0x30, content) }
    static func set(_ content: [UInt8]) -> [UInt8] { tagged(0x31, content) }
    static func objectID(_ content: [UInt8]) -> [UInt8] { tagged(0x06, content) }
    static func text(_ text: String) -> [UInt8] { tagged(0x0C, Array(text.utf8)) }
    /// Whole bytes: no bit of the last one is unused.
    static func bits(_ content: [UInt8]) -> [UInt8] { tagged(0x03, [0] + content) }

    /// A number of at least one byte, the most significant one first; positive where its first bit is 0.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        while rest.count > 1, rest.first == 0, rest[rest.startIndex + 1] < 0x80 { rest = rest.dropFirst() }
        return tagged(0x02, Array(rest))
    }

    /// A time to the second: `UTCTime` up to 2049, then `GeneralizedTime` (RFC 5280, section 4.1.2.5).
    static func time(_ instant: Instant) -> [UInt8] {
        // 2024-01-01T00:00:00Z, digits only.
        let digits = Instant(seconds: instant.seconds).description.filter(\.isNumber).prefix(14) + "Z"
        let isShort = (1_950..<2_050).contains(instant.year)
        return isShort ? tagged(0x17, Array(digits.dropFirst(2).utf8)) : tagged(0x18, Array(digits.utf8))
    }

    /// An extension whose ID is 2.5.29 and `number`.
    static func `extension`(_ number: UInt8, isCritical: Bool, _ content: [UInt8]) -> [UInt8] {
        sequence(objectID([0x55, 0x1D, number]) + (isCritical ? [0x01, 0x01, 0xFF] : []) + tagged(0x04, content))
    }

    /// An alternative name: an address where `host` is one, else a DNS name.
    static func hostName(_ host: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &bytes) == 1 { return tagged(0x87, Array(bytes.prefix(4))) }
        if inet_pton(AF_INET6, host, &bytes) == 1 { return tagged(0x87, bytes) }
        return tagged(0x82, Array(host.utf8))
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let bytes = UInt32(count).bigEndianBytes.drop { $0 == 0 }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
