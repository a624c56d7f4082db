import FeedCache
import FeedModel
import Testing

@Suite("Where a delta starts")
struct DeltaStartTests {
    private func bench(_ count: Int = 7, extra: String = "") throws -> Workbench {
        let list = ServerList(style: .afterID, tags: .none, items: .numbered(1...count, version: 10), delta: .after)
        return try Workbench(list: list, extra: #"delta = { param = "since" }"# + "\n" + extra)
    }

    @Test(
        "what changed on a page already read is asked for by the next delta, also with a smaller version than a later one"
    )
    func changedDuringWalk() async throws {
        let bench = try bench()
        bench.script([
            nil,
            .change { list in
                list.items[0] = ServerItem("1", version: 11, title: "edited")
                list.items[6] = ServerItem("7", version: 12)
            },
        ])
        try await bench.sync()
        try await bench.sync()
        #expect(try bench.items.first { $0.key == "1" }?.payload.contains("edited") == true)
    }

    @Test("a deletion while a walk was broken off is asked for after it was resumed")
    func deletedDuringInterruption() async throws {
        let bench = try bench()
        bench.script([nil] + Array(repeating: .fault(.connection), count: 3))
        try await bench.sync()
        bench.change { list in
            list.items.removeFirst()
            list.graves = [ServerItem("1", version: 11, isDeleted: true)]
            list.items[5].version = 13
        }
        try await bench.sync()
        #expect(try bench.keys.contains("1"))
        try await bench.sync()
        #expect(try bench.keys == ["2", "3", "4", "5", "6", "7"])
    }

    @Test("a version from the future is no start")
    func future() async throws {
        // The clock of the bench is in 2023: in milliseconds.
        let bench = try bench()
        bench.change { $0.items[2].version = 4_070_908_800_000 }
        try await bench.sync()
        _ = bench.asked()
        try await bench.sync()
        #expect(bench.asked().map(\.query) == ["since=10"])
    }

    @Test("a day after its first whole walk a list is walked whole once, then every whole_every")
    func wholeWalks() async throws {
        let bench = try bench(extra: #"whole_every = "3d""#)
        var modes: [SyncMode] = []
        for _ in 0..<9 {
            modes.append(try await bench.sync().mode)
            bench.clock.step(by: Workbench.day / 2)
        }
        #expect(modes == [.full, .delta, .full, .delta, .delta, .delta, .delta, .delta, .full])
    }

    @Test("pages of a delta that name one item in two versions are no loop, and a loop leaves the reader's walk alone")
    func noLoop() async throws {
        let bench = try bench()
        try await bench.sync()
        try await bench.refresh()
        bench.change { $0.items.append(ServerItem("8", version: 11)) }
        bench.server.edit { $0.lists["list"]?.ignoresPaging = true }
        bench.change {
            $0.items += [ServerItem("9", version: 12), ServerItem("10", version: 13), ServerItem("11", version: 14)]
        }
        #expect(try await bench.sync().failure?.code == .paginationLoop)
        #expect(try bench.status.walk?.isOpen == true)
    }
}
