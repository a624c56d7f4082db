import FeedModel
import Foundation
import GRDB

/// Why the database cannot be used. Each case names the file.
package enum StoreError: ReportableError, Equatable {
    /// The file is no database of ours. It was not touched.
    case foreign(path: String)
    /// A later version of the program made it. It was not touched.
    case newer(path: String, version: Int)
    /// The file has several names (hard links), and none of them is known to have its log. It was not touched.
    case linked(path: String)
    /// A backup with a log beside it, which may be another file's. It was not touched.
    case logged(path: String)
    /// Its bytes make no sense, or a part of the schema is missing.
    case damaged(path: String, reason: String)
    case cannotCreate(path: String, reason: String)
    case cannotAccess(path: String, reason: String)
    /// Another connection has been writing for longer than `FeedDatabase.busyTimeout`. Nothing was written.
    case busy(path: String)
    /// It was opened for reading only. Nothing was written.
    case readOnly(path: String)
    /// A query of the user's was refused or is wrong.
    case badQuery(reason: String)

    package var code: String {
        switch self {
        case .foreign: "foreign"
        case .newer: "newer"
        case .linked: "linked"
        case .logged: "logged"
        case .damaged: "damaged"
        case .cannotCreate: "cannot_create"
        case .cannotAccess: "cannot_access"
        case .busy: "busy"
        case .readOnly: "read_only"
        case .badQuery: "bad_query"
        }
    }

    package var message: String {
        switch self {
        case .foreign(let path): "\(path) is not a feedcache database and was left alone"
        case .newer(let path, let version): "\(path) was made by a newer feedcache (schema \(version))"
        case .linked(let path): "\(path) has several names (hard links), and its log may be under another"
        case .logged(let path): "\(path) has a log beside it, and nothing says that it is this file's"
        case .damaged(let path, let reason): "\(path) is damaged (\(reason))"
        case .cannotCreate(let path, let reason): "cannot create the database \(path): \(reason)"
        case .cannotAccess(let path, let reason): "cannot read or write the database \(path): \(reason)"
        case .busy(let path): "another process has been writing \(path) for a while"
        case .readOnly(let path): "\(path) was opened for reading only"
        case .badQuery(let reason): "the query cannot be run: \(reason)"
        }
    }

    package var advice: String? {
        switch self {
        case .foreign: "name another file with --db"
        case .newer: "update this program"
        case .linked: "remove the other names, or copy it"
        case .logged: "if it is, copy the two with “backup” and take that copy"
        case .damaged: "restore a backup, or move it away, with what is beside it, and sync again"
        case .cannotCreate: "name another place for it"
        case .cannotAccess: "look at its permissions and the space left, or name another with --db"
        case .busy: "try again"
        case .readOnly: "open it for writing"
        case .badQuery: "“help sql” shows one that works"
        }
    }

    /// Says what an error of SQLite means for the file.
    init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .foreign(path: path)
        case .SQLITE_CORRUPT: self = .damaged(path: path, reason: reason)
        case .SQLITE_BUSY: self = .busy(path: path)
        // Our own statements name only what the migrations made.
        case .SQLITE_ERROR where reason.hasPrefix("no such"): self = .damaged(path: path, reason: reason)
        case .SQLITE_FULL: self = .cannotAccess(path: path, reason: "the disk is full")
        case .SQLITE_READONLY, .SQLITE_PERM: self = .cannotAccess(path: path, reason: "it cannot be written")
        default: self = .cannotAccess(path: path, reason: reason)
        }
    }
}
