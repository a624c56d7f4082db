import FeedModel
import FeedSource
import FeedStore

/// Why the repository could not do what it was asked to.
///
/// What a sync could not fetch is no error: it is in its `SyncReport`, since the rest of the cache is up to date all the
/// same. A task that is cancelled throws `CancellationError`.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Sendable, CaseIterable {
        /// The manifest is wrong, or a variable that it needs has no value.
        case manifest
        /// There is no collection, section, row or item of that name.
        case unknownName = "unknown_name"
        /// Another sync, delivery or prune is running, in this process or another.
        case busy
        /// The file is not a database of feedcache. It was not touched.
        case foreignDatabase = "foreign_database"
        /// A later version made the database. It was not touched.
        case newerDatabase = "newer_database"
        /// The database is damaged.
        case damagedDatabase = "damaged_database"
        /// The database cannot be made, read or written: permissions, a full disk, a file that was replaced.
        case unusableDatabase = "unusable_database"
        /// A stored value that the server sent cannot be read.
        case malformed
    }

    /// What kind of error it is.
    public let code: Code
    /// One line for people. It holds no secret.
    public let message: String

    /// The message.
    public var description: String { message }

    /// Runs `body`; what it throws becomes a `FeedError`, but for cancellation.
    static func wrapping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw wrapped(error) }
    }

    /// Runs `body`; what it throws becomes a `FeedError`, but for cancellation.
    static func wrapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw wrapped(error) }
    }

    /// What an error of the engine is to an app.
    static func wrapped(_ error: any Error) -> any Error {
        switch error {
        case let error as ManifestError: FeedError(code: .manifest, message: error.description)
        case let error as UnknownName: FeedError(code: .unknownName, message: error.description)
        case let error as SyncBusy: FeedError(code: .busy, message: error.description)
        case let error as StoreError: FeedError(code: Code(of: error), message: error.description)
        case let error as SectionConfigError: FeedError(code: .malformed, message: error.description)
        default: error
        }
    }
}

extension FeedError.Code {
    fileprivate init(of error: StoreError) {
        self =
            switch error {
            case .foreign: .foreignDatabase
            case .newer: .newerDatabase
            case .damaged: .damagedDatabase
            case .linked, .cannotCreate, .cannotAccess, .badQuery: .unusableDatabase
            }
    }
}
