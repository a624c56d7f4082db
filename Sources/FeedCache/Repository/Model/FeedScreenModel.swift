import FeedModel
import FeedStore
public import Observation

/// A screen of a feed, for a view: what is in the cache, what the cache is doing, and what a person does with it.
///
/// ```swift
/// ScrollView {
///     LazyVStack {
///         ForEach(model.sections) { section in
///             Text(section.title)
///             ForEach(section.rows) { row in
///                 Card(row: row).onTapGesture { model.tap(row.id) }
///             }
///         }
///     }.scrollTargetLayout()
/// }
/// .onScrollTargetVisibilityChange(idType: FeedRow.ID.self, threshold: 0.5) { model.show($0) }
/// .refreshable { await model.refresh() }
/// .task { await model.run(syncIfOlderThan: .seconds(300)) }
/// ```
///
/// A row that is shown makes its section grow: near the end of what was read more is read, and near the end of what is cached
/// the next page is requested. Ads are asked for just before they show; impressions and taps count for what was shown.
/// Nothing throws: what went wrong is in `phase`.
@MainActor @Observable
public final class FeedScreenModel {
    /// The sections with the rows that were read so far.
    public private(set) var sections: [FeedScreenSection] = []
    private var known = FeedPhase.idle
    private var refusal: FeedError?

    @ObservationIgnored private let repository: FeedRepository?
    @ObservationIgnored private let scope: FeedScope
    /// How many rows a section has at first, and grows by.
    @ObservationIgnored private let step: Int
    @ObservationIgnored private let changes: FeedChanges?
    @ObservationIgnored private var screen = FeedScreen(run: nil, sections: [])
    /// The screens before, the latest first: a finger may be on a row that has just left.
    @ObservationIgnored private var earlier: [FeedScreen] = []
    @ObservationIgnored private var visible: [SectionID: [FeedRow.ID]] = [:]
    @ObservationIgnored private var viewports: [SectionID: FeedViewport] = [:]
    @ObservationIgnored private var reporting: Task<Void, Never>?
    @ObservationIgnored private var isReportDue = false
    /// Whether what is on the screen then is to be reported once more when it has been there for long enough.
    @ObservationIgnored private var isRestDue = false
    @ObservationIgnored private var resting: Task<Void, Never>?
    @ObservationIgnored private var looking: Task<Void, Never>?
    @ObservationIgnored private var isLookDue = false
    /// Collections whose next page is being requested, or is not to be requested by itself until the next sync.
    @ObservationIgnored private var settled: Set<CollectionName> = []

    /// A screen of a repository. It is empty until `run` is called.
    ///
    /// - Parameters:
    ///   - repository: the cache.
    ///   - scope: the whole feed or one section.
    ///   - step: how many rows are read of each section at first, and by how many it grows; 1 or more.
    public init(_ repository: FeedRepository, scope: FeedScope = .feed, step: Int = 40) {
        (self.repository, self.scope, self.step) = (repository, scope, max(1, step))
        changes = repository.changes(of: scope, windows: FeedWindows(0..<max(1, step)))
    }

    /// A screen that does not change, as for a preview: nothing is read, requested or recorded.
    ///
    /// - Parameters:
    ///   - screen: what it shows.
    ///   - phase: what the cache is said to be doing.
    public init(showing screen: FeedScreen, phase: FeedPhase = .idle) {
        (repository, scope, step, changes) = (nil, .feed, 1, nil)
        known = phase
        take(screen)
    }

    /// What the cache is doing, or why it is not up to date.
    public var phase: FeedPhase {
        if case .syncing = known { return known }
        return refusal.map(FeedPhase.refused) ?? known
    }

    /// Follows the cache until the task is cancelled: what is cached is there at once, also offline.
    ///
    /// - Parameter age: sync once, where the last one is that long ago or longer; nil: not at all.
    public func run(syncIfOlderThan age: Duration? = nil) async {
        guard let repository, let changes else { return }
        async let screens: Void = follow(changes) { $0.take($1.screen) }
        let commits = Commits(of: repository.engine.database)
        // At each commit: between two looks of a sequence of phases a sync may begin and end, and a look of a call see it.
        let versions = FeedValues(cache: repository.engine) { _ in try commits.version() }
        async let phases: Void = follow(versions) { model, _ in model.lookAtPhase() }
        if let age { await sync(ifOlderThan: age) }
        _ = await (screens, phases)
        // The view is gone.
        resting?.cancel()
        visible = [:]
        _ = report(restsAfter: false)
    }

    /// Syncs what is on the screen, as for "pull to refresh". It returns when that is done, or could not be.
    public func refresh() async { await sync(ifOlderThan: nil) }

    /// Requests the next page of a section's collection, as for a button at its end.
    ///
    /// - Parameter section: the ID of a section that shows a collection; nothing happens for another one.
    public func loadMore(of section: SectionID) async {
        guard let shown = screen[section], let collection = shown.collection else { return }
        settled.insert(collection)
        grow(section, to: shown.firstRow + shown.rows.count + step)
        await calling { repository in
            let report = try await repository.loadMore(in: collection)
            if report.collections.contains(where: { $0.outcome.isSuccess && $0.pages > 0 }) {
                settled.remove(collection)
            }
        }
        await lookAtPhase().value
    }

    /// These rows are on the screen, and no others. Call it whenever that changes.
    ///
    /// - Parameter rows: of any sections; none where the screen is no longer looked at.
    /// - Returns: what reports them, to wait for in a test.
    @discardableResult
    public func show(_ rows: [FeedRow.ID]) -> Task<Void, Never> {
        visible = Dictionary(grouping: rows, by: \.section)
        for section in screen.sections { growWhereNeeded(section) }
        resting?.cancel()
        return report(restsAfter: true)
    }

    /// A row was tapped. What was on the screen counts, also where the row has just left it.
    ///
    /// - Returns: what records it, to wait for where the app may end at once.
    @discardableResult
    public func tap(_ row: FeedRow.ID) -> Task<Void, Never> {
        let screen = ([screen] + earlier).first { $0[row.section]?.rowIDs.contains(row) ?? false } ?? screen
        return Task { await calling { try await $0.recordTap(row, on: screen, waits: true) } }
    }

    // MARK: Following

    private func follow<Elements: AsyncSequence & Sendable>(
        _ elements: Elements, _ take: @MainActor (FeedScreenModel, Elements.Element) -> Void
    ) async where Elements.Element: Sendable {
        await calling { _ in for try await element in elements { take(self, element) } }
    }

    /// How many screens are kept of those before: what may come while a finger goes down.
    private static let earlierScreens = 8

    private func take(_ screen: FeedScreen) {
        earlier = [self.screen] + earlier.prefix(Self.earlierScreens - 1)
        self.screen = screen
        sections = screen.sections.map(FeedScreenSection.init)
    }

    private func sync(ifOlderThan age: Duration?) async {
        settled = []
        await calling { repository in
            var collections: [CollectionName] = []
            if case .section(let id) = scope { collections = screen[id]?.collection.map { [$0] } ?? [] }
            try await repository.sync(SyncOptions(collections: collections, maxAge: age))
            refusal = nil
        }
        await lookAtPhase().value
    }

    /// Reads what the cache is doing, one read after another, so that the last one counts.
    @discardableResult
    private func lookAtPhase() -> Task<Void, Never> {
        isLookDue = true
        if let looking { return looking }
        let task = Task {
            while isLookDue {
                isLookDue = false
                await calling { repository in known = try await repository.calling { try FeedPhase(repository.engine) }
                }
            }
            looking = nil
        }
        looking = task
        return task
    }

    /// Runs a call once the repository is not suspended. One that is suspended with it is over, and nothing is wrong.
    private func calling(_ body: (FeedRepository) async throws -> Void) async {
        guard let repository else { return }
        do {
            try await repository.engine.gate.waitUntilOpen()
            try await body(repository)
        } catch {
            if let error = error as? FeedError, error.code != .suspended { refusal = error }
        }
    }

    // MARK: Growing

    private func growWhereNeeded(_ section: FeedSection) {
        guard let shown = visible[section.id].map(Set.init), !shown.isEmpty,
            let last = section.rowIDs.lastIndex(where: shown.contains), last >= section.rows.count - max(1, step / 2)
        else { return }
        let end = section.firstRow + section.rows.count
        if end < section.rowCount {
            grow(section.id, to: end + step)
        } else if let collection = section.collection, settled.insert(collection).inserted {
            Task { await loadMore(of: section.id) }
        }
    }

    private func grow(_ section: SectionID, to end: Int) {
        guard let changes else { return }
        var windows = changes.windows.sections
        guard windows[section, default: 0..<step].upperBound < end else { return }
        windows[section] = 0..<end
        changes.windows = FeedWindows(0..<step, sections: windows)
    }

    // MARK: Looking

    /// Reports one after another, so that none overtakes another: each what is on the screen by then.
    private func report(restsAfter: Bool) -> Task<Void, Never> {
        isReportDue = true
        isRestDue = isRestDue || restsAfter
        if let reporting { return reporting }
        let task = Task {
            var dwell = Duration.zero
            while isReportDue {
                isReportDue = false
                dwell = await reportNow()
            }
            reporting = nil
            // What is still on the screen when it has been there for long enough was seen.
            if isRestDue, !visible.isEmpty { rest(for: dwell) }
            isRestDue = false
        }
        reporting = task
        return task
    }

    private func rest(for dwell: Duration) {
        resting = Task {
            guard let repository, (try? await repository.engine.dependencies.pause(dwell)) != nil, !Task.isCancelled
            else { return }
            await report(restsAfter: false).value
        }
    }

    /// - Returns: how long rows have to be on the screen to count.
    private func reportNow() async -> Duration {
        let (screen, visible) = (screen, visible)
        var dwell = Duration.zero
        for (id, rows) in visible where screen[id] != nil {
            await calling { repository in
                let viewport = try await viewport(of: id, in: repository)
                let look = try await viewport.look(at: rows, on: screen)
                dwell = max(dwell, look.dwell)
                if look.wantsAd { Task { await calling { _ in try await viewport.askForAds() } } }
            }
        }
        for (id, viewport) in viewports where visible[id] == nil { await viewport.hide() }
        return dwell
    }

    private func viewport(of section: SectionID, in repository: FeedRepository) async throws -> FeedViewport {
        if let known = viewports[section] { return known }
        let viewport = try await repository.viewport(of: section)
        viewports[section] = viewport
        return viewport
    }
}

/// A section of a `FeedScreenModel`, as a view takes it: `section.title`, `section.layout` and the like are those of its
/// `FeedSection`.
@dynamicMemberLookup
public struct FeedScreenSection: Identifiable, Hashable, Sendable {
    /// What the server says of it.
    public let header: FeedSection
    /// The rows that were read, from the first on.
    public let rows: [FeedScreenRow]

    /// A section of a screen.
    public init(_ section: FeedSection) {
        header = section
        rows = zip(section.rowIDs, section.rows).map { FeedScreenRow(id: $0, content: $1) }
    }

    /// The section's ID.
    public var id: SectionID { header.id }

    /// What the section says of itself.
    public subscript<Value>(dynamicMember path: KeyPath<FeedSection, Value>) -> Value { header[keyPath: path] }
}

/// A row of a `FeedScreenModel`, as a view takes it.
public struct FeedScreenRow: Identifiable, Hashable, Sendable {
    /// What it is on the screen; unique there.
    public let id: FeedRow.ID
    /// The item or ad.
    public let content: FeedRow

    /// A row, as for a preview.
    public init(id: FeedRow.ID, content: FeedRow) { (self.id, self.content) = (id, content) }
}
