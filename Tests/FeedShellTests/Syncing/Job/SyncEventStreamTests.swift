import FeedCache
import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedShell

@Suite("The lines of sync --format ndjson")
struct SyncEventStreamTests {
    private typealias Object = [String: Any]

    @Test("are an event for each page and each collection, and the document last")
    func lines() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("keywords", .status(404)))
            let fixture = try ShellFixture(baseURL: baseURL)
            let result = try await fixture.run("sync --format ndjson")
            let objects = try result.output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
            }
            let document = try #require(objects.last)
            #expect(document["event"] == nil && document["run"] as? Int == 1)
            let events = objects.dropLast()
            let pages = events.filter { $0["event"] as? String == "page" }
            let collections = events.filter { $0["event"] as? String == "collection" }
            #expect(pages.count + collections.count == events.count)
            let reports = try #require(document["collections"] as? [Object])
            #expect(pages.count == reports.compactMap { $0["pages"] as? Int }.reduce(0, +))
            for report in reports {
                let name = try #require(report["name"] as? String)
                let own = events.filter { $0["name"] as? String == name }
                // The collection comes after its pages, with what the document says of it.
                let last = try #require(own.last)
                #expect(
                    last["event"] as? String == "collection"
                        && last["outcome"] as? String == report["outcome"] as? String)
                #expect(last["seconds"] is Double && last["error"] != nil)
                let counts = own.dropLast().compactMap { $0["pages"] as? Int }
                #expect(counts == Array(1..<(counts.count + 1)), "\(name)")
            }
            for page in pages {
                #expect(
                    Set(page.keys) == ["event", "name", "pages", "items", "bytes", "total", "seconds", "seconds_left"])
            }
            // One document without them.
            #expect(try await fixture.run("sync --json").output.split(separator: "\n").count == 1)
        }
    }

    @Test("say how long the rest takes at the pace so far, where the length of the list is known")
    func secondsLeft() {
        #expect(SyncEventStream.secondsLeft(50, of: 200, after: 2) == 6)
        #expect(SyncEventStream.secondsLeft(200, of: 200, after: 2) == 0)
        #expect(SyncEventStream.secondsLeft(250, of: 200, after: 2) == 0)
        #expect(SyncEventStream.secondsLeft(0, of: 200, after: 2) == nil)
        #expect(SyncEventStream.secondsLeft(50, of: nil, after: 2) == nil)
    }
}
