import FeedAssets
import FeedCache
import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedShell

/// Pictures of the mock's world, as the commands show them.
@Suite struct AssetCommandTests {
    private func run(_ body: (ShellFixture, MockServer) async throws -> Void) async throws {
        try await withMockServer { server, baseURL in
            try await body(try ShellFixture(baseURL: baseURL, assets: FeedAssetKeeper()), server)
        }
    }

    @Test(
        "sync counts them, status says what they take, and feed and scroll which rows have theirs, with the server gone"
    )
    func shown() async throws {
        try await run { fixture, server in
            let sync = try await fixture.run("sync --json")
            #expect(sync.status == .done)
            #expect(sync.output.contains(#""assets":{"stored":98,"unchanged":0,"failed":0,"left":0,"error":null}"#))
            server.faults.isOffline = true
            #expect(try await fixture.run("status").output.contains("98 pictures and files, 0.0 MB of 200.0 MB"))
            #expect(try await fixture.run("status --json").output.contains(#""assets":{"files":98,"bytes":"#))
            #expect(
                try await fixture.run("status --format prometheus").output.contains("feedcache_assets_size_bytes{"))
            #expect(try await fixture.run("feed --section arrivals --limit 3").output.contains("[pic] "))
            #expect(try await fixture.run("scroll arrivals 0").output.contains("; 5 with pictures"))
            #expect(try await fixture.run("check").output == "all is well\n")
            #expect(try await fixture.run("sync").status == .unavailable)
            #expect(try await fixture.run("scroll arrivals 0").output.contains("; 5 with pictures"))
        }
    }

    @Test("what could not be had is a warning and a row of the table; the exit code is that of the lists")
    func failed() async throws {
        try await run { fixture, server in
            server.faults.add(try FaultRule(parsing: "images/*:404*3"))
            let result = try await fixture.run("sync")
            #expect(result.status == .done)
            #expect(
                result.output.contains("(pictures)           complete          95              0           3 failed"))
            #expect(
                result.errors.contains(
                    "pictures: 3 URLs could not be had; of the last, the server answered 404 (not found)"))
        }
    }

    @Test("what has no room has not failed")
    func noRoom() {
        let table = RunTable.table(of: SyncReport(run: 1, assets: AssetReport(left: 15)))
        #expect(table.rows == [["(pictures)", "complete", "", "0", "", "0", "", "no room for 15"]])
    }

    @Test("check notes what a crash left, and the next sync mends it; prune drops what no item names")
    func cared() async throws {
        try await run { fixture, _ in
            #expect(try await fixture.run("sync -q").status == .done)
            let folder = fixture.folder.appending(path: "feed.db-assets")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            try Data([1]).write(to: folder.appending(path: "new-1"))
            try FileManager.default.removeItem(at: folder.appending(path: names[0]))
            let check = try await fixture.run("check")
            #expect(check.status == .done)
            #expect(check.output.contains("all is well\npictures: 1 file without a row"))
            let document = try await fixture.run("check --json").output
            #expect(document.contains(#""ok":true,"findings":[],"notes":["pictures: "#))
            #expect(try await fixture.run("sync --json").output.contains(#""assets":{"stored":1,"#))
            #expect(try await fixture.run("check").output == "all is well\n")
            #expect(try await fixture.run("prune --assets").output == "nothing to drop\n")
            // A manifest that keeps none names none.
            try fixture.editManifest(replacing: "assets = ", with: "# ")
            #expect(try await fixture.run("prune --assets --dry-run").output.contains("98 pictures"))
            #expect(try await fixture.run("prune --assets --json").output.contains(#""assets":98"#))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
}
