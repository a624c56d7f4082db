import FeedSchema
import Foundation
import GRDB

/// The file before it is opened: is it ours, or may it be made?
///
/// It is only ever opened by SQLite: closing a descriptor of one's own would drop the locks of every connection this
/// process has to the file (POSIX; "How To Corrupt An SQLite Database File" §2.2).
struct DatabaseFile {
    let path: String

    /// The smallest page of a SQLite database, in bytes (SQLite's file format, §1.3.2).
    private static let smallestSize: Int64 = 512

    // MARK: Facts

    var identity: FileIdentity? { FileIdentity(path: path) }

    /// Whether there is nothing to read: no file, whatever an older one left beside its place, or an empty one without a log.
    var isEmpty: Bool { identity == nil || size("") == 0 && !hasLog }

    var hasLog: Bool { size("-wal") > 0 }

    /// Whether a transaction in a rollback journal was cut short, or is under way.
    var hasJournal: Bool { size("-journal") > 0 }

    /// Whether both files of a log are there, so that it can be read without making any.
    var hasLogFiles: Bool { ["-wal", "-shm"].allSatisfy { access(path + $0, R_OK) == 0 } }

    var mayBeWritten: Bool {
        access(path, R_OK | W_OK) == 0 && access(URL(filePath: path).deletingLastPathComponent().path, W_OK | X_OK) == 0
    }

    /// In bytes, without the log.
    var size: Int64 { size("") }

    private func size(_ suffix: String) -> Int64 { FileStamp.length(at: path + suffix) ?? 0 }

    // MARK: Making sure

    /// Makes the file, empty and in WAL mode, with mode 0600, which SQLite gives its side files too, or makes sure that
    /// it is ours. One without a byte becomes ours and gets that mode.
    ///
    /// - Throws: `StoreError`; a file that is not ours, or newer, or that may not be written, is left as it is, and nothing is
    ///   made beside it.
    func prepare() throws(StoreError) {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else {
            guard errno == EEXIST else { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
            let isFresh = try verify().isFresh
            guard !isFresh || chmod(path, 0o600) == 0 else {
                throw .cannotCreate(
                    path: path, reason: "it cannot be given mode 0600: \(String(cString: strerror(errno)))")
            }
            try verifyWritable()
            guard isFresh else { return }
        }
        try mapped(writeFirstPage)
    }

    /// Makes sure that the file may be written, and its log. SQLite would open it for reading otherwise, and make a log with the
    /// file's mode, which could not be written later either.
    func verifyWritable() throws(StoreError) {
        guard access(path, W_OK) == 0 else { throw .cannotAccess(path: path, reason: "it cannot be written") }
        mendLog()
    }

    /// Gives the files of a log the mode of their database, where it may be written and they may not: it had another mode when
    /// they were made. A process that opens them before cannot write.
    private func mendLog() {
        var status = stat()
        guard access(path, W_OK) == 0, stat(path, &status) == 0 else { return }
        for suffix in ["-wal", "-shm"] where access(path + suffix, W_OK) != 0 && errno == EACCES {
            chmod(path + suffix, status.st_mode & 0o666)
        }
    }

    /// Writes the first page of a file without a byte: an empty database in WAL mode.
    ///
    /// By default SQLite protects that write with a rollback journal. A process that is killed before it removes the
    /// journal leaves a file that only a connection that may write can read (SQLITE_READONLY_ROLLBACK). The journal would
    /// protect nothing: one page is written by one call, and zeros follow its first 108 bytes.
    private func writeFirstPage() throws(DatabaseError) {
        guard size("") == 0 else { return }
        let connection = try PlainConnection(path: path, .tidying)
        do {
            // Who holds a lock now makes the page.
            try connection.execute("PRAGMA busy_timeout = 0")
            // From the look at the file until it is closed no one else writes to it.
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            guard try connection.number("PRAGMA page_count") == 0 else { return }
            try connection.execute("PRAGMA journal_mode = OFF")
            try connection.execute("PRAGMA journal_mode = WAL")
        } catch {
            guard error.resultCode == .SQLITE_BUSY else { throw error }
        }
    }

    /// Makes sure that the file, which is there, is ours or empty. Nothing is written to it or made beside it.
    @discardableResult
    func verify() throws(StoreError) -> DatabaseHeader {
        try verifyKind()
        // What the file itself says decides where it can, since to look into a log SQLite has to make files.
        if let file = try? PlainConnection(path: path, .immutable) {
            if let marks = try? DatabaseHeader(file) {
                try marks.verify(path: path)
                guard hasLog || hasJournal else { return marks }
            } else if !hasLog, file.fileMark == .foreign {
                // To open it would undo the transaction in a journal beside it.
                throw .foreign(path: path)
            }
        }
        let marks = try mapped { () throws(DatabaseError) in try DatabaseHeader(open()) }
        try marks.verify(path: path)
        return marks
    }

    /// A connection that reads the file and its log, and leaves both as they are.
    ///
    /// A log that holds something is not copied into the file when the connection closes; an empty one, which it may have
    /// had to make, is tidied up.
    func open() throws(DatabaseError) -> PlainConnection {
        mendLog()
        return try PlainConnection(path: path, hasLog || !mayBeWritten ? .reading : .tidying)
    }

    func mapped<Value>(_ body: () throws(DatabaseError) -> Value) throws(StoreError) -> Value {
        do { return try body() } catch { throw self.error(error) }
    }

    func error(_ failure: DatabaseError) -> StoreError {
        guard failure.meansUnwritable, hasLog || hasJournal, !mayBeWritten else {
            return StoreError(failure, path: path)
        }
        return .cannotAccess(
            path: path,
            reason: "its last changes are in a file beside it that cannot be used in this place; "
                + "copy it and what is beside it to a folder that can be written")
    }

    /// Looks at the file from outside: a pipe would be waited for for ever.
    private func verifyKind() throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .inaccessible(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotAccess(path: path, reason: "it is no plain file") }
        // SQLite takes a file too short for its header for an empty database, and would write over it.
        guard status.st_size == 0 || status.st_size >= Self.smallestSize else { throw .foreign(path: path) }
    }
}

/// Whose a file is by its first bytes alone, whatever SQLite makes of the others (SQLite's file format, §1.3).
enum FileMark {
    case ours
    /// A database that no program has put its mark on.
    case unmarked
    case foreign
}

extension PlainConnection {
    /// Nil where the bytes cannot be read.
    var fileMark: FileMark? {
        guard let bytes = bytes(0..<72) else { return nil }
        guard bytes.starts(with: "SQLite format 3\0".utf8) else { return .foreign }
        switch bytes[68...].reduce(0, { $0 << 8 | Int32($1) }) {
        case FeedSchema.applicationID: return .ours
        case 0: return .unmarked
        default: return .foreign
        }
    }
}

struct DatabaseHeader: Equatable {
    let application: Int64
    /// How many steps of the schema are behind it.
    let version: Int64
    /// Tables, indexes, triggers and views together.
    let objects: Int64

    var isFresh: Bool { application == 0 && version == 0 && objects == 0 }

    var isOurs: Bool { application == Int64(FeedSchema.applicationID) && version >= 0 }

    var isPresent: Bool { version == FeedSchema.migrations.count }

    /// Reads the marks in one transaction, so that they belong together.
    init(_ connection: PlainConnection) throws(DatabaseError) {
        try connection.execute("BEGIN")
        application = try connection.number("PRAGMA application_id")
        version = Int64(FeedSchema.stepCount(at: Int(clamping: try connection.number("PRAGMA user_version"))))
        objects = try connection.number("SELECT count(*) FROM sqlite_schema")
        try connection.execute("COMMIT")
    }

    func verify(path: String) throws(StoreError) {
        guard isFresh || isOurs else { throw .foreign(path: path) }
        guard version <= FeedSchema.migrations.count else { throw .newer(path: path, version: Int(clamping: version)) }
    }
}

package enum DatabaseState: Equatable, Sendable {
    case missing
    /// There is a file that nothing was ever written to.
    case empty
    /// An older version of the program made it. The first write brings it to the present schema; until then each read
    /// is of a whole copy, and one of a large file is refused.
    case older(schema: Int)
    case present

    /// Whether something was written.
    package var isThere: Bool { self != .missing && self != .empty }
}

extension FeedDatabase {
    /// What is at the path now. Nothing is written, copied or brought up to date.
    package func state() throws(StoreError) -> DatabaseState {
        let file = DatabaseFile(path: path)
        guard file.identity != nil else { return .missing }
        let marks = try file.verify()
        guard !marks.isFresh else { return .empty }
        return marks.isPresent ? .present : .older(schema: Int(clamping: marks.version))
    }

    /// Brings the file to the present schema, a step a transaction: one that is cut short goes on at the next write.
    package func upgrade() throws { try write { _ in } }
}
