import FeedModel
import FeedSource
import FeedStore
public import Foundation

/// Why the repository could not do what it was asked to.
///
/// What a sync could not fetch is no error: it is in its `SyncReport`, since the rest of the cache is up to date all the
/// same. A task that is cancelled throws `CancellationError`.
public struct FeedError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
    /// What kind of error it is.
    @nonexhaustive public enum Code: String, Sendable, CaseIterable {
        /// The manifest is wrong, or a variable that it needs has no value.
        case manifest
        /// The variables are those of another account than the repository's. Nothing was requested or written.
        case account
        /// `Configuration.variables` threw `cause`. Nothing was requested or written.
        case variables
        /// There is no collection, section, row or item of that name.
        case unknownName = "unknown_name"
        /// Events wait for delivery, and would be lost. Nothing was forgotten.
        case waitingEvents = "waiting_events"
        /// Another process syncs, delivers or prunes.
        case busy
        /// The repository is suspended, or was before the call had done anything. Nothing was requested or written.
        case suspended
        /// The file is not a database of feedcache. It was not touched.
        case foreignDatabase = "foreign_database"
        /// A later version made the database. It was not touched.
        case newerDatabase = "newer_database"
        /// The database is damaged.
        case damagedDatabase = "damaged_database"
        /// The database cannot be made, read or written: permissions, a full disk, a file that was replaced.
        case unusableDatabase = "unusable_database"
        /// An expression of `where` or `order` is wrong, or does more than read.
        case expression
        /// The token is none, or not one of this database.
        case token
        /// A picture or file could not be had, or there is no room for it.
        case asset
        /// A stored value that the server sent cannot be read.
        case malformed
    }

    /// What kind of error it is.
    public let code: Code
    /// One line for people: what happened, and to which thing. It holds no secret.
    public let message: String
    /// What to do, to follow the message, in the words of the command line; nil where there is nothing to say.
    public let advice: String?
    /// What an app's own code threw; nil where it is an error of the cache's.
    public let cause: (any Error)?

    /// An error.
    ///
    /// - Parameters:
    ///   - code: what kind of error it is.
    ///   - message: one line for people.
    ///   - advice: what to do, to follow the message.
    ///   - cause: what an app's own code threw.
    public init(code: Code, message: String, advice: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.message, self.advice, self.cause) = (code, message, advice, cause)
    }

    /// The message.
    public var errorDescription: String? { message }
    /// The advice.
    public var recoverySuggestion: String? { advice }

    /// The message, and the advice where there is some.
    public var description: String { advice.map { "\(message); \($0)" } ?? message }

    /// Whether two say the same; the cause does not count.
    public static func == (left: FeedError, right: FeedError) -> Bool {
        left.code == right.code && left.message == right.message && left.advice == right.advice
    }

    /// Runs `body`; what it throws becomes a `FeedError`, but for cancellation.
    package static func wrapping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw wrapped(error) }
    }

    static func wrapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw wrapped(error) }
    }

    package static func wrapped(_ error: any Error) -> any Error {
        guard let error = error as? any ReportableError,
            // Without one it is an error that no call of an app ends with.
            let code = error is ManifestError ? .manifest : renamed[error.code] ?? Code(rawValue: error.code)
        else { return error }
        return FeedError(
            code: code, message: error.message, advice: error.advice, cause: (error as? VariablesError)?.cause)
    }

    /// Codes of the command line that have another name here.
    private static let renamed: [String: Code] = [
        "foreign": .foreignDatabase, "newer": .newerDatabase, "damaged": .damagedDatabase, "logged": .damagedDatabase,
        "linked": .unusableDatabase, "cannot_create": .unusableDatabase, "cannot_access": .unusableDatabase,
        "read_only": .unusableDatabase, "no_cache": .unusableDatabase, "bad_query": .expression,
        "malformed_token": .token, "newer_token": .token, "other_cache": .token,
    ]
}
