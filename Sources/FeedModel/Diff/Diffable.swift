/// A row as the diff sees it: who it is, and whether it looks the same.
public protocol DiffableRow {
    /// What makes two rows the same one, apart from the section they stand in.
    associatedtype Identity: Hashable

    /// Who the row is. The same identity may stand in several sections, and by mistake twice in one.
    var identity: Identity { get }

    /// Whether the row shows what `other`, a row of the same identity, shows.
    func hasSameContent(as other: Self) -> Bool
}

/// A section as the diff sees it: who it is, its header and its rows.
public protocol DiffableSection {
    /// What makes two sections the same one.
    associatedtype Identity: Hashable
    /// What stands in it.
    associatedtype Row: DiffableRow

    /// Who the section is; meant to be unique in a feed, survived where it is not.
    var identity: Identity { get }

    /// Its rows in the order of the screen.
    var rows: [Row] { get }

    /// Whether everything but the rows is as in `other`, a section of the same identity.
    func hasSameHeader(as other: Self) -> Bool

    /// The section with the same identity and header around other rows.
    func with(rows: [Row]) -> Self
}
