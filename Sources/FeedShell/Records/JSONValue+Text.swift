package import FeedModel
package import TerminalKit

extension Output {
    package func write(_ document: JSONValue) throws { try line(json: document.bytes) }
}

extension BufferedOutput {
    mutating func write(_ document: JSONValue) throws { try write(json: document.bytes) }
}

extension JSONValue {
    /// The value as a cell: text as it is, nothing for null, arrays and objects as JSON on one line.
    var cell: String { text { JSONPretty.singleLine($0) } }

    /// What an object has of that name; null where it has none.
    func member(_ name: String) -> JSONValue { members.first { $0.0 == name }?.1 ?? .null }

    /// The value as lines: like a cell, but arrays and objects are indented.
    var block: String { text { JSONPretty.indented($0) } }

    private func text(_ layOut: (ArraySlice<UInt8>) -> [UInt8]) -> String {
        switch self {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .real(let value): return value.isFinite ? "\(value)" : ""
        case .string(let text): return text
        case .array, .object: return String(decoding: layOut(bytes[...]), as: UTF8.self)
        case .verbatim(let json):
            let bytes = Array(json.utf8)
            guard let document = try? JSONDocument(bytes) else { return json }
            return switch document.scalar(at: document.root) {
            case .null: ""
            case .bool(let value): value ? "true" : "false"
            case .number(let text), .string(let text): text
            case .array, .object: String(decoding: layOut(bytes[...]), as: UTF8.self)
            }
        }
    }
}
