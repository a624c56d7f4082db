/// What click-through is counted of.
public enum ClickThroughSubject: Hashable, Sendable {
    /// All rows of a section.
    case section(String)
    /// A content item in a section, by its ID.
    case item(String, section: String)
    /// An ad in a section, by the server's ID, in whichever slots it stood.
    case ad(String, section: String)
    /// A row, counted from 0.
    case position(Int)
}

/// A line of click-through.
public struct ClickThroughLine: Hashable, Sendable {
    /// What was counted.
    public let subject: ClickThroughSubject
    /// How often it was seen and tapped.
    public let counts: ClickThrough

    /// A line; nothing is checked.
    public init(subject: ClickThroughSubject, counts: ClickThrough) {
        self.subject = subject
        self.counts = counts
    }
}
