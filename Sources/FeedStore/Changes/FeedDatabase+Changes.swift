import FeedModel
import GRDB

extension FeedDatabase {
    /// Brings the file to the present schema where it has an older one, so that the cache's name and the numbers of its
    /// changes are kept from now on.
    ///
    /// - Throws: `ChangeStreamError.noCache` where there is no database; `StoreError`.
    package func prepareForChanges() throws {
        try verifyPlace()
        switch try state() {
        case .missing, .empty: throw ChangeStreamError.noCache(path: path)
        case .older: try upgrade()
        case .present: break
        }
    }

    /// Gives the cache another name, as a copy of a file needs it that goes its own way: readers get a snapshot under the
    /// new name.
    ///
    /// - Throws: `ChangeStreamError.noCache` where there is no database; `StoreError`.
    package func renameCache() throws -> String {
        try prepareForChanges()
        return try writeStamped { db, stamp in
            _ = try stamp.number()
            let name = try db.value(String.self, "UPDATE stream SET cache = lower(hex(randomblob(16))) RETURNING cache")
            return name ?? ""
        }
    }
}
