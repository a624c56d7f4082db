/// What other programs understand, and what is typed here instead.
enum ForeignWord {
    private static let queries: Set<String> = ["select", "with", "values"]
    private static let statements: Set<String> = [
        "insert", "update", "delete", "create", "drop", "alter", "pragma", "begin", "attach", "vacuum",
    ]
    /// The dot commands of sqlite3(1).
    private static let dotCommands: [String: String] = [
        ".quit": "did you mean “exit”?", ".exit": "did you mean “exit”?", ".q": "did you mean “exit”?",
        ".help": "did you mean “help”?", ".mode": "did you mean “mode”?", ".timer": "did you mean “timing”?",
        ".read": "did you mean “source”?", ".backup": "did you mean “backup”?",
        ".tables": "did you mean sql \"select name from sqlite_schema where type = 'table'\"?",
        ".schema": "did you mean sql \"select sql from sqlite_schema\"?",
    ]

    /// What to type instead of a word that is no command; nil where it is none of these.
    static func hint(for word: String, isInREPL: Bool) -> String? {
        let word = word.lowercased()
        let program = isInREPL ? "" : "feedcache "
        if queries.contains(word) { return "SQL goes in quotes after “sql”: \(program)sql \"\(word) …\"" }
        if statements.contains(word) {
            return "the cache can only be read, with SQL in quotes after “sql”; see “help sql”"
        }
        guard word.hasPrefix(".") else { return nil }
        return (isInREPL ? dotCommands[word] : nil) ?? "“help” lists what there is instead of dot commands"
    }
}
