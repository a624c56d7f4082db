import FeedCache
import Testing

@Suite("A server that was restored from a backup")
struct RestoredServerTests {
    @Test("is reported, and its word is taken with acceptsOlder")
    func acceptsOlder() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7, version: 9)))
        try await bench.sync()
        bench.change { $0.items = .numbered(1...7, version: 5) }
        let report = try await bench.sync()
        #expect(report.items.stale == 7)
        #expect(report.warnings.count == 1)
        #expect(try bench.items.allSatisfy { $0.version == "9" })
        let accepted = try await bench.sync(SyncOptions(acceptsOlder: true))
        #expect((accepted.items.updated, accepted.warnings) == (7, []))
        #expect(try bench.items.allSatisfy { $0.version == "5" })
        #expect(try await bench.sync().outcome == .unchanged)
    }

    @Test("is reported where items had been deleted since, and its word brings them back")
    func deleted() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7, version: 1)))
        try await bench.sync()
        bench.change { list in
            for index in 3...6 { list.items[index] = ServerItem("\(index + 1)", version: 9, isDeleted: true) }
        }
        #expect(try await bench.sync().items.removed == 4)
        bench.change { $0.items = .numbered(1...7, version: 1) }
        let report = try await bench.sync()
        #expect((report.items.stale, report.warnings.count) == (4, 1))
        let accepted = try await bench.sync(SyncOptions(acceptsOlder: true))
        #expect((accepted.items.inserted, accepted.warnings) == (4, []))
    }

    @Test("is not seen in a single item that is older, which is stale and nothing more")
    func oneItem() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7, version: 9)))
        try await bench.sync()
        bench.change { $0.items[3] = ServerItem("4", version: 5) }
        let report = try await bench.sync()
        #expect((report.items.stale, report.warnings) == (1, []))
    }

    @Test("items that were removed as absent come back at their lower version by themselves")
    func absentComesBack() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7, version: 9)))
        try await bench.sync()
        bench.change { $0.items.removeLast() }
        #expect(try await bench.sync().items.removed == 1)
        bench.change { $0.items.append(ServerItem("7", version: 5)) }
        #expect(try await bench.sync().items.inserted == 1)
    }
}
