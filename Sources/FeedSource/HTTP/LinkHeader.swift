/// The next page in `Link` header fields (RFC 8288 §3).
package enum LinkHeader {
    /// The target of the first link whose relation types include `next`, as it is written: relative or absolute.
    ///
    /// Several links in a field and several fields count as one list. Relation types and parameter names are compared
    /// without case; of repeated `rel` parameters the first counts (§3.3); a link with an `anchor` speaks of another
    /// resource and is passed over (§3.2). A link that cannot be read is passed over up to the next comma. An empty
    /// target, which would be the page itself, is no next page.
    ///
    /// - Parameter fields: the values of all `Link` fields of the answer, in order.
    package static func next(in fields: [String]) -> String? {
        for field in fields {
            var parser = LinkHeaderParser(field)
            while let link = parser.nextLink() {
                if link.isNext, !link.target.isEmpty { return link.target }
            }
        }
        return nil
    }
}

/// One link-value, as far as paging cares.
private struct LinkValue {
    let target: String
    var relations: String?
    var hasAnchor = false

    var isNext: Bool {
        guard !hasAnchor, let relations else { return false }
        return relations.split(whereSeparator: { $0 == " " || $0 == "\t" }).contains { $0.lowercased() == "next" }
    }
}

/// Reads link-values one after the other; `#` lists as in RFC 9110 §5.6.1, so empty elements are fine.
private struct LinkHeaderParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    mutating func nextLink() -> LinkValue? {
        while true {
            skipSpace()
            guard position < bytes.count else { return nil }
            if take(UInt8(ascii: ",")) { continue }
            if let link = link() { return link }
            skipElement()
        }
    }

    private mutating func link() -> LinkValue? {
        guard take(UInt8(ascii: "<")) else { return nil }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            position = bytes.count
            return nil
        }
        var link = LinkValue(target: text(bytes[position..<end]))
        position = end + 1
        skipSpace()
        while take(UInt8(ascii: ";")) {
            skipSpace()
            parameter(of: &link)
            skipSpace()
        }
        return isAtElementEnd ? link : nil
    }

    private mutating func parameter(of link: inout LinkValue) {
        let name = token().lowercased()
        skipSpace()
        var value = ""
        if take(UInt8(ascii: "=")) {
            skipSpace()
            value = next == UInt8(ascii: "\"") ? quotedString() : token()
        }
        switch name {
        case "rel" where link.relations == nil: link.relations = value
        case "anchor": link.hasAnchor = true
        default: break
        }
    }

    /// Up to a delimiter; laxer than RFC 9110's token, so that an unquoted URI for a value does no harm.
    private mutating func token() -> String {
        let start = position
        while let byte = next, !Self.delimiters.contains(byte) { position += 1 }
        return text(bytes[start..<position])
    }

    private static let delimiters = Array(" \t,;=\"".utf8)

    /// RFC 9110 §5.6.4; one that does not end, ends with the field.
    private mutating func quotedString() -> String {
        var content: [UInt8] = []
        position += 1
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\"), let escaped = next else {
                content.append(byte)
                continue
            }
            content.append(escaped)
            position += 1
        }
        return text(content[...])
    }

    /// To the comma after a link that could not be read, or to the end.
    private mutating func skipElement() {
        while let byte = next, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") {
                _ = quotedString()
            } else {
                position += 1
            }
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var isAtElementEnd: Bool { next == nil || next == UInt8(ascii: ",") }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
    }

    private func text(_ slice: ArraySlice<UInt8>) -> String {
        let space: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let start = slice.firstIndex { !space($0) } ?? slice.endIndex
        let end = slice.lastIndex { !space($0) }.map { $0 + 1 } ?? start
        return String(decoding: slice[start..<end], as: UTF8.self)
    }
}
