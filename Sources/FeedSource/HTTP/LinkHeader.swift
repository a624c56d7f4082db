import FeedModel

/// The next page in `Link` header fields (RFC 8288 §3).
///
/// Link-values are read one after the other; `#` lists as in RFC 9110 §5.6.1, so empty elements are fine.
package struct LinkHeader {
    private struct Link {
        let target: String
        var relations: String?
        var hasAnchor = false

        var isNext: Bool {
            guard !hasAnchor, let relations else { return false }
            return relations.split(whereSeparator: { $0 == " " || $0 == "\t" }).contains { $0.lowercased() == "next" }
        }
    }

    private var cursor: ASCIICursor

    /// The target of the first link whose relation types include `next`, as it is written: relative or absolute.
    ///
    /// Several links in a field and several fields count as one list. Relation types and parameter names are compared
    /// without case; of repeated `rel` parameters the first counts (§3.3); a link with an `anchor` speaks of another
    /// resource and is passed over (§3.2). A link that cannot be read is passed over up to the next comma. An empty
    /// target, which would be the page itself, is no next page.
    package static func next(in fields: [String]) -> String? {
        for field in fields {
            var header = LinkHeader(cursor: ASCIICursor(Array(field.utf8)[...]))
            while let link = header.nextLink() {
                if link.isNext, !link.target.isEmpty { return link.target }
            }
        }
        return nil
    }

    private mutating func nextLink() -> Link? {
        while true {
            cursor.skipSpace()
            if cursor.isAtEnd { return nil }
            if cursor.take(UInt8(ascii: ",")) { continue }
            if let link = link() { return link }
            skipElement()
        }
    }

    private mutating func link() -> Link? {
        guard cursor.take(UInt8(ascii: "<")) else { return nil }
        var link = Link(target: Self.text(cursor.take { $0 != UInt8(ascii: ">") }))
        guard cursor.take(UInt8(ascii: ">")) else { return nil }
        cursor.skipSpace()
        while cursor.take(UInt8(ascii: ";")) {
            cursor.skipSpace()
            parameter(of: &link)
            cursor.skipSpace()
        }
        return cursor.isAtEnd || cursor.next == UInt8(ascii: ",") ? link : nil
    }

    private mutating func parameter(of link: inout Link) {
        let name = token().lowercased()
        cursor.skipSpace()
        var value = ""
        if cursor.take(UInt8(ascii: "=")) {
            cursor.skipSpace()
            value = cursor.next == UInt8(ascii: "\"") ? quotedString() : token()
        }
        switch name {
        case "rel" where link.relations == nil: link.relations = value
        case "anchor": link.hasAnchor = true
        default: break
        }
    }

    /// Up to a delimiter; laxer than RFC 9110's token, so that an unquoted URI for a value does no harm.
    private mutating func token() -> String {
        Self.text(cursor.take { !Self.delimiters.contains($0) })
    }

    private static let delimiters = Array(" \t,;=\"".utf8)

    /// RFC 9110 §5.6.4; one that does not end, ends with the field.
    private mutating func quotedString() -> String {
        var content: [UInt8] = []
        _ = cursor.take(UInt8(ascii: "\""))
        while let byte = cursor.next, cursor.take(byte), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = cursor.next {
                _ = cursor.take(escaped)
                content.append(escaped)
            } else {
                content.append(byte)
            }
        }
        return Self.text(content[...])
    }

    /// To the comma after a link that could not be read, or to the end.
    private mutating func skipElement() {
        while let byte = cursor.next, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") { _ = quotedString() } else { _ = cursor.take(byte) }
        }
    }

    private static func text(_ slice: ArraySlice<UInt8>) -> String {
        String(decoding: URLText.trimming(slice), as: UTF8.self)
    }
}
