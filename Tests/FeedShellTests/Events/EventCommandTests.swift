import FeedCache
import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedShell

// Swift Testing has an `ExitStatus` too.
private typealias Status = FeedModel.ExitStatus

@Suite("tap, events and flush")
struct EventCommandTests {
    private func withSyncedShell(
        _ faults: [String] = [], _ body: (ShellFixture, MockServer) async throws -> Void
    ) async throws {
        try await withMockServer(MockConfiguration()) { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            for fault in faults { server.faults.add(try FaultRule(parsing: fault)) }
            try await body(fixture, server)
        }
    }

    private func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test("a tap is confirmed, listed, waits, and is delivered once")
    func story() async throws {
        try await withSyncedShell { fixture, server in
            #expect(try await fixture.run("events").output.contains("no events yet"))
            #expect(try await fixture.run("tap ranking 1").output == "tapped row 1 of ranking: item place-2\n")
            let tap = try json(try await fixture.run("tap photos 0 --json").output) as? [String: Any]
            #expect(tap?["type"] as? String == "tap" && tap?["item"] as? String == "120")
            #expect(tap?["state"] as? String == "pending" && tap?["ad"] == nil)
            #expect(try await fixture.run("status").output.contains("2 events wait for delivery"))
            let status = try json(try await fixture.run("status --json").output) as? [String: Any]
            #expect((status?["events"] as? [String: Any])?["pending"] as? Int == 2)
            let pending = try json(try await fixture.run("events --pending --json").output) as? [[String: Any]]
            #expect(pending?.compactMap { $0["section"] as? String } == ["ranking", "photos"])

            let flush = try await fixture.run("flush")
            #expect(flush.status == .done && flush.output == "2 delivered\n" && flush.errors.isEmpty)
            #expect(server.events.events.map(\.key) == pending?.compactMap { $0["key"] as? String })
            #expect(try await fixture.run("flush").output == "nothing waits for delivery\n")
            #expect(try await fixture.run("events --pending").output.contains("no event waits"))
            #expect(try await fixture.run("events --limit 1").output.contains("delivered 2"))
            let after = try json(try await fixture.run("status --json").output) as? [String: Any]
            #expect(after?["events"] == nil)
        }
    }

    @Test("in a session a tap is on the row that was printed, also where another one is there by now")
    func printedRow() async throws {
        try await withSyncedShell { fixture, server in
            let options = try SharedOptions.parse([])
            let session = REPLSession(
                shell: fixture.shell.interactive(with: options, isTyped: false), options: options)
            func read(_ line: String) async throws -> String {
                try await fixture.capture { await session.read(TestLines([.line(line)])).status }.output
            }
            let isLast = { (text: String) in text == "tapped row 0 of photos: item 120\n" }
            for line in ["feed --section photos --limit 2", "feed --json", "scroll photos 0", "feed --format ndjson"] {
                #expect(try await read(line).contains("120"))
            }
            while isLast(try await fixture.run("tap photos 0").output) {
                server.clock.advance()
                #expect(try await fixture.run("sync -q").status == .done)
            }
            #expect(isLast(try await read("tap photos 0")))
            _ = try await read("feed --section ranking")
            #expect(!isLast(try await read("tap photos 0")))
        }
    }

    @Test("a sync delivers, and says so only where there was something")
    func sync() async throws {
        try await withSyncedShell { fixture, server in
            #expect(try await fixture.run("sync").output.contains("(events)") == false)
            _ = try await fixture.run("tap photos 0")
            #expect(try await fixture.run("sync --dry-run").output.contains("(events)") == false)
            let report = try json(try await fixture.run("sync --json").output) as? [String: Any]
            #expect((report?["events"] as? [String: Any])?["delivered"] as? Int == 1)
            #expect(server.events.counts.taps == 1)
        }
    }

    @Test("a sync whose events are not taken ends well, with a line of its own")
    func failingSync() async throws {
        try await withSyncedShell(["events:503*all"]) { fixture, _ in
            _ = try await fixture.run("tap photos 0")
            let result = try await fixture.run("sync")
            #expect(result.status == .done)
            #expect(result.errors.hasPrefix("feedcache: events: the server answered 503"))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "flush ends with what a sync would end with",
        arguments: zip(
            ["503", "500", "429,retry-after=3600", "404", "400", "401", "403"],
            [
                Status.unavailable, .unavailable, .comeBackLater, .protocolError, .protocolError, .noPermission,
                .noPermission,
            ]
        ))
    private func codes(fault: String, status: Status) async throws {
        try await withSyncedShell(["events:\(fault)*all"]) { fixture, server in
            #expect(try await fixture.run("flush").status == .done)
            _ = try await fixture.run("tap photos 0")
            for _ in 0..<2 {
                let result = try await fixture.run("flush --json")
                #expect(result.status == status, "\(result.errors)")
                #expect(result.errors.hasPrefix("{\"error\":") && result.errors.contains("\"message\":\"events: "))
                #expect(result.errors.split(separator: "\n").count == 1)
                #expect((try json(result.output) as? [String: Any])?["pending"] as? Int == 1)
            }
            server.faults.clear()
            #expect(try await fixture.run("flush --now").status == .done)
            #expect(server.events.counts.counted == 1)
        }
    }

    @Test("flush is partly done when some are in and others are not")
    func partly() {
        let failure = SyncFailure(code: .httpStatus, status: 503, message: "m")
        #expect(Status(of: DeliveryReport(delivered: 100, pending: 1, failure: failure)) == .partlyDone)
        #expect(Status(of: DeliveryReport(delivered: 1, refused: 1)) == .partlyDone)
        #expect(Status(of: DeliveryReport(pending: 1, failure: failure)) == .unavailable)
        #expect(Status(of: DeliveryReport(delivered: 1)) == .done)
    }

    @Test("what cannot be done is one line: a row or section that is not there, no path, no server")
    func complaints() async throws {
        try await withSyncedShell { fixture, _ in
            for (line, status, word) in [
                ("tap photos 120", Status.noInput, "0 to 119"), ("tap photso 1", .noInput, "photos"),
                ("tap photos -1", .usage, "row"), ("tap photos one", .usage, "one"), ("tap photos", .usage, "row"),
                ("events --limit -1", .usage, "limit"), ("flush --wait -1", .usage, "wait"),
                ("prune --event-days -1", .usage, "event-days"),
            ] {
                let result = try await fixture.run(line)
                #expect(result.status == status && result.errors.contains(word), "\(line): \(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1, "\(line): \(result.errors)")
            }
            try fixture.editManifest(replacing: "[events]\npath = \"events\"\n", with: "")
            #expect(try await fixture.run("tap photos 0").status == .done)
            let flush = try await fixture.run("flush")
            #expect(flush.status == .badManifest && flush.errors.contains("[events]"))
            #expect(try await fixture.run("status").output.contains("no [events] path"))
        }
        let fixture = try ShellFixture()
        #expect(try await fixture.run("tap photos 0").status == .noInput)
        #expect(try await fixture.run("flush").status == .done)
    }
}
