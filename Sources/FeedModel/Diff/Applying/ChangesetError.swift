/// Why a changeset cannot be carried out on a feed: it was made for another one.
public enum ChangesetError: Error, Hashable, Sendable {
    /// The sections it names are not there, are named twice, or are more than there are.
    case sections
    /// The same of the rows of a section, by its new offset.
    case rows(section: Int)
    /// It names a row that is not there.
    case row(RowPosition)

    /// A name for the reason that does not change.
    public var code: String {
        switch self {
        case .sections: "changeset_sections"
        case .rows: "changeset_rows"
        case .row: "changeset_row"
        }
    }

    /// The reason in words.
    public var message: String {
        let reason =
            switch self {
            case .sections: "its sections are others"
            case .rows(let section): "the rows of section \(section) are others"
            case .row(let position): "section \(position.section) has no row \(position.row)"
            }
        return "the changes were made for another feed: \(reason)"
    }
}

extension ChangesetError: CustomStringConvertible {
    /// The reason in words.
    public var description: String { message }
}
