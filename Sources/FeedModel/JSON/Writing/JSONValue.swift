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
        if case .object(let members) = self { members } else { [] }
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .real(let value): writer.number(value)
        case .string(let text): writer.string(text)
        case .verbatim(let text): writer.verbatim(JSONPretty.singleLine(Array(text.utf8)[...]))
        case .array(let elements): writer.array { for element in elements { element.write(to: &$0) } }
        case .object(let members):
            writer.object { writer in
                for (name, value) in members {
                    writer.key(name)
                    value.write(to: &writer)
                }
            }
        }
    }
}
