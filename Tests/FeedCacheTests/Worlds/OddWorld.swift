import FeedCache
import FeedModel
import Synchronization
import TestSupport

/// A server whose list is odd all the time, and changes.
struct OddWorld: Sendable {
    enum Oddity: String, CaseIterable, Sendable {
        case nothing, pinned, ties, withoutID
        case totalOneMore, totalOneLess, totalCapped
        /// A cache in front keeps pages for a minute.
        case markedCache, unmarkedCache
        /// One item is put in front in each walk.
        case front
    }

    /// When the list changes.
    enum Motion: CaseIterable, Sendable {
        case betweenSyncs
        /// Once before every seventh request, too.
        case atSomeRequests
        /// Up to three times before every request.
        case atEveryRequest
    }

    let seed: UInt64
    let oddity: Oddity
    let motion: Motion
    let list: ServerList

    private static let lifetime: Int64 = 60

    init(seed: UInt64, oddity: Oddity) {
        var generator = SeededGenerator(seed: seed &* 31 &+ 7)
        self.seed = seed
        self.oddity = oddity
        motion = Motion.allCases.randomElement(using: &generator) ?? .betweenSyncs
        var list = ServerList(style: Bool.random(using: &generator) ? .pageHasNext : .pageCount)
        list.size = Int.random(in: 2...6, using: &generator)
        list.tags = Bool.random(using: &generator) ? .page : .none
        list.items = (0..<Int.random(in: 4...40, using: &generator)).map { ServerItem("\($0)", version: nil) }
        switch oddity {
        case .nothing, .markedCache, .unmarkedCache, .front: break
        case .pinned: list.pinned = ServerItem("pinned", version: nil)
        case .ties:
            for _ in 0..<2 {
                list.items.insert(list.items[0], at: Int.random(in: 0...list.items.count, using: &generator))
            }
        case .withoutID: list.items.insert(ServerItem("", version: nil), at: list.items.count / 2)
        case .totalOneMore: list.totalExcess = 1
        case .totalOneLess: list.totalExcess = -1
        case .totalCapped: list.largestTotal = list.items.count / 2
        }
        list.reportsTotal = list.totalExcess != 0 || list.largestTotal < .max
        self.list = list
    }

    /// What a life showed.
    struct Finding: Sendable {
        /// The law that was broken; nil where all held.
        var fault: String?
        /// Items that were removed while the server had them.
        var falseRemovals = 0
        /// Of each item that was deleted: how many syncs began after that before it was gone.
        var delays: [Int] = []
        /// Whether something was kept for a day since it might be among what walks cannot account for.
        var isHeld = false
    }

    func live() async -> Finding {
        var finding = Finding()
        do {
            try await Life(self).live(&finding)
        } catch {
            finding.fault = "\(error)"
        }
        return finding
    }

    /// A life of an odd world: six syncs while the list changes, then two while it stands still.
    private final class Life: Sendable {
        private struct State {
            var generator: SeededGenerator
            var syncs = 0
            /// The last sync that had begun when an ID was deleted.
            var deletedIn: [String: Int] = [:]
            var serial = 0
        }

        private let world: OddWorld
        private let bench: Workbench
        private let state: Mutex<State>
        private var hasCache: Bool { world.oddity == .markedCache || world.oddity == .unmarkedCache }

        init(_ world: OddWorld) throws {
            self.world = world
            bench = try Workbench(
                list: world.list,
                source: world.oddity == .unmarkedCache ? "shared_cache = \"\(OddWorld.lifetime)s\"\n" : "",
                seed: world.seed)
            state = Mutex(State(generator: SeededGenerator(seed: world.seed ^ 0x5A5A)))
        }

        func live(_ finding: inout Finding) async throws {
            if hasCache {
                let isMarked = world.oddity == .markedCache
                bench.server.edit { $0.edge = EdgeCache(lifetime: OddWorld.lifetime, isMarked: isMarked) }
            }
            try await bench.sync()
            bench.server.edit { state in
                state.conductor = { list, query, _ in
                    self.move(&list, page: query["page"].flatMap(Int.init) ?? 1)
                    return nil
                }
            }
            var lost: Set<String> = []
            for _ in 0..<6 {
                let pause = state.withLock { state in
                    Int64.random(in: 1...40, using: &state.generator)
                }
                bench.clock.step(by: pause)
                bench.change { self.change(&$0) }
                try await sync(&finding, &lost)
            }
            bench.server.edit { $0.conductor = nil }
            for _ in 0..<2 { try await quietSync(&finding, &lost) }
            if try difference() != nil, try !bench.status.waiting.isEmpty, world.mayHold {
                finding.isHeld = true
                bench.clock.step(by: Workbench.day)
                try await quietSync(&finding, &lost)
            }
            finding.fault = try difference()
        }

        private func quietSync(_ finding: inout Finding, _ lost: inout Set<String>) async throws {
            if hasCache { bench.clock.step(by: OddWorld.lifetime + 1) }
            try await sync(&finding, &lost)
        }

        private func sync(_ finding: inout Finding, _ lost: inout Set<String>) async throws {
            let number = state.withLock { state in
                state.syncs += 1
                return state.syncs
            }
            try await bench.sync(SyncOptions(ignoresWaits: true))
            let keys = Set(try bench.keys)
            let server = Set(bench.server.edit { $0.lists["list"]?.items.map(\.id) ?? [] })
            finding.delays += state.withLock { state in
                let gone = state.deletedIn.filter { !keys.contains($0.key) }
                for id in gone.keys { state.deletedIn[id] = nil }
                return gone.values.map { number - $0 }
            }
            let removed = try bench.cache.read { try $0.list("list").removed(offset: 0, limit: .max) }
            let now = server.intersection(removed.map(\.key))
            finding.falseRemovals += now.subtracting(lost).count
            lost = now
        }

        private func difference() throws -> String? {
            let list = bench.server.edit { $0.lists["list"] }
            var seen: Set<String> = [""]
            let ids = ([list?.pinned].compactMap(\.self) + (list?.items ?? [])).map(\.id).filter {
                seen.insert($0).inserted
            }
            let keys = try bench.keys
            return keys == ids ? nil : "\(world.oddity), \(world.motion): the cache has \(keys), the server \(ids)"
        }

        // MARK: The server

        private func move(_ list: inout ServerList, page: Int) {
            if world.oddity == .front, page == 2 {
                list.items.insert(ServerItem(newID(), version: nil), at: 0)
            }
            let count = state.withLock { state in
                switch world.motion {
                case .betweenSyncs: 0
                case .atSomeRequests: Int.random(in: 0..<7, using: &state.generator) == 0 ? 1 : 0
                case .atEveryRequest: Int.random(in: 0...3, using: &state.generator)
                }
            }
            for _ in 0..<count { change(&list) }
        }

        private func newID() -> String {
            state.withLock { state in
                state.serial += 1
                return "n\(state.serial)"
            }
        }

        private func change(_ list: inout ServerList) {
            let id = newID()
            state.withLock { state in
                let place = Int.random(in: 0..<list.items.count, using: &state.generator)
                let other = Int.random(in: 0..<list.items.count, using: &state.generator)
                switch Int.random(in: 0..<3, using: &state.generator) {
                case 0: list.items.insert(ServerItem(id, version: nil), at: place)
                case 1 where list.items.count > 3 && !list.items[place].id.isEmpty:
                    let gone = list.items.remove(at: place)
                    if !list.items.contains(where: { $0.id == gone.id }) { state.deletedIn[gone.id] = state.syncs }
                default: list.items.insert(list.items.remove(at: place), at: other)
                }
            }
        }
    }

    /// Whether a walk that saw the list move may have seen less of what it cannot account for than there is.
    private var mayHold: Bool { oddity == .withoutID || list.reportsTotal }
}
