import FeedCache
import FeedModel
import Testing

@Suite("Requests for a list of a hundred pages")
struct RequestCountTests {
    private static let size = 20

    private func bench() async throws -> Workbench {
        var list = ServerList(style: .pageHasNext, items: .numbered(1...100 * Self.size))
        list.size = Self.size
        let bench = try Workbench(list: list)
        try await bench.sync()
        return bench
    }

    /// - Returns: the requests of each of some syncs.
    private func requests(_ name: String, _ bench: Workbench, syncs: Int = 2) async throws -> [Int] {
        var requests: [Int] = []
        for _ in 0..<syncs {
            let run = try await bench.cache.sync(SyncOptions())
            let removed = run.collections.first?.items.removed ?? 0
            print("requests: \(name): \(run.requests) requests, \(run.bytes) bytes, \(removed) removed")
            requests.append(run.requests)
        }
        return requests
    }

    @Test("where nothing changed it is read once, without a body")
    func unchanged() async throws {
        let bench = try await bench()
        #expect(try await requests("nothing changed", bench) == [100, 100])
    }

    @Test("where a few items are gone it is read twice, and then once")
    func removed() async throws {
        let bench = try await bench()
        bench.change { $0.items.remove(at: 1_000) }
        #expect(try await requests("1 removed", bench) == [200, 100])
        bench.change { $0.items.removeSubrange(1_000..<1_030) }
        #expect(try await requests("30 removed", bench) == [198, 99])
        bench.change { $0.items.removeSubrange(1_000..<1_300) }
        #expect(try await requests("300 removed", bench) == [84, 84], "a later sync has to agree")
        #expect(try bench.keys.count == 1_669)
    }

    @Test("where an item is put in front in each walk one request more is made")
    func front() async throws {
        let bench = try await bench()
        bench.server.edit { state in
            state.conductor = { list, query, _ in
                if query["page"] == "2" { list.items.insert(ServerItem("n\(list.items.count)"), at: 0) }
                return nil
            }
        }
        #expect(try await requests("one put in front in each walk", bench, syncs: 3) == [102, 102, 102])
        #expect(try bench.keys.count == 2_003)
    }
}
