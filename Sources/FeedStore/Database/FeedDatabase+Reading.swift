import FeedModel
import GRDB

/// What looks at the file is tried again where this process has erased the database meanwhile: a connection that is opened
/// late finds no file then, or not all of its files.
extension FeedDatabase {
    func tryAgainWhileErased<Value>(_ body: () throws -> Value) throws -> Value {
        while true {
            let erasures = place.erasures
            do { return try body() } catch {
                guard place.erasures != erasures else { throw error }
            }
        }
    }

    /// Reads from one snapshot: whatever is written meanwhile is not seen. Where there is no database yet, it is empty.
    package func read<Value>(_ body: (StoreSnapshot) throws -> Value) throws -> Value {
        try tryAgainWhileErased {
            let source = try readSource()
            return try mapped { try source.reader.read { db in try body(StoreSnapshot(db: db)) } }
        }
    }

    package func read<Value>(
        source name: String, account: String? = nil, _ body: (FeedReader) throws -> Value
    ) throws -> Value {
        try read { snapshot in try body(snapshot.reader(source: name, account: account)) }
    }

    /// Reads as `read(source:account:_:)` does, on a thread of GRDB's: the caller's thread does not wait.
    package func readInBackground<Value: Sendable>(
        source name: String, account: String? = nil, _ body: @escaping @Sendable (FeedReader) throws -> Value
    ) async throws -> Value {
        while true {
            let erasures = place.erasures
            do {
                let source = try readSource()
                return try await backgroundReads.run {
                    try await source.reader.read { db in
                        try body(StoreSnapshot(db: db).reader(source: name, account: account))
                    }
                }
            } catch {
                guard place.erasures != erasures else { return try mapped { throw error } }
            }
        }
    }
}
