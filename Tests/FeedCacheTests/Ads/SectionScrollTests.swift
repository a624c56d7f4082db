import FeedCache
import FeedSlots
import FeedSource
import Testing

@Suite("Scrolling through a section with ads")
struct SectionScrollTests {
    private let ids = (1...9).map { "\($0)" }

    @Test("a sync asks for no ad; a look asks for the one that is near")
    func firstLook() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A", "B"])
        try await ads.bench.sync()
        #expect(try ads.rows() == ids)
        #expect(ads.asked == 0)
        let view = try await ads.scroll(0)
        #expect((view.section.firstRow, view.section.rowCount) == (0, 11))
        #expect(view.section.rows.map(\.id) == ["1", "2", "3"])
        #expect(try ads.rows() == ["1", "2", "3", "[A]", "4", "5", "6", "[B]", "7", "8", "9"])
        #expect(ads.bench.asked("ads").map(\.query) == ["section=top&slot=0", "section=top&slot=1"])
    }

    @Test("ads stay where they are: scrolled back to, restarted, synced, refreshed, with content before them")
    func durable() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A", "B"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        for _ in 0..<8 { try await ads.scroll(1) }
        let shown = try ads.rows()
        _ = ads.asked
        try await ads.scroll(-8)
        ads.bench.change { $0.items.insert(ServerItem("100"), at: 0) }
        try await ads.bench.sync()
        #expect(shown == ["1", "2", "3", "[A]", "4", "5", "6", "[B]", "7", "8", "9"])
        #expect(try ads.rows() == ["100"] + shown)
        try await ads.bench.refresh()
        try ads.bench.reopen()
        #expect(try ads.rows() == ["100"] + shown)
        #expect(ads.asked == 0)
    }

    @Test("an ad counts once as seen, and not before the dwell; items count with each look, here only")
    func impressions() async throws {
        let ads = try AdBench(ids, lookingTime: .told)
        ads.fill(["A"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        #expect(try await ads.scroll(1, dwell: .milliseconds(999)).impressions == [])
        #expect(try await ads.scroll(0).impressions.map(\.ad) == ["A"])
        #expect(try await ads.scroll(0).impressions == [])
        try await ads.scroll(2)
        try await ads.scroll(-2)
        #expect(try ads.events(outgoing: true) == ["impression A"])
        // Between the commands the screen stays as it is.
        let looks = ["1", "2", "3", "4", "5", "2", "3"]
        #expect(try ads.events(outgoing: false) == looks.map { "impression \($0)" })
    }

    @Test("a report asks for nothing and says that an ad is wanted; asking brings it, and it counts after the dwell")
    func reporting() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A", "B"])
        try await ads.bench.sync()
        let screen = try ads.bench.cache.scroll(section: "top", lookingTime: .told)
        #expect(try await screen.report(Viewport(first: 0, last: 2), after: .zero).wantsAd)
        #expect(ads.asked == 0)
        #expect(try await screen.ask().requested == 2)
        #expect(try ads.rows() == ["1", "2", "3", "[A]", "4", "5", "6", "[B]", "7", "8", "9"])
        #expect(try await screen.report(Viewport(first: 1, last: 3), after: .seconds(1)).impressions == [])
        #expect(try await screen.report(nil, after: .milliseconds(999)).impressions == [])
        #expect(try await screen.report(nil, after: .milliseconds(1)).impressions.map(\.ad) == ["A"])
        #expect(try ads.events(outgoing: true) == ["impression A"])
    }

    @Test("time that passes counts once, told or not")
    func realTime() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        let screen = try ads.bench.cache.scroll(section: "top")
        _ = try await screen.move(by: 1, height: 3)
        // The clock of the bench stands, and a second of the look before is told already.
        ads.bench.clock.step(by: 1)
        ads.bench.clock.step(by: 1)
        let seen = try await screen.stay(for: .milliseconds(600)).impressions
        #expect(seen.map(\.ad) == ["A"])
        #expect(seen.map(\.at) == [ads.bench.clock.now])
    }

    @Test("a fill that fails backs off, also for the next process, and the gap closes")
    func backOff() async throws {
        let ads = try AdBench(ids)
        try await ads.bench.sync()
        // Asked at 0, again at 1, then not before 4.
        try await ads.scroll(0)
        #expect(ads.asked == 2)
        try await ads.scroll(0)
        try await ads.scroll(0)
        #expect(ads.asked == 0)
        #expect(try ads.rows() == ids)
        ads.fill(["A"])
        try await ads.scroll(0)
        #expect(ads.asked == 2)
        #expect(try ads.rows().contains("[A]"))
    }

    @Test("what a server answers instead of an ad is no ad", arguments: ["[]", "{}", "<html>", #"{"id":null}"#, " \n"])
    func noAd(body: String) async throws {
        let ads = try AdBench(ids)
        try await ads.bench.sync()
        ads.bench.server.edit { $0.ads = [body, body] }
        let view = try await ads.scroll(0)
        #expect(view.requested == 1)
        #expect(try ads.rows() == ids)
    }

    @Test("without a connection the section scrolls all the same")
    func offline() async throws {
        let ads = try AdBench(ids)
        try await ads.bench.sync()
        ads.bench.server.edit { $0.standing["ads"] = .connection }
        let scroll = try ads.bench.cache.scroll(section: "top")
        let view = try await scroll.move(by: 1, height: 3)
        #expect(view.section.rows.map(\.id) == ["2", "3", "4"])
        #expect(view.requested == 1 && view.adFailure?.code == .connection)
    }

    @Test("the screen stops at both ends")
    func ends() async throws {
        let ads = try AdBench(ids, policy: "{}")
        try await ads.bench.sync()
        #expect(try await ads.scroll(.max).section.firstRow == 6)
        #expect(try await ads.scroll(.min).section.firstRow == 0)
        #expect(ads.asked == 0)
    }

    @Test("a section that moves takes its ads along, one that is gone and comes back is as it was")
    func sections() async throws {
        let ads = try AdBench(ids)
        let policy = #"{"every":3}"#
        ads.bench.server.edit { $0.sections = AdBench.config(["top": policy, "low": policy]) }
        ads.fill(["A", "B", "C", "D"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        try await ads.scroll(0, section: "low")
        let (top, low, askedByThen) = (try ads.rows(), try ads.rows("low"), ads.asked)
        ads.bench.server.edit { $0.sections = AdBench.config(["low": policy, "top": policy]) }
        try await ads.bench.sync()
        #expect(try ads.rows() == top && ads.rows("low") == low)
        for _ in 0..<2 {
            ads.bench.server.edit { $0.sections = AdBench.config(["low": policy]) }
            try await ads.bench.sync()
            ads.bench.clock.step(by: 1_800)
            try await ads.bench.sync()
            ads.bench.server.edit { $0.sections = AdBench.config(["low": policy, "top": policy]) }
            try await ads.bench.sync()
            #expect(try ads.rows() == top && ads.rows("low") == low)
        }
        #expect(askedByThen > 0 && ads.asked == 0)
        #expect(try await ads.scroll(0).impressions.isEmpty)
    }

    @Test("a section that is gone for longer than its ads are kept comes back without them", arguments: [0, 1])
    func goneForLong(syncsMeanwhile: Int) async throws {
        let policy = #"{"every":3,"ttl":60}"#
        let ads = try AdBench(ids, policy: policy)
        ads.fill(["A", "B"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        #expect(try ads.rows() != ids)
        ads.bench.server.edit { $0.sections = AdBench.config(["low": policy]) }
        try await ads.bench.sync()
        ads.bench.clock.step(by: 59)
        try await ads.bench.sync()
        ads.bench.clock.step(by: 1)
        for _ in 0..<syncsMeanwhile { try await ads.bench.sync() }
        ads.bench.server.edit { $0.sections = AdBench.config(["top": policy]) }
        try await ads.bench.sync()
        #expect(try ads.rows() == ids)
        // What it asks for from now on stays again.
        ads.fill(["C"])
        try await ads.scroll(0)
        #expect(try ads.rows().contains("[C]"))
        ads.bench.clock.step(by: 30)
        try await ads.bench.sync()
        #expect(try ads.rows().contains("[C]"))
    }

    @Test("a section whose collection left the manifest shows no rows, and is as it was when that is back")
    func collectionGone() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        let (shown, manifest) = (try ads.rows(), ads.bench.cache.manifest)
        let list = ServerList(style: .none, items: [ServerItem("other")])
        ads.bench.server.edit { $0.lists["other"] = list }
        let other = try Manifest(
            toml: Workbench.source() + "[sections]\npath = \"sections\"\n[ads]\npath = \"ads\"\n"
                + Workbench.collection("other", list), file: "feed.toml")
        try ads.bench.reopen(manifest: other)
        #expect(try ads.rows() == [])
        try await ads.bench.sync()
        #expect(try ads.rows() == [])
        #expect(try ads.bench.cache.read { try $0.feed() }.sections.map(\.rowCount) == [0])
        let run = try #require(try ads.bench.cache.read { try $0.lastRun() })
        #expect(try ads.bench.cache.read { try $0.feed(asOf: run) }.sections.map(\.rowCount) == [0])
        #expect(try await ads.scroll(3).section.rows.isEmpty)
        try ads.bench.reopen(manifest: manifest)
        #expect(try ads.rows() == shown)
        try await ads.bench.sync()
        #expect(try ads.rows() == shown)
    }

    @Test("a policy that goes hides the ads, and they are back when it is back")
    func policyGone() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        let shown = try ads.rows()
        ads.bench.server.edit { $0.sections = AdBench.config(["top": "{}"]) }
        try await ads.bench.sync()
        try await ads.scroll(0)
        #expect(try ads.rows() == ids)
        ads.bench.server.edit { $0.sections = AdBench.config(["top": #"{"every":3}"#]) }
        try await ads.bench.sync()
        #expect(try ads.rows() == shown)
    }

    @Test("a reset drops the ads and keeps what was counted; serials go on")
    func reset() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A", "B", "A", "B"])
        try await ads.bench.sync()
        try await ads.scroll(0)
        try await ads.scroll(1)
        #expect(try ads.bench.cache.resetAds(section: "top") == 2)
        #expect(try ads.rows() == ids)
        try await ads.scroll(0)
        try await ads.scroll(1)
        #expect(try ads.events(outgoing: true) == ["impression A", "impression A"])
        #expect(throws: UnknownNameError.self) { try ads.bench.cache.resetAds(section: "nowhere") }
    }

    @Test("two screens on one section go on from each other's slots")
    func twoScreens() async throws {
        let ads = try AdBench((1...30).map { "\($0)" })
        ads.fill((1...20).map { "ad-\($0)" })
        try await ads.bench.sync()
        let screens = try (0..<2).map { _ in try ads.bench.cache.scroll(section: "top") }
        for step in 0..<16 {
            let screen = screens[step % 2]
            _ = try await screen.move(by: 2, height: 3)
            _ = try await screen.stay(for: .seconds(1))
        }
        let shown = try ads.rows().filter { $0.hasPrefix("[") }
        #expect(Set(shown).count == shown.count)
        #expect(shown.count == ads.asked)
    }

    @Test("an unknown section is told")
    func unknown() throws {
        let ads = try AdBench(ids)
        #expect(throws: UnknownNameError.self) { try ads.bench.cache.scroll(section: "nowhere") }
    }

    @Test("a row is explained as it is on screen")
    func explanation() async throws {
        let ads = try AdBench(ids)
        ads.fill(["A"])
        try await ads.bench.sync()
        try await ads.scroll(0, dwell: .zero)
        func explain(_ row: Int) throws -> SlotExplanation {
            try ads.bench.cache.read { try $0.explain($0.section("top"), row: row) }
        }
        guard case .ad(let shown, _) = try explain(3), shown.rule == .repeating else {
            Issue.record("no ad on row 3: \(try explain(3))")
            return
        }
        #expect(shown.ad.id == "A")
        guard case .unfilled(_, _, .backOff(_, failures: 1)) = try explain(7) else {
            Issue.record("no back-off on row 7: \(try explain(7))")
            return
        }
        #expect(throws: UnknownNameError.self) { try explain(11) }
    }
}
