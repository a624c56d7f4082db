/// A JSON document and its writer, around payloads that stay as the server sent them.
package indirect enum JSONValue {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    /// Members in the order they are printed.
    case object([(String, JSONValue)])
    /// Checked JSON, printed on one line with every token as it is.
    case verbatim(String)

    package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    package static func number(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }

    package static func number(_ number: Int64?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

    /// RFC 3339 in UTC, or null.
    package static func time(_ instant: Instant?) -> JSONValue { text(instant?.description) }

    /// The members of an object, in order; of anything else there are none.
    package var members: [(String, JSONValue)] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The document on one line.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .real(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
        case .string(let text): JSONWriter.append(text, to: &bytes)
        case .verbatim(let text): bytes += JSONPretty.singleLine(Array(text.utf8)[...])
        case .array(let elements): append(elements, between: "[", "]", to: &bytes) { $0.append(to: &$1) }
        case .object(let members):
            append(members, between: "{", "}", to: &bytes) { member, bytes in
                JSONWriter.append(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.1.append(to: &bytes)
            }
        }
    }

    private func append<Element>(
        _ elements: [Element], between open: Unicode.Scalar, _ close: Unicode.Scalar, to bytes: inout [UInt8],
        each: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            each(element, &bytes)
        }
        bytes.append(UInt8(ascii: close))
    }
}
