import FeedModel

struct TOMLReader {
    typealias Step = TOMLDocument.Step

    /// A table, and the way to it from the root.
    private struct Place {
        let table: TOMLTable
        let path: [Step]
    }

    /// One part of a dotted key, and where in the text it begins.
    private struct Key {
        let name: String
        let start: Int
    }

    /// Steps that a key may be away from the root. Without a limit a text could use up the stack.
    private static let deepest = 64

    var text: ASCIICursor
    /// Where each key, table and element of an array first is.
    private(set) var lines: [[Step]: Int] = [:]
    /// The place up to which line ends are counted, and its line, from 1.
    private var counted = (position: 0, line: 1)

    init(_ text: ASCIICursor) {
        self.text = text
    }

    mutating func document() throws(TOMLSyntaxError) -> [String: ManifestValue] {
        let root = Place(table: TOMLTable(.header), path: [])
        var place = root
        while try text.skipBlank() {
            if text.take("[") { place = try header(from: root) } else { try pair(in: place) }
            try text.endLine()
        }
        return root.table.values
    }

    private mutating func note(_ path: [Step], at start: Int) throws(TOMLSyntaxError) {
        guard path.count <= Self.deepest else {
            throw text.error("keys, tables and arrays are nested too deeply", at: start)
        }
        counted.line += text.bytes[counted.position..<text.position].count { $0 == UInt8(ascii: "\n") }
        counted.position = text.position
        lines[path] = counted.line
    }

    // MARK: Tables

    /// `[a.b]` or `[[a.b]]`, after the first bracket.
    private mutating func header(from root: Place) throws(TOMLSyntaxError) -> Place {
        let isArray = text.take("[")
        let (outer, key) = try dottedKey()
        let end = isArray ? "]]" : "]"
        guard text.take(end) else { throw text.error("“\(end)” is missing after the table's name") }
        var place = root
        for key in outer { place = try enter(key, of: place, as: .implied) }
        return isArray ? try appendTable(key, to: place) : try enter(key, of: place, as: .header)
    }

    private mutating func appendTable(_ key: Key, to place: Place) throws(TOMLSyntaxError) -> Place {
        let path = place.path + [.key(key.name)]
        let table = TOMLTable(.header)
        let index: Int
        switch place.table.entries[key.name] {
        case nil:
            try note(path, at: key.start)
            index = 0
            place.table.entries[key.name] = .tables([table])
        case .tables(var tables):
            index = tables.count
            // Without the entry the array has one owner, and is not copied.
            place.table.entries[key.name] = nil
            tables.append(table)
            place.table.entries[key.name] = .tables(tables)
        default: throw taken(path, key)
        }
        try note(path + [.index(index)], at: key.start)
        return Place(table: table, path: path + [.index(index)])
    }

    /// The table inside another that a header opens, or that a part of it or of a dotted key leads through.
    private mutating func enter(
        _ key: Key, of place: Place, as origin: TOMLTable.Origin
    ) throws(TOMLSyntaxError) -> Place {
        let path = place.path + [.key(key.name)]
        switch place.table.entries[key.name] {
        case nil:
            try note(path, at: key.start)
            let table = TOMLTable(origin)
            place.table.entries[key.name] = .table(table)
            return Place(table: table, path: path)
        case .table(let table) where origin == .implied:
            return Place(table: table, path: path)
        case .tables(let tables) where origin == .implied:
            return Place(table: tables[tables.count - 1], path: path + [.index(tables.count - 1)])
        case .table(let table) where origin == .dotted && table.origin != .header:
            table.origin = .dotted
            return Place(table: table, path: path)
        case .table(let table) where origin == .header && table.origin == .implied:
            table.origin = .header
            try note(path, at: key.start)
            return Place(table: table, path: path)
        default: throw taken(path, key)
        }
    }

    private func taken(_ path: [Step], _ key: Key) -> TOMLSyntaxError {
        var names: [String] = []
        for case .key(let name) in path { names.append(Self.spelling(of: name)) }
        let line = lines[path].map { " on line \($0)" } ?? ""
        return text.error("“\(names.joined(separator: "."))” is already defined\(line)", at: key.start)
    }

    // MARK: Keys

    /// `key.key = value`, in a table of either form.
    private mutating func pair(in place: Place) throws(TOMLSyntaxError) {
        let (outer, key) = try dottedKey()
        guard text.take("=") else { throw text.error("“=” is missing after the key") }
        text.skipSpace()
        var place = place
        for key in outer { place = try enter(key, of: place, as: .dotted) }
        let path = place.path + [.key(key.name)]
        guard place.table.entries[key.name] == nil else { throw taken(path, key) }
        try note(path, at: key.start)
        place.table.entries[key.name] = .value(try value(at: path))
    }

    /// `a."b c".d`, with the space around it.
    private mutating func dottedKey() throws(TOMLSyntaxError) -> (outer: [Key], last: Key) {
        var outer: [Key] = []
        while true {
            let key = try simpleKey()
            guard text.take(".") else { return (outer, key) }
            outer.append(key)
        }
    }

    private mutating func simpleKey() throws(TOMLSyntaxError) -> Key {
        text.skipSpace()
        defer { text.skipSpace() }
        let start = text.position
        if let name = try string(isKey: true) { return Key(name: name, start: start) }
        let name = text.take(while: Self.isBare)
        guard !name.isEmpty else {
            throw text.error("a name is missing here; write letters, digits, “_” and “-”, or text in quotes")
        }
        return Key(name: String(decoding: name, as: UTF8.self), start: start)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// A name as a key spells it, with quotes where it needs them.
    private static func spelling(of name: String) -> String {
        if !name.isEmpty, name.utf8.allSatisfy(isBare) { return name }
        var quoted: [UInt8] = []
        JSONWriter.append(name, to: &quoted)
        return String(decoding: quoted, as: UTF8.self)
    }

    // MARK: Values

    private mutating func value(at path: [Step]) throws(TOMLSyntaxError) -> ManifestValue {
        let start = text.position
        if let string = try string() { return .string(string) }
        if text.take("[") { return .list(try array(at: path, from: start)) }
        if text.take("{") { return .table(try inlineTable(at: path, from: start)) }
        return try scalar()
    }

    /// After the bracket.
    private mutating func array(at path: [Step], from start: Int) throws(TOMLSyntaxError) -> [ManifestValue] {
        var elements: [ManifestValue] = []
        repeat {
            guard try text.skipBlank() else { break }
            if text.take("]") { return elements }
            let path = path + [.index(elements.count)]
            try note(path, at: text.position)
            elements.append(try value(at: path))
        } while try text.skipBlank() && text.take(",")
        if text.take("]") { return elements }
        throw text.next == nil
            ? text.error("the array that begins here is not closed; “]” is missing", at: start)
            : text.error("“,” or “]” is missing after the element of an array")
    }

    /// After the brace. Line ends, comments and a comma before the closing brace are allowed, as TOML 1.1 has it.
    private mutating func inlineTable(
        at path: [Step], from start: Int
    ) throws(TOMLSyntaxError) -> [String: ManifestValue] {
        let place = Place(table: TOMLTable(.header), path: path)
        repeat {
            guard try text.skipBlank() else { break }
            if text.take("}") { return place.table.values }
            try pair(in: place)
        } while try text.skipBlank() && text.take(",")
        if text.take("}") { return place.table.values }
        throw text.next == nil
            ? text.error("the table that begins here is not closed; “}” is missing", at: start)
            : text.error("“,” or “}” is missing after a value of a table in braces")
    }

    private mutating func scalar() throws(TOMLSyntaxError) -> ManifestValue {
        let start = text.position
        var word = Array(text.take(while: TOMLScalar.isPart))
        // A space may be where the T between a date and its time is.
        if TOMLScalar.isDay(word[...]), text.next == UInt8(ascii: " "), text.second?.isDigit == true {
            _ = text.take(" ")
            word.append(UInt8(ascii: " "))
            word += text.take(while: TOMLScalar.isPart)
        }
        if let value = TOMLScalar.value(of: word[...]) { return value }
        if TOMLScalar.isInteger(word[...]) { throw text.error("the integer does not fit in 64 bits", at: start) }
        throw text.error(
            word.isEmpty && (text.next.map(",]}#\r\n".utf8.contains) ?? true)
                ? "a value is missing here" : "this is not a value; write text in quotes", at: start)
    }
}

/// A table while its text is being read: what it holds, and what may still be added to it.
final class TOMLTable {
    enum Origin {
        /// As `a` by the header `[a.b]`: it may get a header of its own.
        case implied
        /// By a header, which no table has twice.
        case header
        /// As `a` by the key `a.b = 1`: no header may open it later.
        case dotted
    }

    enum Entry {
        /// A value is whole; nothing is added to inline tables and arrays later.
        case value(ManifestValue)
        case table(TOMLTable)
        /// The tables that `[[a]]` has so far, at least one.
        case tables([TOMLTable])
    }

    var origin: Origin
    var entries: [String: Entry] = [:]

    init(_ origin: Origin) {
        self.origin = origin
    }

    var values: [String: ManifestValue] {
        entries.mapValues { entry in
            switch entry {
            case .value(let value): value
            case .table(let table): .table(table.values)
            case .tables(let tables): .list(tables.map { .table($0.values) })
            }
        }
    }
}
