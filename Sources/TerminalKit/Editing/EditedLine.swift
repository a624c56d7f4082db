/// A line that is being typed, and those typed before.
package struct EditedLine: Sendable {
    /// What is before the cursor.
    package let before: String
    /// What is after it.
    package let after: String
    /// The lines of the history, the oldest first.
    package let history: [String]

    /// A line of these parts.
    package init(before: String, after: String = "", history: [String] = []) {
        self.before = before
        self.after = after
        self.history = history
    }
}
