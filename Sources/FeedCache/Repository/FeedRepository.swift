import FeedModel
import FeedSource
import FeedStore
public import Foundation
public import Logging

/// An offline-first cache of a server-driven feed, in one SQLite file.
///
/// ```swift
/// let repository = try await FeedRepository(manifest: manifest, databaseURL: folder.appending(path: "feed.db"))
/// let screen = try await repository.screen()             // what is in the cache, at once and offline
/// let report = try await repository.sync()               // brings it up to date
/// for try await change in repository.changes() { show(change) }   // what that changed, row by row
/// ```
///
/// Reading never waits for a sync and never shows half a page. Any number of repositories and processes may read one
/// file; one at a time syncs. All methods leave the caller's actor before they touch the disk or the network.
///
/// One label says one thing: `in` is a collection whose items are read or requested, `of` a section or a part of the screen.
public final class FeedRepository: Sendable {
    /// What a repository takes from outside.
    public struct Configuration: Sendable {
        /// Sends requests; nil: an HTTP client of its own.
        public var transport: (any FeedTransport)?
        /// The time; nil: the machine's clock.
        public var clock: (any FeedClock)?
        /// Gets a line for each sync (info), collection and request (debug). Nothing secret is logged.
        public var logger: Logger
        /// The values of `${NAME}` in the manifest. It is asked once at the beginning of each sync, delivery and ad request,
        /// so tokens may change; opening and reading never ask it. Values of another account than the repository's are
        /// refused with the code `account`.
        public var variables: @Sendable () async throws -> [String: String]
        /// See the product `FeedAssets`.
        package var assets: (any AssetKeeper)?

        /// By default: its own HTTP client, the machine's clock, no log, and the process's environment.
        public init(
            transport: (any FeedTransport)? = nil, clock: (any FeedClock)? = nil,
            logger: Logger = Logger(label: "feedcache", factory: { _ in SwiftLogNoOpLogHandler() }),
            variables: @escaping @Sendable () async throws -> [String: String] = {
                ProcessInfo.processInfo.environment
            }
        ) {
            (self.transport, self.clock, self.logger, self.variables) = (transport, clock, logger, variables)
        }
    }

    /// The version of this library.
    public static let version = feedcacheVersion

    package let engine: FeedEngine

    /// Where the database is, without symbolic links.
    public var databaseURL: URL { URL(filePath: engine.databasePath) }

    /// Opens the cache for one account. Where there is no database the cache is empty, and the first sync makes one
    /// (mode 0600). It needs neither a network nor `configuration.variables`.
    ///
    /// - Parameters:
    ///   - manifest: what is cached, and from where.
    ///   - databaseURL: the SQLite file.
    ///   - account: whose cache it is, as a value; nil: what the manifest names, with variables of the process's
    ///     environment. Each account has a cache of its own in the file.
    ///   - configuration: what is taken from outside.
    /// - Throws: `FeedError`: the codes that end in `Database` where the file cannot be used; `manifest` where the
    ///   source's name or the account needs a variable that the environment does not have, or the manifest names no
    ///   account and there is one.
    public init(
        manifest: FeedManifest, databaseURL: URL, account: String? = nil, configuration: Configuration = Configuration()
    ) async throws {
        engine = try FeedError.wrapping {
            try FeedEngine(
                manifest: manifest.manifest, databasePath: databaseURL.path,
                dependencies: .live(
                    ProcessInfo.processInfo.environment, source: manifest.manifest.source, account: account,
                    variables: configuration.variables,
                    transport: configuration.transport.map(AdaptedTransport.init),
                    clock: configuration.clock.map(AdaptedClock.init) ?? SystemRequestClock(),
                    logger: configuration.logger, assets: configuration.assets), upgradesToRead: true)
        }
    }

    // MARK: Reading

    /// The feed as it is shown: sections in the server's order, content and ads.
    ///
    /// - Parameters:
    ///   - scope: the whole feed or one section.
    ///   - rows: which rows of each section; by default all, which are then held in memory.
    /// - Throws: `FeedError`.
    public func screen(of scope: FeedScope = .feed, rows: Range<Int> = 0..<Int.max) async throws -> FeedScreen {
        try await screen(of: scope, windows: FeedWindows(rows))
    }

    /// The feed as it is shown, with a window of rows for each section.
    ///
    /// - Throws: `FeedError`.
    public func screen(of scope: FeedScope = .feed, windows: FeedWindows) async throws -> FeedScreen {
        try await read { try $0.feed(of: scope, windows: windows) }
    }

    /// How fresh the cache is.
    ///
    /// - Throws: `FeedError`.
    public func status() async throws -> FeedStatus {
        try await read { snapshot in
            FeedStatus(collections: try snapshot.status(), waitingEvents: try snapshot.reader.outbox().pending)
        }
    }

    /// What the cache is doing, as it changes: also a sync that another process runs, with how far it has come. A process
    /// that is killed while it syncs is syncing until something else is written.
    public var phases: FeedValues<FeedPhase> { FeedValues(cache: engine) { try FeedPhase($0) } }

    /// The changes of the screen as they happen, made by whatever process.
    ///
    /// - Parameters: as for `screen(of:rows:)`.
    public func changes(of scope: FeedScope = .feed, rows: Range<Int> = 0..<Int.max) -> FeedChanges {
        changes(of: scope, windows: FeedWindows(rows))
    }

    /// The changes of the screen as they happen, with a window of rows for each section.
    public func changes(of scope: FeedScope = .feed, windows: FeedWindows) -> FeedChanges {
        FeedChanges(engine, of: scope, windows: windows)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (FeedSnapshot) throws -> Value) async throws -> Value {
        try await calling { [engine] in try await engine.readInBackground(body) }
    }

    /// Runs a call of an app; what it throws becomes a `FeedError`, but for cancellation.
    ///
    /// - Parameter waits: whether it waits while the repository is suspended.
    package func calling<Value: Sendable>(
        waits: Bool = false, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await FeedError.wrapping { try await engine.gate.run(waits: waits, body) }
    }

    // MARK: Syncing

    /// Brings the cache up to date: the section config, then the collections, then the delivery of waiting events.
    ///
    /// What could not be fetched is in the report and throws nothing. When the task is cancelled the page in hand is
    /// finished; the report says how far it came, and the next sync goes on there.
    ///
    /// The calls of one process that write wait for each other. A sync that is asked for while the same one is under way
    /// is that one, and both get its report; so are `refresh`, `loadMore` and `deliverEvents`.
    ///
    /// - Throws: `FeedError`, with the code `account` where the variables are those of another account, and `variables`
    ///   where they could not be had: nothing was requested or written then. `busy` while another process syncs.
    ///   `CancellationError` where the task was cancelled before anything was done.
    @discardableResult
    public func sync(
        _ options: SyncOptions = SyncOptions(), progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await run { try await $0.sync(options, progress: progress) }
    }

    private func run(_ body: @escaping @Sendable (FeedEngine) async throws -> SyncReport) async throws -> SyncReport {
        try await calling { [engine] in
            let report = try await body(engine)
            if Task.isCancelled, report.wasStoppedAtOnce { throw CancellationError() }
            return report
        }
    }

    /// Brings up to date what was last synced that long ago or longer, as when an app comes to the front. What is younger is
    /// `unchanged` in the report, and not requested; where all is, `requests` is 0.
    ///
    /// - Parameters:
    ///   - age: goes before `options.maxAge`.
    ///   - options: as for `sync`.
    ///   - progress: as for `sync`.
    /// - Throws: as `sync`.
    @discardableResult
    public func sync(
        ifOlderThan age: Duration, _ options: SyncOptions = SyncOptions(),
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        var options = options
        options.maxAge = age
        return try await sync(options, progress: progress)
    }

    /// Reports what `sync` would change, and changes nothing.
    ///
    /// - Throws: as `sync`.
    public func dryRun(_ options: SyncOptions = SyncOptions()) async throws -> SyncReport {
        try await run { try await $0.dryRun(options) }
    }

    /// Reads the first page of a collection again and keeps the rest, as for "pull to refresh".
    ///
    /// - Parameters:
    ///   - collection: a name of the manifest.
    ///   - lockWait: how long to wait for a sync of another process to end.
    /// - Throws: as `sync`.
    @discardableResult
    public func refresh(in collection: CollectionName, lockWait: Duration = .zero) async throws -> SyncReport {
        try await run { try await $0.refresh(collection.text, lockWait: lockWait) }
    }

    /// Reads the page after those that were read, as for a list that is scrolled to its end.
    ///
    /// - Parameters:
    ///   - collection: a name of the manifest.
    ///   - lockWait: how long to wait for a sync of another process to end.
    /// - Throws: as `sync`.
    @discardableResult
    public func loadMore(in collection: CollectionName, lockWait: Duration = .zero) async throws -> SyncReport {
        try await run { try await $0.more(collection.text, lockWait: lockWait) }
    }

    /// Whether some process syncs at this moment.
    public var isSyncing: Bool { engine.isSyncing }

    // MARK: Ads and events

    /// A section in a scrolling view.
    ///
    /// - Throws: `FeedError` with the code `unknownName` where there is no such section.
    public func viewport(of section: SectionID) async throws -> FeedViewport {
        try await calling { FeedViewport(try self.engine.scroll(section: section.text), of: self) }
    }

    /// Records that a row was tapped. It is in the database when this returns, and is delivered by the next sync.
    ///
    /// What was shown counts, also where another row is there by now.
    ///
    /// - Parameters:
    ///   - row: see `FeedSection.rowIDs`.
    ///   - screen: what the app showed when it was tapped.
    /// - Throws: `FeedError` with the code `unknownName` where that screen has no such row.
    public func recordTap(_ row: FeedRow.ID, on screen: FeedScreen) async throws {
        try await recordTap(row, on: screen, waits: false)
    }

    func recordTap(_ row: FeedRow.ID, on screen: FeedScreen, waits: Bool) async throws {
        try await calling(waits: waits) { [engine] in
            guard let section = screen[row.section], let index = section.rowIDs.firstIndex(of: row) else {
                throw UnknownNameError(kind: .row, name: row.identity.text)
            }
            try engine.tap(
                FeedEvent.Target(section.rows[index]), section: row.section.text, row: section.firstRow + index)
        }
    }

    /// Delivers the impressions and taps that wait. Each sync does that, too.
    ///
    /// - Parameter lockWait: how long to wait for a sync of another process to end.
    /// - Returns: why they still wait; nil where all were delivered.
    /// - Throws: as `sync`.
    @discardableResult
    public func deliverEvents(lockWait: Duration = .zero) async throws -> SyncFailure? {
        try await calling { [engine] in
            let report = try await engine.flush(lockWait: lockWait)
            if Task.isCancelled, report.delivered == 0, report.failure?.code == .interrupted {
                throw CancellationError()
            }
            return report.failure
        }
    }

    /// Gives up the ads of a section, or of all sections. What was counted as seen stays counted.
    ///
    /// - Throws: `FeedError` with the code `unknownName` where there is no such section.
    public func resetAds(of section: SectionID? = nil) async throws {
        try await calling { [engine] in _ = try engine.resetAds(section: section?.text) }
    }
}
