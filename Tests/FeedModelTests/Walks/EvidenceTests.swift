import FeedModel
import Testing

@Suite("What is known of items that a walk did not meet")
struct EvidenceTests {
    /// A walk that began `at` seconds after 1970 and took one second.
    private func walk(
        _ number: Int64, run: Int64? = nil, at seconds: Int64? = nil, age: Int64 = 0, found: Int64 = 7, count: Int = 99,
        rejected: Int = 0, total: Int? = nil, drift: String? = nil, before: Int = 100, dates: ClosedRange<Int64>? = nil
    ) -> WholeWalk {
        let started = Instant(seconds: seconds ?? number * 100)
        return WholeWalk(
            number: number, run: run ?? number, started: started, ended: started.advanced(bySeconds: 1),
            made: started.advanced(bySeconds: -age),
            dates: dates.map { Instant(seconds: $0.lowerBound)...Instant(seconds: $0.upperBound) },
            listing: Listing(digest: found, count: count), rejected: rejected, total: total, drift: drift,
            itemsBefore: before)
    }

    /// What becomes of `count` items that walk `lastMet` met last.
    private func verdict(
        _ walks: [WholeWalk], missing count: Int = 1, lastMet: Int64 = 1, allows: Bool = false
    ) throws -> Evidence.Verdict {
        let missing = Evidence.Missing(lastMet: lastMet, count: count)
        return try #require(Evidence(walks: walks, missing: [missing], allowsShrink: allows)).verdict(on: missing)
    }

    private func isRemoved(
        _ walks: [WholeWalk], missing count: Int = 1, lastMet: Int64 = 1, allows: Bool = false
    ) throws -> Bool {
        if case .remove = try verdict(walks, missing: count, lastMet: lastMet, allows: allows) { true } else { false }
    }

    private func wantsSecondWalk(
        _ walks: [WholeWalk], missing count: Int = 1, pages: Int64 = 10, allows: Bool = false
    ) throws -> Bool {
        let missing = [Evidence.Missing(lastMet: 1, count: count)]
        return try #require(Evidence(walks: walks, missing: missing, allowsShrink: allows))
            .wantsSecondWalk(pages: pages)
    }

    @Test("one walk is not enough; a second one that finds the same is")
    func agreement() throws {
        #expect(try verdict([walk(1), walk(2)]) == .wait(.laterWalk))
        #expect(try wantsSecondWalk([walk(1), walk(2)]))
        #expect(try isRemoved([walk(1), walk(2), walk(3, run: 2)]))
        #expect(try verdict([walk(1), walk(2), walk(3, found: 8)]) == .wait(.laterWalk))
        #expect(try verdict([walk(1), walk(2), walk(3, total: 99)]) == .wait(.laterWalk))
    }

    @Test("the walk before has to agree, not an earlier one")
    func inRow() throws {
        #expect(try verdict([walk(1), walk(2), walk(3, found: 8), walk(4)]) == .wait(.laterWalk))
    }

    @Test("a drifting walk is not followed at once, and agrees with the next two: one that moves alike looks the same")
    func drift() throws {
        let drifting = [walk(1, found: 1), walk(2, drift: "it moved")]
        #expect(try !wantsSecondWalk(drifting))
        #expect(try !isRemoved(drifting + [walk(3)]))
        #expect(try wantsSecondWalk(drifting + [walk(3)]))
        #expect(try isRemoved(drifting + [walk(3), walk(4, run: 3)]))
        #expect(try wantsSecondWalk(drifting + [walk(3, drift: "it moved")]), "it always does")
        #expect(try wantsSecondWalk(drifting + [walk(3)], missing: 40))
        #expect(try isRemoved(drifting + [walk(3), walk(4, run: 3)], missing: 40), "two syncs agree")
    }

    @Test("six walks in a row are enough, whatever they found")
    func endurance() throws {
        let walks = [walk(1)] + (2...6).map { walk($0, found: $0, drift: "it moved") }
        #expect(try !isRemoved(walks))
        #expect(try isRemoved(walks + [walk(7, found: 70)]))
        #expect(try !isRemoved(walks + [walk(7, found: 70)], lastMet: 2))
        #expect(try isRemoved(walks + [walk(7, found: 70)], missing: 40), "however many they are")
    }

    @Test("one sync removes three items or 2 % of the list; for more a later sync has to agree")
    func share() throws {
        let same = [walk(1), walk(2), walk(3, run: 2)]
        #expect(try isRemoved(same, missing: 3))
        #expect(try verdict(same, missing: 4) == .wait(.laterSync))
        #expect(try !wantsSecondWalk([walk(1), walk(2)], missing: 4))
        #expect(try isRemoved([walk(1), walk(2), walk(3)], missing: 4))
        let long = [walk(1), walk(2, before: 1_000), walk(3, run: 2, before: 1_000)]
        #expect(try isRemoved(long, missing: 20))
        #expect(try !isRemoved(long, missing: 21))
    }

    @Test("more than half of more than ten items is a suspicious shrink until a later sync agrees")
    func shrink() throws {
        #expect(try verdict([walk(1), walk(2)], missing: 51) == .wait(.suspiciousShrink))
        #expect(try verdict([walk(1), walk(2)], missing: 50) == .wait(.laterSync))
        #expect(try verdict([walk(1), walk(2, before: 10)], missing: 9) == .wait(.laterSync))
        #expect(try isRemoved([walk(1), walk(2), walk(3)], missing: 51))
    }

    @Test("two walks whose answers a cache may have kept are one piece of evidence until its lifetime is over")
    func sharedCache() throws {
        let kept = walk(2, at: 1_000, age: 300)
        #expect(try verdict([walk(1), kept]) == .wait(.freshAnswers(Instant(seconds: 1_301))))
        #expect(try !wantsSecondWalk([walk(1), kept]))
        #expect(try !isRemoved([walk(1), kept, walk(3, at: 1_200, age: 300)]))
        #expect(try !isRemoved([walk(1), kept, walk(3, at: 1_300, age: 300)]))
        #expect(try isRemoved([walk(1), kept, walk(3, at: 1_301, age: 300)]))
        #expect(try isRemoved([walk(1), kept, walk(3, at: 1_100)]), "an answer of now is independent")
        // A walk between the two belongs to one of them.
        let between = walk(3, at: 1_200, age: 300, found: 8)
        #expect(try isRemoved([walk(1), kept, between, walk(4, at: 1_301, age: 300)]))
    }

    @Test("walks count by their dates, too: an answer from before the other walk is no second look")
    func dates() throws {
        let first = walk(2, dates: 200...205)
        #expect(try !isRemoved([walk(1), first, walk(3, dates: 204...300)]))
        #expect(try isRemoved([walk(1), first, walk(3, dates: 205...300)]))
        #expect(try isRemoved([walk(1), first, walk(3)]))
    }

    @Test("a clock that was put back between two walks keeps nothing for ever")
    func clockPutBack() throws {
        #expect(try isRemoved([walk(1), walk(2, at: 1_000_000), walk(3, at: 500)]))
    }

    @Test("a clock that was put back lengthens no day of waiting")
    func clockPutBackWhileWaiting() throws {
        let day: Int64 = 86_400
        func empty(_ number: Int64, at seconds: Int64) -> WholeWalk {
            walk(number, at: seconds, found: 0, count: 0, before: 3)
        }
        let ahead = [walk(1), empty(2, at: 1_000 * day), empty(3, at: 500)]
        #expect(try verdict(ahead) == .wait(.empty(until: Instant(seconds: 500 + day))))
        #expect(try isRemoved(ahead + [empty(4, at: 500 + day)]))
        let short = [
            walk(1, total: 99), walk(2, at: 1_000 * day, total: 100), walk(3, at: 500, total: 100),
        ]
        #expect(try verdict(short) == .wait(.unaccounted(until: Instant(seconds: 500 + day))))
    }

    @Test("what a walk cannot account for may be what is missing, for a day, where it is more than when it was met")
    func unaccounted() throws {
        let day: Int64 = 86_400
        let short = [walk(1, at: 0, count: 100, total: 100), walk(2, at: 100, total: 100)]
        #expect(try verdict(short) == .wait(.unaccounted(until: Instant(seconds: 100 + day))))
        #expect(try !wantsSecondWalk(short))
        let still = (3...9).map { walk($0, at: $0 * 100, total: 100) }
        #expect(try !isRemoved(short + still))
        #expect(try !isRemoved(short + still + [walk(10, at: 99 + day, total: 100)]))
        #expect(try isRemoved(short + still + [walk(10, at: 100 + day, total: 100)]))
        // A total that always counts one more, or an element that never had an ID, withholds nothing.
        #expect(try isRemoved([walk(1, total: 100), walk(2, total: 100), walk(3, total: 100)]))
        #expect(try isRemoved([walk(1, rejected: 2), walk(2, rejected: 2), walk(3, rejected: 1)]))
        #expect(try !isRemoved([walk(1, rejected: 2), walk(2, rejected: 3), walk(3, rejected: 3)]))
    }

    @Test(
        "what was met by a walk that was given up may be an element without an ID, though an earlier walk had one, too")
    func givenUp() throws {
        // Walk 2 was given up.
        let walks = [walk(1, rejected: 1), walk(3, rejected: 1), walk(4, rejected: 1)]
        #expect(
            try verdict(walks, lastMet: 2) == .wait(.unaccounted(until: Instant(seconds: 300 + Evidence.patience))))
        #expect(try isRemoved(walks, lastMet: 1))
    }

    @Test("a list that comes empty is believed with a total of 0, or after a day of empty walks")
    func emptiness() throws {
        func empty(_ number: Int64, at seconds: Int64, total: Int? = nil) -> WholeWalk {
            walk(number, at: seconds, found: 0, count: 0, total: total, before: 3)
        }
        let until = Evidence.Verdict.wait(.empty(until: Instant(seconds: 86_600)))
        #expect(try verdict([walk(1), empty(2, at: 200)], missing: 3) == until)
        #expect(try verdict([walk(1), empty(2, at: 200), empty(3, at: 86_599)], missing: 3) == until)
        #expect(try isRemoved([walk(1), empty(2, at: 200), empty(3, at: 86_600)], missing: 3))
        #expect(try verdict([walk(1), empty(2, at: 200, total: 0)], missing: 3) == .wait(.laterWalk))
        #expect(try isRemoved([walk(1), empty(2, at: 200, total: 0), empty(3, at: 300, total: 0)], missing: 3))
    }

    @Test("the user's word settles what two walks missed, at once")
    func allowedShrink() throws {
        let held = [
            [walk(1), walk(2), walk(3, run: 2, found: 8)], [walk(1), walk(2, age: 500), walk(3, age: 500)],
            [walk(1), walk(2, rejected: 5), walk(3, rejected: 5)],
            [walk(1), walk(2, found: 0, count: 0), walk(3, found: 0, count: 0)],
        ]
        for walks in held {
            #expect(try !isRemoved(walks, missing: 60))
            #expect(try isRemoved(walks, missing: 60, allows: true))
        }
        #expect(try wantsSecondWalk([walk(1), walk(2, drift: "it moved")], missing: 60, allows: true))
        #expect(try !wantsSecondWalk([walk(1), walk(2)], missing: 60, pages: 101, allows: true))
    }

    @Test("a list of more than 100 pages is not read twice in one sync")
    func longList() throws {
        #expect(try wantsSecondWalk([walk(1), walk(2)], pages: 100))
        #expect(try !wantsSecondWalk([walk(1), walk(2)], pages: 101))
    }

    @Test("says in a line what the items wait for")
    func words() throws {
        func messages(_ walks: [WholeWalk], missing: Int) throws -> [String] {
            try #require(Evidence(walks: walks, missing: [.init(lastMet: 1, count: missing)])).waiting.map(\.message)
        }
        #expect(try messages([walk(1), walk(2)], missing: 1) == ["1 item was not met: a later sync settles it"])
        #expect(
            try messages([walk(1), walk(2)], missing: 12)
                == ["12 of 100 items were not met: waits for a later sync, or --allow-shrink"])
        #expect(
            try messages([walk(1), walk(2, at: 0, found: 0, count: 0)], missing: 2)
                == ["empty: believed from 1970-01-02T00:00:00.000Z on, or with --allow-shrink"])
        #expect(
            try messages([walk(1), walk(2, at: 0, rejected: 2, total: 120)], missing: 2) == [
                "2 items were not met, but 2 without a usable ID came, and the list ended after 99 of 120: "
                    + "believed gone from 1970-01-02T00:00:00.000Z on, or with --allow-shrink"
            ])
    }
}

@Suite("The order of a list as a digest")
struct ListingTests {
    private func page(_ ids: [String]) -> DecodedPage {
        var body: [UInt8] = []
        let items = ids.map { id in
            let start = body.count
            body += id.utf8
            let identity: ItemIdentity = id.hasPrefix("-") ? .rejected(.missingID(path: "id")) : .id(id)
            return DecodedItem(
                payload: start..<body.count, identity: identity, versionText: nil, version: .none, isTombstone: false)
        }
        return DecodedPage(body: body, items: items)
    }

    private func listing(_ pages: [[String]]) -> Listing {
        pages.reduce(into: Listing()) { $0.append(page($1).listing) }
    }

    @Test("does not depend on how the list is cut into pages")
    func cuts() {
        let ids = (1...40).map { $0 % 7 == 0 ? "-\($0)" : "\($0 % 13)" }
        let whole = listing([ids])
        for cut in 0...40 { #expect(listing([Array(ids[..<cut]), Array(ids[cut...])]) == whole) }
        #expect(listing(ids.map { [$0] }) == whole)
    }

    @Test("differs in order, in repeats, and in elements without an ID")
    func differences() {
        let some = [
            ["1", "2", "3"], ["1", "3", "2"], ["1", "2", "2", "3"], ["1", "2", "-3"], ["1", "2", "-4"], ["1", "2"],
        ]
        #expect(Set(some.map { listing([$0]) }).count == some.count)
    }
}
