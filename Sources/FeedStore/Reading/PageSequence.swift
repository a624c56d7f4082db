import GRDB

/// The pages of a list in display order from a place on: first the rest of that walk, then the older ones. Each part is
/// one range of the index.
final class PageSequence {
    private let rest: RowCursor
    private let older: RowCursor

    init(db: Database, collection: Int64, walk: Int64, number: Int64) throws {
        rest = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, items FROM page WHERE collection = ? AND walk = ? AND number >= ? ORDER BY number, part
                """, arguments: [collection, walk, number])
        older = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, items FROM page WHERE collection = ? AND walk < ? ORDER BY walk DESC, number, part
                """, arguments: [collection, walk])
    }

    /// The next page's row and how many items stand on it.
    func next() throws -> (page: Int64, items: Int)? {
        try (rest.next() ?? older.next()).map { ($0[0], $0[1]) }
    }
}
