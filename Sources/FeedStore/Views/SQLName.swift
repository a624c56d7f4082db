import FeedModel

/// Names of tables and columns in SQL. SQLite compares them without regard to the case of ASCII letters.
enum SQLName {
    /// A name in double quotes, as SQL takes any name. U+0000 would end the statement: U+FFFD takes its place.
    static func quoted(_ name: String) -> String {
        "\"\(withoutNull(name).replacingScalars("\"", with: "\"\""))\""
    }

    static func literal(_ text: String) -> String { "'\(text.replacingScalars("'", with: "''"))'" }

    static func withoutNull(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// The same for names that SQLite takes for one.
    static func folded(_ name: String) -> ExactText {
        ExactText(String(decoding: name.utf8.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }, as: UTF8.self))
    }
}

/// Gives out names that stay apart: one that is taken gets a trailing `_`, as often as it takes.
struct SQLNames {
    private var taken: Set<ExactText>

    /// - Parameter taken: names that are never given out.
    init(taken: [String] = []) { self.taken = Set(taken.map(SQLName.folded)) }

    /// The names of all, in their order. What can have its own name has it, whatever comes before it.
    mutating func names(for wanted: [String]) -> [String] {
        let wanted = wanted.map(SQLName.withoutNull)
        let keepsOwn = wanted.map { !$0.isEmpty && taken.insert(SQLName.folded($0)).inserted }
        return zip(wanted, keepsOwn).map { name, keepsOwn in keepsOwn ? name : changed(name) }
    }

    private mutating func changed(_ name: String) -> String {
        var name = name + "_"
        while !taken.insert(SQLName.folded(name)).inserted { name += "_" }
        return name
    }
}
