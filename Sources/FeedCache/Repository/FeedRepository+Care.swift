import FeedModel
import FeedStore
public import Foundation

extension FeedRepository {
    /// Closes the database, so that no descriptor of its files is open. Call it when nothing reads or writes any more, and
    /// sequences of changes are gone; a later call opens it again.
    public func close() async { engine.close() }

    /// Gives up every lock and descriptor of the database until `resume`, as when an app goes to the background.
    ///
    /// A sync that is under way ends with the page that it has stored; its report says how far it came. Other calls end too,
    /// or are done. When this returns all of them have ended. Sequences of changes stand still.
    ///
    /// Until `resume` each call throws `FeedError` with the code `suspended`, and so does one that had done nothing yet. Time
    /// in which the repository is suspended is not time on screen. Other repositories of the file go on.
    public func suspend() async { await engine.gate.shut { [engine] in engine.close() } }

    /// Lets calls in again, and sequences of changes go on. A repository that is not suspended stays as it is.
    public func resume() async { await engine.gate.open() }

    /// Deletes the database with all accounts in it, once the writing calls of this process are done, and closes it: its
    /// three files, `databaseURL` and what has `-wal` and `-shm` after it, the folder of pictures that has `-assets` after it,
    /// and their space are gone. The next sync makes
    /// a new one.
    ///
    /// - Parameter lockWait: how long to wait for a sync of another process to end.
    /// - Throws: `FeedError`, with the code `busy` while another process syncs.
    public func erase(lockWait: Duration = .zero) async throws {
        try await calling { [engine] in try await engine.erase(lockWait: lockWait) }
    }

    /// Forgets all that is known of another account of the same source, as when somebody signs out who is not the one of
    /// this repository. Nothing is requested.
    ///
    /// - Parameters:
    ///   - account: as a repository of it was opened with.
    ///   - losingEvents: whether impressions and taps that wait for delivery are lost.
    ///   - lockWait: how long to wait for a sync of another process to end.
    /// - Throws: `FeedError`, with the code `waitingEvents` where events wait, `busy` while a sync runs, `unknownName` where the
    ///   database has nothing of that account.
    @discardableResult
    public func erase(
        account: String, losingEvents: Bool = false, lockWait: Duration = .zero
    ) async throws -> ForgetReport {
        try await calling { [engine] in
            try await engine.forget(.account(account), losesEvents: losingEvents, lockWait: lockWait)
        }
    }

    /// Writes a copy of the database while it stays in use, and checks it.
    ///
    /// - Throws: `FeedError` where the destination exists or cannot be written, or the database is damaged, or there is none
    ///   yet; `CancellationError` where the task is cancelled. No file is left then.
    public func backUp(to destination: URL) async throws {
        try await calling { [engine] in try engine.database.backup(to: destination.path) }
    }

    /// Checks a backup and writes it over a database, which may be in use, damaged or missing. Repositories and processes
    /// that read it see the one content or the other.
    ///
    /// - Throws: `FeedError`: the backup is no database of feedcache, damaged, or has a log beside it; `busy` while a sync
    ///   runs. The database is as it was then.
    public static func restore(_ databaseURL: URL, from backup: URL) async throws {
        try await FeedError.wrapping { try await FeedEngine.restore(databaseURL.path, from: backup.path) }
    }

    /// Drops old removed items, syncs and events of every source and account in the file; never a live item, nor an event
    /// that waits for delivery. Each sync drops old syncs by itself, as the manifest says.
    ///
    /// - Parameters:
    ///   - options: what is old.
    ///   - lockWait: how long to wait for a sync of another process to end.
    /// - Throws: `FeedError`, with the code `busy` while another process syncs.
    @discardableResult
    public func prune(
        _ options: PruneOptions = PruneOptions(), lockWait: Duration = .zero
    ) async throws -> PruneReport {
        try await calling { [engine] in try await engine.prune(options, lockWait: lockWait) }
    }

    /// Forgets a collection, or all that is known of the account that the repository was opened for, as when somebody signs
    /// out. Nothing is requested, and mirrors that read `messages` forget it too. What the manifest names comes back with
    /// the next sync.
    ///
    /// - Parameters:
    ///   - collection: a name, also one of an earlier manifest; nil: everything.
    ///   - losingEvents: whether impressions and taps that wait for delivery are lost.
    ///   - lockWait: how long to wait for a sync of another process to end.
    /// - Throws: `FeedError`, with the code `waitingEvents` where events wait, `busy` while a sync runs, `unknownName` where the
    ///   database has no such collection.
    @discardableResult
    public func forget(
        _ collection: CollectionName? = nil, losingEvents: Bool = false, lockWait: Duration = .zero
    ) async throws -> ForgetReport {
        try await calling { [engine] in
            try await engine.forget(
                collection.map { .collection($0.text) } ?? .everything, losesEvents: losingEvents, lockWait: lockWait)
        }
    }
}
