import FeedCache
import FeedModel
import FeedStore

/// Lives a world and holds the cache against the laws.
///
/// - Never a value that the server did not send.
/// - The version of an item never goes down, unless two walks missed it meanwhile: absence carries no version.
/// - What is reported as unchanged is unchanged.
/// - The database is consistent.
/// - After quiet and one clean walk the cache is the server's list, but for what the merge law refuses.
struct WorldRun {
    private struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private let bench: Workbench
    private let world: World
    private var greatest: [String: Int] = [:]
    private var shown: [FeedItem] = []

    /// - Returns: what law was broken, nil where all held.
    static func findFault(in world: World) async -> String? {
        do {
            var run = try WorldRun(world)
            for (index, step) in world.steps.enumerated() {
                do {
                    try await run.live(step)
                } catch {
                    throw Broken(description: "step \(index): \(error)")
                }
            }
            try await run.settle()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private init(_ world: World) throws {
        self.world = world
        let delta = world.list.delta == nil ? "" : #"delta = { param = "since" }"#
        bench = try Workbench(list: world.list, extra: delta, seed: world.seed)
    }

    // MARK: Living

    private mutating func live(_ step: World.Step) async throws {
        switch step {
        case .change(let change): bench.change(change.apply)
        case .pass(let seconds): bench.clock.step(by: seconds)
        case .reopen: try bench.reopen()
        case .sync(let isFull, let ignoresWaits, let happenings):
            let options = SyncOptions(isFull: isFull, ignoresWaits: ignoresWaits)
            try await act(happenings) { try await $0.sync(options) }
        case .refresh(let happenings): try await act(happenings) { try await $0.refresh() }
        case .more(let happenings): try await act(happenings) { try await $0.more() }
        }
    }

    private mutating func act(
        _ happenings: [World.Happening?], _ body: @escaping @Sendable (Workbench) async throws -> CollectionReport
    ) async throws {
        bench.script(happenings.map { $0.map(Self.event) })
        let report = try await bench.cancellable(body)
        bench.script([])
        try check(report)
    }

    private static func event(_ happening: World.Happening) -> ScriptedServer.Event {
        switch happening {
        case .change(let change): .change(change.apply)
        case .fault(let fault): .fault(fault)
        case .cancel: .cancel
        }
    }

    // MARK: Laws

    private mutating func check(_ report: CollectionReport) throws {
        let items = try bench.items
        let sent = bench.server.sent
        for item in items {
            let known = sent[item.key] ?? []
            guard known.contains(where: { $0.json == item.payload }) else {
                throw Broken(description: "\(item.key) is \(item.payload), which was never sent")
            }
            let version = item.version.flatMap(Int.init) ?? .min
            guard version >= greatest[item.key] ?? .min else {
                throw Broken(description: "\(item.key) went down to version \(version)")
            }
            greatest[item.key] = version
        }
        for key in try absent(besides: items) { greatest[key] = nil }
        guard Set(items.map(\.key)).count == items.count else { throw Broken(description: "an ID is shown twice") }
        // A page that is met leaves behind it what an earlier walk had among the pages.
        let order: (FeedItem, FeedItem) -> Bool = { $0.key < $1.key }
        let isSame = report.mode == .page ? items.sorted(by: order) == shown.sorted(by: order) : items == shown
        if report.outcome == .unchanged || report.outcome == .deferred, !isSame {
            throw Broken(description: "\(report.outcome), but \(shown.map(\.payload)) became \(items.map(\.payload))")
        }
        shown = items
        let findings = try bench.cache.database.read { try $0.checkIntegrity() }
        guard findings.isEmpty else { throw Broken(description: "\(findings)") }
    }

    /// The items that were shown once and went because walks missed them.
    private func absent(besides items: [FeedItem]) throws -> [String] {
        let missing = Set(greatest.keys).subtracting(items.map(\.key))
        return try bench.cache.read { snapshot in
            let list = try snapshot.list("list")
            return try missing.filter { try list.record(of: $0)?.removal?.reason == .absent }
        }
    }

    /// Quiet: nothing changes any more, nobody disturbs, no list has an ID twice.
    private mutating func settle() async throws {
        bench.change { list in
            var seen: Set<String> = []
            list.items.removeAll { !seen.insert($0.id).inserted }
        }
        for _ in 0..<4 {
            let isResumed = try bench.status.walk?.kind == .sync
            let report = try await bench.sync(SyncOptions(isFull: world.list.delta != nil, ignoresWaits: true))
            try check(report)
            guard report.outcome.isSuccess || report.outcome == .suspiciousShrink || isResumed else {
                throw Broken(description: "a quiet sync is \(report.outcome): \(report.failure?.message ?? "")")
            }
            if report.outcome.isSuccess, report.waiting.isEmpty, !isResumed { return try compare() }
            // That a list is empty is believed after a day.
            if bench.server.edit({ $0.lists["list"]?.items.isEmpty ?? true }) {
                bench.clock.step(by: Evidence.patience)
            }
        }
        throw Broken(description: "no walk is clean although all is quiet")
    }

    private func compare() throws {
        let items = try bench.items
        let cached = Dictionary(uniqueKeysWithValues: items.map { ($0.key, $0) })
        let sent = bench.server.sent
        let server = bench.server.edit { $0.lists["list"]?.items ?? [] }
        for item in server {
            let version = item.version ?? .min
            guard let found = cached[item.id] else {
                let isBuried = sent[item.id]?.contains { $0.isDeleted && $0.version ?? .min >= version } ?? false
                // It went at a greater version than the server has rolled back to: that is refused.
                let isRolledBack = greatest[item.id].map { $0 > version } ?? false
                guard isBuried || isRolledBack else { throw Broken(description: "\(item.json) is not there") }
                continue
            }
            let stored = found.version.flatMap(Int.init) ?? .min
            guard !item.isDeleted || stored > version else {
                throw Broken(description: "\(item.id) is deleted, but \(found.payload) is there")
            }
            guard stored > version || found.payload == item.json else {
                throw Broken(description: "\(found.payload) should be \(item.json)")
            }
        }
        let order = server.map(\.id).filter { cached[$0] != nil }
        guard order == items.map(\.key) else {
            throw Broken(description: "the order is \(items.map(\.key)), the server's \(order)")
        }
    }
}
