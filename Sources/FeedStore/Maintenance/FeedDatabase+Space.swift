import GRDB

/// What a database's pages take, and how much of it holds nothing.
package struct FileSpace: Equatable, Sendable {
    /// Bytes in all.
    package let bytes: Int64
    /// Bytes of pages that are free: what is stored next goes there.
    package let free: Int64

    /// Whether `compact` is worth its time: a third is free, and at least a mebibyte.
    package var isWorthCompacting: Bool { free >= max(bytes / 3, 1_048_576) }

    init(_ db: Database) throws {
        func number(_ pragma: String) throws -> Int64 { try db.value(Int64.self, "PRAGMA \(pragma)") ?? 0 }
        let size = try number("page_size")
        (bytes, free) = (try number("page_count") * size, try number("freelist_count") * size)
    }
}

extension StoreSnapshot {
    package func space() throws -> FileSpace { try FileSpace(db) }
}

extension FeedDatabase {
    /// Writes the file anew without its free pages (SQLite's VACUUM), whatever readers are open: all of it or nothing.
    ///
    /// Meanwhile the log and a temporary file take as much room as the file each.
    ///
    /// - Returns: how many bytes smaller the file is.
    func compact() throws -> Int64 {
        let before = try read { try $0.space().bytes }
        try writeWhole("VACUUM")
        return before - (try read { try $0.space().bytes })
    }
}
