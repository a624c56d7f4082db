import FeedModel
import TestSupport

@testable import FeedCache

/// A server whose list and arrangement change by chance, and caches that write what they find there: the one that is
/// observed, and others on the same file.
final class MovingScreen {
    let bench: Workbench
    /// The cache that the test looks through.
    let observed: FeedEngine
    private var generator: SeededGenerator
    private var lastID = 12

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        bench = try Workbench(
            list: ServerList(style: .pageHasNext, items: .numbered(1...12)), sections: Self.arrangement(["a", "b"]),
            seed: seed)
        observed = bench.cache
    }

    /// Something happens: to the server, to a cache, or to both.
    func step() async throws {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: rearrange()
        case 1...3: change()
        case 4: try bench.reopen()
        case 5:
            // A walk that breaks off leaves a screen between the old one and the new one.
            bench.script((0..<4).map { _ in Bool.random(using: &generator) ? .fault(.connection) : nil })
            try await write()
            bench.script([])
        default: try await write()
        }
    }

    /// A sync, by the observed cache or by another one on the same file.
    private func write() async throws {
        let writer = Bool.random(using: &generator) ? observed : bench.cache
        _ = try await writer.sync(SyncOptions(allowsShrink: true, ignoresWaits: true))
    }

    private func change() {
        lastID += 1
        let added = ServerItem("\(lastID)")
        bench.change { list in
            switch Int.random(in: 0..<4, using: &self.generator) {
            case 0: list.items.insert(added, at: Int.random(in: 0...list.items.count, using: &self.generator))
            case 1 where !list.items.isEmpty:
                list.items.remove(at: Int.random(in: list.items.indices, using: &self.generator))
            case 2 where !list.items.isEmpty:
                let index = Int.random(in: list.items.indices, using: &self.generator)
                list.items[index].version = (list.items[index].version ?? 0) + 1
                list.items[index].title += "!"
            default: list.items.shuffle(using: &self.generator)
            }
        }
    }

    private func rearrange() {
        let sections = ["a", "b", "c"].shuffled(using: &generator)
        let arrangement = Self.arrangement(Array(sections.dropLast(Int.random(in: 0...2, using: &generator))))
        bench.server.edit { $0.sections = arrangement }
    }

    /// Of the sections `a` and `b` are the list, `c` has items of its own.
    private static func arrangement(_ ids: [String]) -> String {
        let sections = ids.enumerated().map { place, id in
            let content = id == "c" ? #""items":[{"id":"x"},{"id":"y\#(place)"}]"# : #""collection":"list""#
            return #"{"id":"\#(id)","sectionType":"list","sectionTitle":"\#(id)\#(place)",\#(content)}"#
        }
        return #"{"sections":[\#(sections.joined(separator: ","))]}"#
    }
}

/// What a person sees of a feed: headers, and rows with their bytes.
struct Screen: Equatable {
    private let lines: [String]

    init(_ sections: [FeedSection]) {
        lines = sections.flatMap { section in
            ["\(section.section.id) “\(section.section.title)”"] + section.rows.map { "\($0.id) \($0.payload)" }
        }
    }
}
