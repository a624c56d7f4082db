/// What a run did to the details of a collection's items.
public struct DetailCounts: Equatable, Sendable {
    /// Details that were not there, or had other content.
    public package(set) var stored = 0
    /// Details that were asked for and are as they were.
    public package(set) var unchanged = 0
    /// Details that could not be had.
    public package(set) var failed = 0

    /// By default none was asked for.
    public init(stored: Int = 0, unchanged: Int = 0, failed: Int = 0) {
        (self.stored, self.unchanged, self.failed) = (stored, unchanged, failed)
    }

    /// Adds the counts of another part.
    package static func += (left: inout DetailCounts, right: DetailCounts) {
        left.stored += right.stored
        left.unchanged += right.unchanged
        left.failed += right.failed
    }
}
