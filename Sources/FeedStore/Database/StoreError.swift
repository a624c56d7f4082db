package import FeedModel
import Foundation
import GRDB

/// Why the database cannot be used. Each case names the file. One that is foreign, newer, older, linked or logged was not
/// touched; where it is busy or only for reading, nothing was written.
package enum StoreError: ReportableError, Equatable {
    case foreign(path: String)
    /// What was to be restored is no database of ours.
    case noBackup(path: String)
    case newer(path: String, version: Int)
    /// It is too large to be copied for each read.
    case older(path: String, version: Int)
    /// None of its names (hard links) is known to have its log.
    case linked(path: String)
    /// A backup with a log beside it, which may be another file's.
    case logged(path: String)
    /// Its bytes make no sense, or a part of the schema is missing.
    case damaged(path: String, reason: String)
    /// A damaged one that a backup cannot be written over.
    case irreplaceable(path: String)
    case cannotCreate(path: String, reason: String)
    case cannotAccess(path: String, reason: String)
    /// A file beside it, of a picture; or their folder.
    case cannotKeep(path: String, reason: String)
    /// Another connection has been writing for longer than `FeedDatabase.busyTimeout`.
    case busy(path: String)
    case readOnly(path: String)
    case badQuery(reason: String)

    package var report: ErrorReport {
        switch self {
        case .foreign(let path):
            ErrorReport(
                .badData, "foreign", "\(path) is not a feedcache database and was left alone",
                advice: "name another file with --db")
        case .noBackup(let path):
            ErrorReport(
                .badData, "foreign", "\(path) is not a feedcache database", advice: "name one that “backup” wrote")
        case .newer(let path, let version):
            ErrorReport(
                .badData, "newer", "\(path) was made by a newer feedcache (schema \(version))",
                advice: "update this program")
        case .older(let path, let version):
            ErrorReport(
                .badData, "older",
                "\(path) was made by an older feedcache (schema \(version)), and is too large to be read as it is",
                advice: "bring it up to date with “check --upgrade”, or sync")
        case .linked(let path):
            ErrorReport(
                .badData, "linked", "\(path) has several names (hard links), and its log may be under another",
                advice: "remove the other names, or copy it")
        case .logged(let path):
            ErrorReport(
                .badData, "logged", "\(path) has a log beside it, and nothing says that it is this file's",
                advice: "if it is, copy the two with “backup” and take that copy")
        case .damaged(let path, let reason):
            ErrorReport(
                .badData, "damaged", "\(path) is damaged (\(reason))",
                advice: "restore a backup, or move it away, with what is beside it, and sync again")
        case .irreplaceable(let path):
            ErrorReport(
                .badData, "damaged",
                "\(path) is damaged where it says how it is written, so nothing can be written over it",
                advice: "move it away, with what is beside it, and restore again")
        case .cannotCreate(let path, let reason):
            ErrorReport(
                .cannotCreate, "cannot_create", "cannot create the database \(path): \(reason)",
                advice: "name another place for it")
        case .cannotAccess(let path, let reason):
            ErrorReport(
                .inputOutput, "cannot_access", "cannot read or write the database \(path): \(reason)",
                advice: "look at its permissions and the space left, or name another with --db")
        case .cannotKeep(let path, let reason):
            ErrorReport(
                .inputOutput, "cannot_access", "cannot read or write \(path): \(reason)",
                advice: "look at its permissions and the space left")
        case .busy(let path):
            ErrorReport(
                .comeBackLater, "busy", "another process has been writing \(path) for a while", advice: "try again")
        case .readOnly(let path):
            ErrorReport(.inputOutput, "read_only", "\(path) was opened for reading only", advice: "open it for writing")
        case .badQuery(let reason):
            ErrorReport(
                .usage, "bad_query", "the query cannot be run: \(reason)", advice: "“help sql” shows one that works")
        }
    }

    /// A file that the last call to the system (`errno`) could not reach.
    package static func inaccessible(_ path: String) -> StoreError {
        .cannotAccess(path: path, reason: String(cString: strerror(errno)))
    }

    /// As `inaccessible`, of what holds pictures.
    static func unkept(_ path: String) -> StoreError {
        .cannotKeep(path: path, reason: String(cString: strerror(errno)))
    }

    init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .foreign(path: path)
        // Our own statements name what the migrations made, and break no rule of theirs: where one fails by itself, it is for
        // what it has read.
        case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
            self = .damaged(path: path, reason: reason)
        case .SQLITE_BUSY: self = .busy(path: path)
        case .SQLITE_FULL: self = .cannotAccess(path: path, reason: "the disk is full")
        case .SQLITE_READONLY, .SQLITE_PERM: self = .cannotAccess(path: path, reason: "it cannot be written")
        default: self = .cannotAccess(path: path, reason: reason)
        }
    }
}
