import FeedSchema

/// What is at the path of a database, before anything is read of it.
package enum DatabaseState: Equatable, Sendable {
    /// There is no file. The first write makes one.
    case missing
    /// There is a file that nothing was ever written to.
    case empty
    /// An older version of the program made it. The first write brings it to the present schema; until then each read
    /// is of a whole copy.
    case older(schema: Int)
    case present
}

extension FeedDatabase {
    /// What is at the path now. Nothing is written, copied or brought up to date.
    ///
    /// - Throws: `StoreError` where the file is not ours, newer, damaged or cannot be read.
    package func state() throws(StoreError) -> DatabaseState {
        let file = DatabaseFile(path: path)
        guard file.identity != nil else { return .missing }
        let marks = try file.verify()
        guard !marks.isFresh else { return .empty }
        return marks.isPresent ? .present : .older(schema: Int(clamping: marks.version))
    }
}
