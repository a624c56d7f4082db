package import FeedModel
package import FeedStore
import Foundation

/// Somebody who is notified of what changes on screen.
///
/// Law: each change is reported at least once. A call begins at the last run that the consumer has taken, whatever ended
/// and whoever synced since; a consumer that is new begins at the last run there is.
package struct ScreenConsumer: Sendable {
    let cache: FeedEngine
    let name: String

    package struct Changes: Sendable {
        /// The feed at the end of the last run that was taken.
        package let before: FeedScreen
        package let after: FeedScreen
        package let changes: Changeset
        /// Which of its deletes have only fallen over the edge of a window: the server may have them all the same.
        package let older: Set<RowPosition>
        /// Whether the ledger no longer has the last run that was taken: `before` is that of the oldest one after it.
        package let isCut: Bool
    }

    package func changes(through run: Int64) throws -> Changes? {
        try cache.read { snapshot in
            guard let taken = try snapshot.reader.consumer(name)?.run,
                let first = try snapshot.reader.firstRun(from: taken),
                try snapshot.reader.mayHaveChanged(after: first, through: run)
            else { return nil }
            let (before, after) = (try snapshot.feed(asOf: first), try snapshot.feed(asOf: run))
            let changes = Changeset(from: before, to: after)
            if changes.isEmpty { return nil }
            return Changes(
                before: before, after: after, changes: changes, older: try snapshot.older(changes, of: before),
                isCut: first != taken)
        }
    }

    package func note(run: Int64, hasFailed: Bool) throws {
        let consumers = try cache.sourceStore().consumers
        if hasFailed { return try consumers.fail(name) }
        try consumers.take(name, run: run, now: cache.dependencies.now())
    }
}

extension FeedSnapshot {
    /// Which deletes have only fallen over the edge of a window, and are there now: the server may have them all the same.
    package func older(_ changes: Changeset, of before: FeedScreen) throws -> Set<RowPosition> {
        try Set(
            changes.deletes.filter { position in
                let section = before.sections[position.section]
                guard let name = section.section.collection else { return false }
                return try reader.list(name).record(of: section.rows[position.row].id.text)?.isOlder ?? false
            })
    }
}

extension FeedEngine {
    package func screenConsumer(_ name: String) throws -> ScreenConsumer {
        try sourceStore().consumers.add(name, now: dependencies.now())
        return ScreenConsumer(cache: self, name: name)
    }

    /// What is behind the change stream of the product FeedStream.
    package func changeReader(after token: ChangeToken?) throws -> ChangeReader {
        try database.prepareForChanges()
        return ChangeReader(
            database, after: token, program: "feedcache \(feedcacheVersion)",
            host: ProcessInfo.processInfo.hostName, now: dependencies.now)
    }

    /// As a copy needs it that goes its own way.
    package func renameCache() throws -> String { try database.renameCache() }

    package func take(_ token: ChangeToken, as name: String) throws {
        try database.prepareForChanges()
        try sourceStore().consumers.take(name, token, now: dependencies.now())
    }

    package func token(of name: String) throws -> ChangeToken? {
        try read { try $0.reader.consumer(name)?.token }.map { text throws(ChangeStreamError) in
            try ChangeToken(text: text)
        }
    }

    package func forgetConsumer(_ name: String) throws {
        let names = try read { try $0.reader.consumers().map(\.name) }
        guard names.contains(name), try sourceStore().consumers.forget(name) else {
            throw UnknownNameError(kind: .consumer, name: name, known: names)
        }
    }
}
