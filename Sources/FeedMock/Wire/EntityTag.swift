/// A strong validator made from content (RFC 9110, section 8.8.3): equal bytes have equal tags, on any machine.
struct EntityTag: Equatable, Sendable {
    private let digest: String

    /// FNV-1a over the bytes, 64 bits; the length comes along. Meant to tell versions apart, not to withstand forgery.
    init(of bytes: [UInt8]) {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        digest = String(hash, radix: 16) + "-" + String(bytes.count, radix: 16)
    }

    /// The tag of the content as it is.
    var plain: String { "\"\(digest)\"" }

    /// The tag of its gzip form.
    var packed: String { "\"\(digest)-gzip\"" }

    /// Whether `If-None-Match` names this content in either form, or is `*`. Comparison is weak, as section 13.1.2 wants.
    func matches(_ fields: [String]) -> Bool {
        fields.flatMap { $0.split(separator: ",") }.contains { part in
            let tag = part.trimming(while: \.isWhitespace)
            return tag == "*" || tag.trimmingPrefix("W/") == plain || tag.trimmingPrefix("W/") == packed
        }
    }
}

extension Substring {
    /// Without the characters at both ends that `isBlank` holds for.
    func trimming(while isBlank: (Character) -> Bool) -> Substring {
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) {
            rest.removeLast()
        }
        return rest
    }
}
