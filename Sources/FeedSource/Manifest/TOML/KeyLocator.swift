/// Finds the line of a key in a TOML text.
///
/// The parser in use keeps no positions, and an error in a manifest is worth little without its line. This is no
/// second parser: it follows just the brackets, quotes and keys of a text that is to be TOML. On any other text it may
/// find nothing, but it always ends.
struct KeyLocator {
    /// One step from the root of the document to a key.
    enum Step: Hashable {
        case key(String)
        /// An element of an array, from 0.
        case index(Int)
    }

    /// The first thing in the text that the parser in use must never see: it would stop the program, or worse.
    private(set) var hazard: Hazard?

    struct Hazard {
        let line: Int
        let message: String
    }

    /// Steps that a key may be away from the root. The parser sets no limit to dotted keys, and takes its tables down
    /// by recursion.
    private static let deepest = 64

    private var lines: [[Step]: Int] = [:]
    private var text: TOMLScanner
    /// How many tables each `[[array]]` has so far.
    private var tableCounts: [[Step]: Int] = [:]
    private var table: [Step] = []

    init(_ text: String) {
        self.text = TOMLScanner(text)
        while hazard == nil, self.text.skipToStatement() {
            let start = self.text.position
            if self.text.take("[") { header() } else { pair(in: table) }
            // A text that is not TOML after all must not hold us here.
            if self.text.position == start { self.text.skipLine() }
        }
    }

    /// The line of the key at that path, from 1; of the nearest one around it that is there.
    func line(of path: [Step]) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            if let line = lines[Array(path)] { return line }
            path = path.dropLast()
        }
        return nil
    }

    private mutating func note(_ path: [Step], line: Int) {
        if path.count > Self.deepest {
            reportDepth(line: line)
        } else if lines[path] == nil {
            lines[path] = line
        }
    }

    private mutating func reportDepth(line: Int) {
        report("keys, tables and arrays are nested too deeply", line: line)
    }

    private mutating func report(_ message: String, line: Int) {
        if hazard == nil { hazard = Hazard(line: line, message: message) }
    }

    /// `[a.b]` or `[[a.b]]`; the first bracket is behind us.
    private mutating func header() {
        let line = text.line
        let isArray = text.take("[")
        let keys = text.dottedKey()
        // The parser takes it for granted that a name begins here.
        if keys.isEmpty { report("a table's name should stand behind the bracket", line: line) }
        if keys.count > Self.deepest { reportDepth(line: line) }
        guard hazard == nil else { return }
        table = []
        for (depth, key) in keys.enumerated() {
            table.append(.key(key))
            if depth == keys.count - 1, isArray {
                note(table, line: line)
                let count = tableCounts[table, default: 0]
                tableCounts[table] = count + 1
                table.append(.index(count))
            } else if let count = tableCounts[table], count > 0 {
                table.append(.index(count - 1))
            }
            if depth == keys.count - 1 { note(table, line: line) }
        }
        text.skipLine()
    }

    /// `key.key = value`, in a table of either form.
    private mutating func pair(in table: [Step]) {
        let line = text.line
        var path = table
        for key in text.dottedKey() {
            path.append(.key(key))
            note(path, line: line)
        }
        text.skipSpace()
        guard text.take("=") else { return }
        value(at: path)
    }

    private mutating func value(at path: [Step]) {
        text.skipSpace()
        note(path, line: text.line)
        if path.count > Self.deepest { return }
        if text.take("{") {
            while text.skipToElement(before: "}") {
                let start = text.position
                pair(in: path)
                if text.position == start { text.skipCharacter() }
            }
        } else if text.take("[") {
            var index = 0
            while text.skipToElement(before: "]") {
                let start = text.position
                value(at: path + [.index(index)])
                if text.position == start { text.skipCharacter() }
                index += 1
            }
        } else if text.string() == nil {
            text.skipBareValue()
        }
    }
}
