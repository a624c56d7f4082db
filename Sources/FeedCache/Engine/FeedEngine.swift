package import FeedModel
import FeedSlots
package import FeedSource
package import FeedStore
import Foundation
import Logging

/// The cache as the command line uses it; an app's door to it is `FeedRepository`, which says what its calls do.
///
/// Reading never waits for a sync and sees one whole page after another. It writes nothing, so a database on read-only
/// media can be read. Any number of processes may read; one at a time syncs.
package final class FeedEngine: Sendable {
    package let manifest: Manifest
    package var databasePath: String { database.path }
    package let database: FeedDatabase
    let dependencies: Dependencies
    /// Whose cache it is; nil where the manifest does not say.
    let account: String?
    private let runs = JoinedCalls<RunQuestion, SyncProgress, SyncReport>()
    let deliveries = JoinedCalls<DeliveryQuestion, Never, DeliveryReport>()

    /// Opens the cache. Where there is no database it is empty, and the first sync makes one (mode 0600).
    ///
    /// - Parameters:
    ///   - isReadOnly: whether what would write throws `StoreError.readOnly` instead.
    ///   - upgradesToRead: whether a read brings a large file with an older schema to the present one, or is refused.
    /// - Throws: `StoreError` where the database is not ours, newer or damaged, or there can be none at that path;
    ///   `ManifestError` where the source's name or account needs a variable that is not set.
    package init(
        manifest: Manifest, databasePath: String, dependencies: Dependencies, isReadOnly: Bool = false,
        upgradesToRead: Bool = false
    ) throws {
        self.manifest = try manifest.named(in: dependencies.environment)
        self.dependencies = dependencies
        account = try dependencies.account(of: manifest)
        database = try FeedDatabase(path: databasePath, isReadOnly: isReadOnly, upgradesToRead: upgradesToRead)
    }

    package func close() {
        let file = FileIdentity(path: databasePath)
        database.closeConnections()
        if let file { SyncLock.closeDescriptors(of: file) }
    }

    package var gate: CallGate { database.gate }

    package func erase(lockWait: Duration = .zero) async throws {
        try await database.turn.run {
            guard let file = FileIdentity(path: databasePath) else { return try database.erase() }
            do {
                let lock = try await takeLock(within: lockWait)
                defer { withExtendedLifetime(lock) {} }
                try database.erase()
            }
            SyncLock.closeDescriptors(of: file)
        }
    }

    // MARK: Reading

    package func read<Value>(_ body: (FeedSnapshot) throws -> Value) throws -> Value {
        try database.read(source: manifest.source.name, account: account) { reader in
            try body(snapshot(reader))
        }
    }

    package func readInBackground<Value: Sendable>(
        _ body: @escaping @Sendable (FeedSnapshot) throws -> Value
    ) async throws -> Value {
        try await database.readInBackground(source: manifest.source.name, account: account) { reader in
            try body(self.snapshot(reader))
        }
    }

    func snapshot(_ reader: FeedReader) -> FeedSnapshot {
        FeedSnapshot(reader: reader, manifest: manifest, assetFolder: database.assetFolder, now: dependencies.now())
    }

    func sourceStore() throws -> SourceStore {
        try database.source(named: manifest.source.name, account: account)
    }

    /// Notes what shows that a manifest reads a whole list, or takes it back (nil). Nothing is noted where there is no
    /// database, or where the list was never synced.
    package func noteProof(_ text: String?, of list: String, as fingerprint: String) throws {
        guard try read({ try $0.reader.collectionNames() }).contains(list) else { return }
        try sourceStore().collection(named: list).noteProof(text, as: fingerprint, now: dependencies.now())
    }

    package var isSyncing: Bool { SyncLock.isHeld(databasePath: databasePath) }

    /// The run under way in some process, with the collections that are finished. Nil where no process syncs, or the
    /// one that does has not written its run yet.
    package func currentRun() throws -> RunRecord? {
        guard isSyncing else { return nil }
        return try read { try $0.reader.runs(limit: 1) }.first { $0.ended == nil }
    }

    // MARK: Syncing

    package func sync(
        _ options: SyncOptions = SyncOptions(), delivers: Bool = true,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await run(RunQuestion(kind: .sync, options: options, delivers: delivers), progress)
    }

    /// Syncs a copy of the cache, and throws it away. No event is delivered.
    package func dryRun(
        _ options: SyncOptions = SyncOptions(), progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        let report = try await Self.trial(
            of: manifest, options, dependencies, progress: progress,
            fill: { if try database.state().isThere { try database.backup(to: $0, isChecked: false) } },
            reading: { _ in }
        ).report
        return SyncReport(
            run: nil, requests: report.requests, bytes: report.bytes, seconds: report.seconds,
            sections: report.sections, collections: report.collections)
    }

    /// Syncs into a cache that is thrown away, and reads from it. No event is delivered.
    ///
    /// - Parameters:
    ///   - fill: makes the database that the sync begins with, at a path; by default it begins with none.
    ///   - reading: reads what the sync has brought.
    package static func trial<Value>(
        of manifest: Manifest, _ options: SyncOptions, _ dependencies: Dependencies,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }, fill: (String) throws -> Void = { _ in },
        reading: (FeedSnapshot) throws -> Value
    ) async throws -> (report: SyncReport, value: Value) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "feed.db").path
        try fill(path)
        var dependencies = dependencies
        dependencies.assets = nil
        let engine = try FeedEngine(manifest: manifest, databasePath: path, dependencies: dependencies)
        let report = try await engine.sync(options, delivers: false, progress: progress)
        return (report, try engine.read(reading))
    }

    package func refresh(_ name: String, lockWait: Duration = .zero) async throws -> SyncReport {
        try await run(
            RunQuestion(kind: .refresh, options: SyncOptions(collections: [CollectionName(name)], lockWait: lockWait)))
    }

    package func more(_ name: String, lockWait: Duration = .zero) async throws -> SyncReport {
        try await run(
            RunQuestion(kind: .more, options: SyncOptions(collections: [CollectionName(name)], lockWait: lockWait)))
    }

    private struct RunQuestion: Hashable, Sendable {
        let kind: RunKind
        let options: SyncOptions
        var delivers = false
    }

    private func run(
        _ question: RunQuestion, _ progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        var seen: Set<String> = []
        let names = question.options.collections.map(\.text).filter { seen.insert($0).inserted }
        let specs = try names.isEmpty ? manifest.collections : names.map(manifest.collection)
        return try await runs.answer(question, progress: progress) { [self] progress in
            try await database.turn.run { try await runNow(question, specs, progress) }
        }
    }

    private func runNow(
        _ question: RunQuestion, _ specs: [CollectionSpec], _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let (kind, options) = (question.kind, question.options)
        let resolved = try await dependencies.resolved(manifest)
        let young = { [self] in
            try YoungParts(
                within: options.maxAge, of: specs.compactMap { resolved.collection(named: $0.name) }, from: resolved,
                asksForSections: kind == .sync && resolved.sectionsURL != nil, delivers: question.delivers, in: self)
        }
        do {
            // Before the lock: what is young is there, whoever syncs.
            if let report = try young().wholeReport { return report }
        } catch StoreError.older {
            // It cannot be read before it is brought up to date, which is done under the lock.
        }
        let lock = try await takeLock(within: options.lockWait)
        defer { withExtendedLifetime(lock) {} }
        let source = try sourceStore()
        // Once more: another process may have synced meanwhile.
        let parts = try young()
        if let report = parts.wholeReport { return report }
        let started = dependencies.now()
        if let account = resolved.account {
            try source.nameAccount(account, of: resolved.source.name, key: resolved.accountKey, now: started)
        }
        let run = try RunStore.begin(kind, of: source, process: ProcessInfo.processInfo.processIdentifier, now: started)
        var log = dependencies.logger
        log[metadataKey: "run"] = "\(run.id)"
        log.info("run begins", metadata: ["kind": "\(kind.rawValue)", "source": "\(manifest.source.name)"])
        let numbers = RequestNumbers(source: source)
        let context = RunContext(
            engine: self, kind: kind, delivers: question.delivers, resolved: resolved, run: run, source: source,
            client: dependencies.client(resolved), numbers: numbers,
            guesses: GuessBudget(concurrency: resolved.source.concurrency), options: options,
            digests: try HeaderDigests(resolved, in: database),
            acceptsOlderSince: options.acceptsOlder ? WriteSequence(request: try numbers.next()) : nil,
            logger: log, progress: progress)
        let report = try await context.sync(
            parts.old, sections: parts.asksForSections ? resolved.sectionsURL : nil, started: started)
        let wasStopped = Task.isCancelled && report.outcome != .complete && report.outcome != .unchanged
        try run.end(report, outcome: wasStopped ? nil : report.outcome, keeping: manifest.keep, now: dependencies.now())
        try moveSlotsWithContent()
        try keepScreen()
        try await context.writing.run { [database] in database.rest() }
        log.info(
            "run ended",
            metadata: [
                "outcome": "\(report.outcome.rawValue)", "requests": "\(report.requests)", "bytes": "\(report.bytes)",
                "seconds": "\(report.seconds)",
            ])
        return parts.added(to: report)
    }

    func takeLock(within limit: Duration = .zero) async throws -> SyncLock {
        let deadline = ContinuousClock.now + limit
        while true {
            do {
                try database.prepare()
                return try SyncLock(databasePath: databasePath)
            } catch is SyncBusyError {
                guard ContinuousClock.now < deadline else {
                    // Of an older file the run under way is not to be had.
                    throw SyncBusyError(holder: try? read { try $0.reader.runs(limit: 1).first { $0.ended == nil } })
                }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    // MARK: Care

    /// - Returns: the schema that it had; nil where there was nothing to do.
    package func upgrade() async throws -> Int? {
        try await database.turn.run {
            guard case .older(let schema) = try database.state() else { return nil }
            let lock = try await takeLock()
            defer { withExtendedLifetime(lock) {} }
            try database.upgrade()
            return schema
        }
    }

    package static func restore(_ databasePath: String, from copy: String) async throws {
        let restore = try DatabaseRestore(of: databasePath, from: copy)
        try await restore.turn.run {
            let lock = try SyncLock(databasePath: restore.path)
            defer { withExtendedLifetime(lock) {} }
            try restore.run()
        }
    }

    package func prune(
        _ options: PruneOptions = PruneOptions(), isDryRun: Bool = false, lockWait: Duration = .zero
    ) async throws -> PruneReport {
        try await database.turn.run {
            let lock = try await takeLock(within: lockWait)
            defer { withExtendedLifetime(lock) {} }
            var options = options
            options.syncs = options.syncs ?? manifest.keep.runs
            var report = try database.prune(options, isDryRun: isDryRun, now: dependencies.now())
            if options.dropsAssets {
                // What no item on screen names.
                let named = try read { try $0.namedAssets() }
                report.assets = try sourceStore().assets.drop(allBut: named, isDryRun: isDryRun)
            }
            return report
        }
    }
}
