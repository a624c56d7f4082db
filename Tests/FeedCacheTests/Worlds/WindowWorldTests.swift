import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedCache

@Suite("Windows of lists that change at random")
struct WindowWorldTests {
    /// A world for each: a sample, or as `FEEDCACHE_WORLDS` asks for, where that counts worlds of all kinds.
    private static let seeds = SeededGenerator.seeds(
        max(24, Soak.seeds("FEEDCACHE_WORLDS", sample: 24) / 100))

    /// Changes a list at random.
    private struct Mover {
        var random: SeededGenerator
        /// The greatest ID so far.
        var next: Int
        /// Whether the list is sorted by the time of change.
        let movesEdits: Bool

        mutating func change(_ list: inout ServerList) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    next += 1
                    list.items.insert(ServerItem("\(next)"), at: 0)
                }
            case 2 where list.items.count > 1:
                list.items.remove(at: Int.random(in: 0..<list.items.count, using: &random))
            default:
                guard let index = list.items.indices.randomElement(using: &random) else { return }
                list.items[index].version = (list.items[index].version ?? 0) + 1
                list.items[index].title += "!"
                if movesEdits { list.items.insert(list.items.remove(at: index), at: 0) }
            }
        }
    }

    /// Changes a list while it is read.
    private final class Motion: Sendable {
        private let mover: Mutex<Mover>

        init(seed: UInt64, movesEdits: Bool) {
            mover = Mutex(Mover(random: SeededGenerator(seed: seed ^ 0x77), next: 1_000, movesEdits: movesEdits))
        }

        func change(_ list: inout ServerList) {
            mover.withLock { mover in
                for _ in 0..<Int.random(in: 0...2, using: &mover.random) { mover.change(&list) }
            }
        }
    }

    /// A server that puts items in front, takes some away and edits others, and a cache that keeps the first of them.
    private struct World {
        var mover: Mover
        let bench: Workbench
        let newest: Int
        let size: Int
        /// The screen at the end of each run.
        private var screens: [Int64: [String]] = [:]

        init(seed: UInt64, styles: [ListStyle]) throws {
            var random = SeededGenerator(seed: seed)
            size = Int.random(in: 1...5, using: &random)
            newest = Int.random(in: 1...12, using: &random)
            var list = ServerList(
                style: styles.randomElement(using: &random) ?? .page,
                items: .numbered(1...Int.random(in: 1...40, using: &random)),
                reportsTotal: Bool.random(using: &random))
            list.size = size
            list.tags = [.none, .page, .body].randomElement(using: &random) ?? .none
            bench = try Workbench(list: list, extra: "keep = { newest = \(newest) }", concurrency: 4)
            let movesEdits = Bool.random(using: &random)
            mover = Mover(random: random, next: 100, movesEdits: movesEdits)
        }

        mutating func change() {
            var list = items
            mover.change(&list)
            bench.change { $0 = list }
        }

        var items: ServerList { bench.server.edit { $0.lists["list"] } ?? ServerList(style: .page) }

        /// - Returns: what is wrong.
        mutating func sync() async throws -> [String] {
            bench.clock.step(by: 60)
            let report = try await bench.sync()
            let alive = items.items.map(\.id)
            var findings = try bench.cache.database.read { try $0.checkIntegrity() }
            let (shown, older, removed) = try stored()
            let lost = Set(alive).intersection(removed)
            for id in lost {
                let removal = try bench.cache.read { try $0.record(of: id, in: "list") }.removal
                findings.append("\(id) is on the server and removed: \(removal?.evidence ?? "")")
            }
            if shown.count != Set(shown).count { findings.append("an item is shown twice") }
            if !Set(older).isDisjoint(with: shown) { findings.append("an item is shown and older") }
            if let failure = report.failure, failure.code != .paginationLoop, report.outcome != .deferred {
                findings.append("\(report)")
            }
            let run = try bench.cache.read { try $0.lastRun() } ?? 0
            screens[run] = shown
            for (run, screen) in screens {
                let past = try bench.cache.read { try $0.feed(asOf: run) }.sections[0].rows.map(\.id.text)
                if past != screen {
                    findings.append("run \(run) showed \(screen), and now seems to have shown \(past)")
                }
            }
            return findings
        }

        func stored() throws -> (shown: [String], older: [String], removed: [String]) {
            try bench.cache.read { snapshot in
                let list = try snapshot.list("list")
                return (
                    try list.keys(), try list.older.window(offset: 0, limit: .max).map(\.key),
                    try list.removed(offset: 0, limit: .max).map(\.key)
                )
            }
        }

        /// What of the server's list is in the window: whole pages.
        var window: [String] { items.items.prefix((newest + size - 1) / size * size).map(\.id) }
    }

    @Test(
        "nothing that the server has is removed, and two still syncs show its first items",
        arguments: seeds)
    func still(seed: UInt64) async throws {
        var world = try World(seed: seed, styles: ListStyle.allCases.filter { $0 != .none })
        var everShown: Set<String> = []
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 0...5, using: &world.mover.random) { world.change() }
            #expect(try await world.sync() == [], "seed \(seed)")
            everShown.formUnion(try world.stored().shown)
            guard Int.random(in: 0..<3, using: &world.mover.random) == 0 else { continue }
            #expect(try await world.sync() == [], "seed \(seed)")
            #expect(try await world.sync() == [], "seed \(seed)")
            let (shown, older, removed) = try world.stored()
            #expect(shown == world.window, "seed \(seed)")
            #expect(everShown == Set(shown).union(older).union(removed).intersection(everShown), "seed \(seed)")
        }
    }

    @Test(
        "where the list moves before every page nothing that the server has is removed, and two still syncs show the window",
        arguments: seeds)
    func moving(seed: UInt64) async throws {
        var world = try World(seed: seed, styles: ListStyle.allCases.filter(\.isPositional))
        let motion = Motion(seed: seed, movesEdits: world.mover.movesEdits)
        var everShown: Set<String> = []
        for round in 0..<16 {
            let isStill = round % 8 > 5
            world.bench.server.edit { state in
                state.mover = nil
                if !isStill { state.mover = { list, _ in motion.change(&list) } }
            }
            let findings = try await world.sync()
            #expect(findings.isEmpty, "seed \(seed): \(findings)")
            everShown.formUnion(try world.stored().shown)
            guard round % 8 == 7 else { continue }
            let (shown, older, removed) = try world.stored()
            #expect(shown == world.window, "seed \(seed)")
            #expect(everShown.isSubset(of: Set(shown).union(older).union(removed)), "seed \(seed)")
        }
    }
}
