import Testing

@testable import FeedShell

@Suite struct BrowsePaceTests {
    private static let some = [VisibleRows(section: "a", first: 0, last: 4)]
    private static let others = [VisibleRows(section: "a", first: 1, last: 5)]

    @Test("What is on screen is reported at once where it changed, else each second")
    func beat() {
        var pace = BrowsePace(now: .zero)
        #expect(pace.next([], at: .seconds(5)) == nil)
        #expect(pace.next(Self.some, at: .seconds(5)) == BrowseLook(stayed: .zero, rows: Self.some, wasAway: false))
        pace.finish()
        #expect(pace.next(Self.some, at: .milliseconds(5_999)) == nil)
        #expect(
            pace.next(Self.some, at: .seconds(6)) == BrowseLook(stayed: .seconds(1), rows: Self.some, wasAway: false))
        pace.finish()
        let look = pace.next(Self.others, at: .milliseconds(6_300))
        #expect(look == BrowseLook(stayed: .milliseconds(300), rows: Self.others, wasAway: false))
    }

    @Test("While a report is under way, time with other rows on screen does not count")
    func underWay() {
        var pace = BrowsePace(now: .zero)
        _ = pace.next(Self.some, at: .zero)
        #expect(pace.next(Self.others, at: .milliseconds(400)) == nil)
        #expect(pace.next(Self.others, at: .seconds(9)) == nil)
        pace.finish()
        let look = pace.next(Self.others, at: .seconds(10))
        #expect(look == BrowseLook(stayed: .milliseconds(400), rows: Self.others, wasAway: false))
        // Away and back: a dwell begins anew.
        #expect(pace.next(Self.some, at: .seconds(11)) == nil)
        pace.finish()
        #expect(
            pace.next(Self.others, at: .seconds(12))
                == BrowseLook(stayed: .seconds(1), rows: Self.others, wasAway: true))
    }

    @Test("Time in which the program was stopped does not count")
    func stopped() {
        var pace = BrowsePace(now: .zero)
        _ = pace.next(Self.some, at: .zero)
        pace.finish()
        pace.resume(at: .seconds(60))
        #expect(pace.next(Self.some, at: .seconds(60)) == BrowseLook(stayed: .zero, rows: Self.some, wasAway: true))
    }
}
