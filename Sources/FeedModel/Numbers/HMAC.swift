package import Foundation

/// A code that only who has the key can compute: HMAC-SHA-256 (RFC 2104).
package struct HMAC: Sendable {
    private var inner = SHA256()
    private var outer = SHA256()

    package init(key: some ContiguousBytes) {
        var block = key.withUnsafeBytes { $0.count > 64 ? SHA256.hash(data: Array($0)) : Array($0) }
        block += [UInt8](repeating: 0, count: 64 - block.count)
        inner.update(data: block.map { $0 ^ 0x36 })
        outer.update(data: block.map { $0 ^ 0x5C })
    }

    package mutating func update(data: some ContiguousBytes) { inner.update(data: data) }

    /// The code of all bytes up to now: 32 bytes.
    package func finalize() -> [UInt8] {
        var whole = outer
        whole.update(data: inner.finalize())
        return whole.finalize()
    }
}
