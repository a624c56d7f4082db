import FeedCache
import Synchronization
import TestSupport

/// A server whose list changes between any two requests, by one to five inserts, deletions, edits and moves.
struct MovingWorld: Sendable {
    /// In which of a sync's walks the list changes.
    enum Motion: Sendable {
        /// In one walk, from its first page to its last.
        case oneWalk
        /// In every walk of the syncs that follow the first.
        case everyWalk
    }

    let seed: UInt64
    let list: ServerList
    let motion: Motion
    /// With more than one request at a time the order of the changes is not the same for a seed.
    let concurrency: Int

    init(seed: UInt64, motion: Motion) {
        var generator = SeededGenerator(seed: seed)
        var list = ServerList(style: ListStyle.allCases.randomElement(using: &generator) ?? .page)
        list.size = Int.random(in: 1...6, using: &generator)
        list.tags = ServerList.Tags.allCases.randomElement(using: &generator) ?? .none
        list.reportsTotal = Bool.random(using: &generator)
        let hasVersions = Int.random(in: 0..<4, using: &generator) > 0
        if hasVersions, Int.random(in: 0..<3, using: &generator) == 0 {
            list.delta = Bool.random(using: &generator) ? .after : .from
        }
        let count = Int.random(in: 1...30, using: &generator)
        list.items = (0..<count).map { ServerItem("\($0)", version: hasVersions ? 1 : nil) }
        concurrency = Bool.random(using: &generator) ? 4 : 1
        self.seed = seed
        self.list = list
        self.motion = motion
    }

    /// What a life showed.
    struct Finding: Sendable {
        /// The law that was broken; nil where all held.
        var fault: String?
        /// Whether an item that the server has was removed for a while.
        var hasLostForAWhile = false
    }

    func live() async -> Finding {
        var finding = Finding()
        do {
            let bench = try Workbench(
                list: list, extra: list.delta == nil ? "" : #"delta = { param = "since" }"#,
                concurrency: concurrency, seed: seed)
            try await bench.sync()
            try await move(bench, &finding)
            bench.server.edit { $0.mover = nil }
            // A list that is kept by delta is walked whole a day later.
            if list.delta != nil { bench.clock.step(by: Workbench.day) }
            for _ in 0..<2 { try await bench.sync(SyncOptions(ignoresWaits: true)) }
            finding.fault = finding.fault ?? difference(bench)
        } catch {
            finding.fault = "\(error)"
        }
        return finding
    }

    private func move(_ bench: Workbench, _ finding: inout Finding) async throws {
        let (seed, motion) = (seed, motion)
        let randomness = SharedGenerator(seed: seed ^ 0xA5A5)
        for sync in 0..<3 {
            bench.server.edit { state in
                state.walks = 0
                state.mover = { list, walk in
                    guard motion == .everyWalk || walk == 1 && sync == 0 else { return }
                    randomness.use { generator in
                        for _ in 0..<Int.random(in: 1...5, using: &generator) {
                            Self.change(&list, using: &generator)
                        }
                    }
                }
            }
            // Between two syncs nothing changes in a world of one walk.
            try await bench.sync(SyncOptions(isFull: list.delta != nil, ignoresWaits: true))
            let lost = try lost(bench)
            guard !lost.isEmpty else { continue }
            finding.hasLostForAWhile = true
            if motion == .oneWalk { finding.fault = "sync \(sync) removed \(lost), which the server has" }
        }
    }

    /// Items of the server that are removed here.
    private func lost(_ bench: Workbench) throws -> [String] {
        let server = bench.server.edit { $0.lists["list"]?.items.map(\.id) ?? [] }
        let removed = try bench.cache.read { try $0.list("list").removed(offset: 0, limit: .max) }
        return Set(server).intersection(removed.map(\.key)).sorted()
    }

    private func difference(_ bench: Workbench) -> String? {
        let server = bench.server.edit { $0.lists["list"]?.items ?? [] }
        do {
            let cached = try bench.items
            if cached.map(\.payload) == server.map(\.json) { return nil }
            return "the cache has \(cached.map(\.payload)), the server \(server.map(\.json))"
        } catch {
            return "\(error)"
        }
    }

    private static func change(_ list: inout ServerList, using generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<list.items.count, using: &generator)
        let hasVersions = list.items[place].version != nil
        let version = ((list.items + list.graves).compactMap(\.version).max() ?? 0) + 1
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            let item = ServerItem(
                "n\(UInt32.random(in: 0 ... .max, using: &generator))", version: hasVersions ? version : nil)
            list.items.insert(item, at: Int.random(in: 0...list.items.count, using: &generator))
        case 1 where list.items.count > 1:
            var grave = list.items.remove(at: place)
            guard hasVersions else { return }
            grave.version = version
            grave.isDeleted = true
            list.graves.append(grave)
        case 2:
            list.items[place].title = "t\(UInt32.random(in: 0 ... .max, using: &generator))"
            if hasVersions { list.items[place].version = version }
        default:
            let item = list.items.remove(at: place)
            list.items.insert(item, at: Int.random(in: 0...list.items.count, using: &generator))
        }
    }
}

/// Draws for a server that changes while it is asked, the same for a seed.
private final class SharedGenerator: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    func use(_ body: (inout SeededGenerator) -> Void) {
        generator.withLock { body(&$0) }
    }
}
