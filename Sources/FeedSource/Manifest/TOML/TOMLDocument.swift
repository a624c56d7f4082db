import TOMLKit

/// A TOML text as a tree of values that knows on which line each of its keys stands.
///
/// The only place that knows the parser; above it there are `ManifestValue`s.
struct TOMLDocument {
    let root: [String: ManifestValue]
    private let locator: KeyLocator

    /// Why a text is not TOML.
    struct SyntaxError: Error {
        let line: Int
        let message: String
    }

    init(_ text: String) throws(SyntaxError) {
        // The parser is given the text as a C string and would stop here without a word.
        if let end = text.utf8.firstIndex(of: 0) {
            let line = text.utf8[..<end].count { $0 == UInt8(ascii: "\n") } + 1
            throw SyntaxError(line: line, message: "holds a NUL character")
        }
        locator = KeyLocator(text)
        if let hazard = locator.hazard { throw SyntaxError(line: hazard.line, message: hazard.message) }
        do {
            root = Self.values(of: try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            throw SyntaxError(line: error.source.begin.line, message: error.description)
        } catch {
            throw SyntaxError(line: 1, message: "\(error)")
        }
    }

    /// The line of the key at that path, from 1; of the nearest table around it where the key is not there.
    func line(of path: [KeyLocator.Step]) -> Int? {
        locator.line(of: path)
    }

    // Not by the table's own iterator: it cannot go over keys that hold U+0000.
    private static func values(of table: TOMLTable) -> [String: ManifestValue] {
        var values: [String: ManifestValue] = [:]
        for key in table.keys {
            values[key] = table[key].map(value) ?? .string("")
        }
        return values
    }

    private static func value(_ node: any TOMLValueConvertible) -> ManifestValue {
        switch node.type {
        case .bool: .bool(node.bool ?? false)
        case .int: .integer(node.int ?? 0)
        case .double: .number(node.double ?? 0)
        case .string: .string(node.string ?? "")
        case .date, .time, .dateTime: .date
        case .array: .list((node.array.map(Array.init) ?? []).map(value))
        case .table: .table(node.table.map(values) ?? [:])
        }
    }
}
