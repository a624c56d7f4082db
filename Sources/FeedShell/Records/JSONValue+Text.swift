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
            return (try? JSONDocument(Array(json.utf8))).map { $0.text(at: $0.root, layOut) } ?? json
        }
    }

    static func value(at path: DottedPath, in json: [UInt8]) -> JSONValue {
        guard let document = try? JSONDocument(json), let place = document.value(at: path) else { return .null }
        return .verbatim(String(decoding: document.slice(place), as: UTF8.self))
    }
}

extension JSONDocument {
    /// A value as a text: nothing for null, arrays and objects as they are laid out.
    func text(at place: Range<Int>, _ layOut: (ArraySlice<UInt8>) -> [UInt8] = { JSONPretty.singleLine($0) }) -> String
    {
        switch scalar(at: place) {
        case .array, .object: String(decoding: layOut(slice(place)), as: UTF8.self)
        case let scalar: scalar.plainText ?? ""
        }
    }
}
