package import FeedModel
package import FeedStore
import Foundation

extension FeedSnapshot {
    /// What differs on screen between the ends of two runs; 0 is before the first.
    package func changes(from old: Int64, to new: Int64) throws -> FeedChange {
        var change = try FeedChange(from: feed(asOf: old), to: feed(asOf: new))
        change.older = try Set(
            change.changes.deletes.filter { position in
                let section = change.before.sections[position.section]
                guard let name = section.section.collection else { return false }
                return try reader.list(name).record(of: section.rows[position.row].id.text)?.isOlder ?? false
            })
        return change
    }
}

extension FeedEngine {
    /// Those who are notified of what changes on screen; one that is new begins at the last run there is.
    package func addConsumer(_ name: String) throws {
        try sourceStore().consumers.add(name, now: dependencies.now())
    }

    /// What has changed on screen since the last run that a consumer has taken; nil where nothing has.
    ///
    /// Law: each change is reported at least once, whatever ended and whoever synced since.
    ///
    /// - Returns: besides, whether the ledger no longer has that run: the changes begin at the oldest one after it.
    package func changes(for name: String, through run: Int64) throws -> (screen: FeedChange, isCut: Bool)? {
        try read { snapshot in
            guard let taken = try snapshot.reader.consumer(name)?.run,
                let first = try snapshot.reader.firstRun(from: taken),
                try snapshot.reader.mayHaveChanged(after: first, through: run)
            else { return nil }
            let screen = try snapshot.changes(from: first, to: run)
            return screen.changes.isEmpty ? nil : (screen, first != taken)
        }
    }

    package func note(run: Int64, for name: String, hasFailed: Bool) throws {
        let consumers = try sourceStore().consumers
        if hasFailed { return try consumers.fail(name) }
        try consumers.take(name, run: run, now: dependencies.now())
    }

    /// The source of the change stream of the product FeedStream.
    package func changeReader(after token: ChangeToken?) throws -> ChangeReader {
        try database.prepareForChanges()
        return ChangeReader(
            database, after: token, program: "feedcache \(feedcacheVersion)",
            host: ProcessInfo.processInfo.hostName, now: dependencies.now)
    }

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
