/// What every message for people keeps to.
enum MessageLaws {
    static let prefix = "feedcache: "
    private static let longest = 320

    /// Words of the implementation, which users do not know.
    private static let insides = [
        "Optional(", "Error Domain", "NSError", ".swift", "DatabaseError", "(null)", "ParserError", "nil", "rawValue",
        "SQLITE_", "CancellationError", "Internal error", "FeedShell.", "FeedStore.", "UserInfo",
    ]

    /// What begins a piece of advice.
    private static let advice = [
        "; ", "see “", "did you mean", "?", "there are", "there is no ", "should be", "is 0", "is 1", "exclude",
        "at most", "from 1", "0 or more", "remove", "keep one", "write", "must", "needs", "instead", "sync again",
        "name ", "holds", "not ", "without", "leave ", "is refused", "stopped", "have the ID",
    ]

    /// The laws that a message breaks, in words; empty where it is well.
    ///
    /// - Parameter message: as it is on standard error, without its line break.
    static func broken(by message: String) -> [String] {
        var broken: [String] = []
        if !message.hasPrefix(prefix) { broken.append("does not begin with the program’s name") }
        let text = String(message.dropFirst(prefix.count))
        if text.contains(where: \.isNewline) { broken.append("is more than one line") }
        if text.isEmpty || text.first == " " || text.last == " " { broken.append("begins or ends with a blank") }
        if text.last == "." || text.last == ";" || text.last == ":" { broken.append("ends in “\(text.suffix(1))”") }
        if message.count > longest { broken.append("is \(message.count) letters long") }
        for word in insides where text.contains(word) { broken.append("shows its insides: \(word)") }
        // The TOML reader quotes letters in its own way.
        if !text.contains("is not TOML"), text.contains(/(^|[ (])'[^']*'([ ,.:;)]|$)/) {
            broken.append("has quotes unlike the others")
        }
        if text.contains(/(; )(; )|\?;|\.;/) { broken.append("joins its parts badly") }
        if !advice.contains(where: text.contains) { broken.append("does not say what to do") }
        return broken
    }
}
