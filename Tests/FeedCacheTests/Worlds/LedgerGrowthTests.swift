import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedCache

@Suite("What many syncs leave", .serialized, .timeLimit(.minutes(240)))
struct LedgerGrowthTests {
    /// How many syncs; `FEEDCACHE_SYNCS` asks for more.
    private static let syncs = max(200, Soak.number("FEEDCACHE_SYNCS") ?? 200)
    private static let tables = [
        "run", "run_collection", "history", "walk_progress", "whole_walk", "problem", "stream_mark",
    ]

    private struct Size {
        /// Of the file and its log.
        let bytes: Int64
        /// Rows of the tables above.
        let rows: [Int64]
        /// Of the process, the tests included.
        let memory: Int
    }

    /// Each sync brings a list of 160 items in which one has moved to the head with another version: what it was, and where all
    /// others were, is noted.
    @Test("is bounded: file, ledger and memory are after thousands as after a hundred")
    func flat() async throws {
        let list = ServerList(style: .pageHasNext, size: 20, items: .numbered(1...160))
        let bench = try Workbench(list: list)
        var sizes: [(syncs: Int, size: Size)] = []
        let marks = [100, 1_000, 5_000, 10_000, Self.syncs].filter { $0 <= Self.syncs }
        for number in 1...Self.syncs {
            bench.change { list in
                let last = list.items.removeLast()
                list.items.insert(ServerItem(last.id, version: number + 1), at: 0)
            }
            bench.clock.step(by: 600)
            try await bench.sync()
            if marks.contains(number) { sizes.append((number, try Self.size(of: bench))) }
        }
        print("| syncs | file and log | \(Self.tables.joined(separator: " | ")) | memory |")
        for (number, size) in sizes {
            let rows = size.rows.map(\.description).joined(separator: " | ")
            print("| \(number) | \(size.bytes / 1_024) KiB | \(rows) | \(size.memory / 1_024) KiB |")
        }
        let (first, last) = (try #require(sizes.first?.size), try #require(sizes.last?.size))
        for (table, counts) in zip(Self.tables, zip(first.rows, last.rows)) {
            #expect(counts.1 <= max(50, counts.0 + counts.0 / 4), "\(table)")
        }
        #expect(last.bytes <= first.bytes + first.bytes / 4)
        #expect(try bench.keys.count == 160)
        #expect(try bench.cache.database.read { try $0.checkIntegrity() } == [])
    }

    private static func size(of bench: Workbench) throws -> Size {
        let rows = try tables.map { table in
            let query = try bench.cache.query("SELECT count(*) FROM \(table)")
            guard case .integer(let count)? = try query.next()?.first else { return Int64(-1) }
            return count
        }
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        let memory = fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
        return Size(bytes: bench.cache.database.bytes, rows: rows, memory: memory)
    }
}
