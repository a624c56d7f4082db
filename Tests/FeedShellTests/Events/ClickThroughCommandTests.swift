import FeedCache
import FeedModel
import Foundation
import Testing

@testable import FeedShell

@Suite("The ctr command")
struct ClickThroughCommandTests {
    /// A shell whose cache has a table of events that were written by hand.
    private func withEvents(_ events: [FeedEvent], _ body: (ShellFixture) async throws -> Void) async throws {
        let fixture = try ShellFixture()
        #expect(try await fixture.run("status").status == .done)
        try EventRows.write(events, to: fixture.folder.appending(path: "feed.db").path)
        try await body(fixture)
    }

    private func event(
        _ kind: FeedEvent.Kind, _ item: String, in section: String = "photos", row: Int = 0, serial: Int64? = nil
    ) -> FeedEvent {
        let target: FeedEvent.Target = serial.map { .ad(ItemID(item), serial: $0) } ?? .item(ItemID(item))
        return FeedEvent(kind: kind, section: section, target: target, row: row, at: Instant(seconds: 0))
    }

    /// Ads A and B by turns on the same row, with as many taps of a hundred as is said.
    private func ads(_ first: Int, _ second: Int) -> [FeedEvent] {
        (0..<100).flatMap { number -> [FeedEvent] in
            [("A", first), ("B", second)].enumerated().flatMap { index, ad in
                let serial = Int64(number * 2 + index + 1)
                let seen = event(.impression, ad.0, row: 3, serial: serial)
                return number < ad.1 ? [seen, event(.tap, ad.0, row: 3, serial: serial)] : [seen]
            }
        }
    }

    @Test("shows sections in the order of the screen, with rates and intervals")
    func sections() async throws {
        try await withEvents([event(.impression, "1"), event(.impression, "2", row: 1), event(.tap, "1")]) { fixture in
            let text = try await fixture.run("ctr")
            let lines = text.output.split(separator: "\n")
            #expect(lines[0].contains("section") && lines[0].contains("95 % interval"))
            let photos = try #require(lines.first { $0.hasPrefix("photos ") })
            #expect(photos.contains("50.0 %") && photos.contains("9.5–90.5 %"))
            #expect(lines.contains { $0.hasPrefix("articles ") && $0.contains("–") })
            let json = try await fixture.run("ctr --json --section photos").output
            let array = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
            #expect(array.count == 1 && array[0]["impressions"] as? Int == 2 && array[0]["taps"] as? Int == 1)
            #expect(array[0]["section"] as? String == "photos" && array[0]["rate"] as? Double == 0.5)
        }
    }

    @Test("counts by item and by position")
    func groupings() async throws {
        try await withEvents(ads(2, 0) + [event(.tap, "early", row: 9)]) { fixture in
            let items = try await fixture.run("ctr --by item --section photos").output
            #expect(
                items.contains("ad    A   ") && items.contains("item  early") && items.contains("1 tap is in no rate"))
            #expect(try await fixture.run("ctr --by item --limit 1 --json").output.contains("\"ad\":\"A\""))
            #expect(try await fixture.run("ctr --by position --json").output.contains("\"row\":3,\"impressions\":200"))
        }
    }

    @Test("claims a difference only when there is one, in a sentence")
    func compare() async throws {
        try await withEvents(ads(60, 10)) { fixture in
            let result = try await fixture.run("ctr --compare A B --section photos")
            #expect(result.output.contains("“A” is higher than “B”") && result.output.contains("number of looks"))
            #expect(result.output.contains("go together with the expected 1:1"))
            let alarm = try await fixture.run("ctr --compare A B --section photos --ratio 9:1")
            #expect(alarm.output.contains("alarm: 100 impressions to 100 are not the expected 9:1"))
            let json = try await fixture.run("ctr --compare B A --section photos --json").output
            #expect(json.contains("\"verdict\":\"second_higher\"") && json.contains("\"shared_rows\":[3]"))
        }
        try await withEvents(ads(6, 4)) { fixture in
            let result = try await fixture.run("ctr --compare A B --section photos")
            #expect(result.output.contains("no difference can be claimed yet"))
            let unseen = try await fixture.run("ctr --compare photos articles")
            #expect(unseen.output.contains("“articles” was not seen") && !unseen.output.contains("alarm"))
        }
        try await withEvents([event(.impression, "1"), event(.impression, "2", row: 1)]) { fixture in
            let rows = try await fixture.run("ctr --compare 1 2 --section photos")
            #expect(rows.output.contains("never seen on the same row"))
        }
    }

    @Test("says when nothing was seen, and what it does not know")
    func empty() async throws {
        let fixture = try ShellFixture()
        #expect(try await fixture.run("ctr").output.contains("nothing was seen yet"))
        #expect(try await fixture.run("ctr --compare photos articles").output.contains("neither was seen"))
        for line in ["ctr --section nowhere", "ctr --compare photos nowhere", "ctr --compare a b --section photos"] {
            let result = try await fixture.run(line)
            #expect(result.status == .noInput && result.errors.hasPrefix("feedcache: there is no "), "\(line)")
        }
        let usage = [
            "ctr --by colour", "ctr --compare photos", "ctr --compare photos photos", "ctr --ratio 1:1",
            "ctr --compare a b --ratio 0:1", "ctr --limit -1", "ctr --compare a b --by item",
        ]
        for line in usage { #expect(try await fixture.run(line).status == .usage, "\(line)") }
    }
}
