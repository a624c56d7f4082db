import FeedModel

/// A section of a `FeedScreenModel`, as a view takes it: `section.title`, `section.layout` and the like are those of its
/// `FeedSection`.
@dynamicMemberLookup
public struct FeedScreenSection: Identifiable, Hashable, Sendable {
    /// What the server says of it.
    public let header: FeedSection
    /// The rows that were read, from the first on.
    public let rows: [FeedScreenRow]

    /// A section of a screen.
    public init(_ section: FeedSection) {
        header = section
        rows = zip(section.rowIDs, section.rows).map { FeedScreenRow(id: $0, content: $1) }
    }

    /// The section's ID.
    public var id: SectionID { header.id }

    /// What the section says of itself.
    public subscript<Value>(dynamicMember path: KeyPath<FeedSection, Value>) -> Value { header[keyPath: path] }
}

/// A row of a `FeedScreenModel`, as a view takes it.
public struct FeedScreenRow: Identifiable, Hashable, Sendable {
    /// What it is on the screen; unique there.
    public let id: FeedRow.ID
    /// The item or ad.
    public let content: FeedRow

    /// A row, as for a preview.
    public init(id: FeedRow.ID, content: FeedRow) { (self.id, self.content) = (id, content) }
}
