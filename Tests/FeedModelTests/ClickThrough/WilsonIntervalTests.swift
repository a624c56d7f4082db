import Testing

@testable import FeedModel

@Suite struct WilsonIntervalTests {
    @Test(
        "Gives the textbook's values",
        arguments: [
            // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
            // table I, method 3.
            (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718),
        ])
    func known(successes: Int, trials: Int, low: Double, high: Double) {
        let interval = WilsonInterval(successes: successes, of: trials)
        #expect(abs(interval.low - low) < 0.00005 && abs(interval.high - high) < 0.00005, "\(interval)")
    }

    @Test("Holds the proportion within 0 to 1 for all counts up to huge ones, and mirrors")
    func bounds() {
        let trials = [0, 1, 2, 3, 7, 40, 1_000, 1_000_000, .max]
        for n in trials {
            for k in trials + [-5, n / 2, n / 3, n - 1] {
                let interval = WilsonInterval(successes: k, of: n)
                #expect(0 <= interval.low && interval.low <= interval.high && interval.high <= 1, "\(k) of \(n)")
                guard n > 0, (0...n).contains(k) else { continue }
                let p = Double(k) / Double(n)
                #expect(interval.low <= p && p <= interval.high, "\(k) of \(n)")
                let mirrored = WilsonInterval(successes: n - k, of: n)
                #expect(abs(mirrored.low - (1 - interval.high)) < 1e-12, "\(k) of \(n)")
            }
        }
        #expect(WilsonInterval(successes: 0, of: 0) == WilsonInterval(successes: 3, of: -1))
    }

    @Test("More trials of the same proportion make it narrower, and more successes move it up")
    func monotone() {
        var before = WilsonInterval(successes: 0, of: 0)
        for n in stride(from: 10, through: 10_000, by: 10) {
            let interval = WilsonInterval(successes: n / 10, of: n)
            #expect(interval.high - interval.low < before.high - before.low, "\(n)")
            before = interval
        }
        for k in 0..<200 {
            let lower = WilsonInterval(successes: k, of: 200)
            let upper = WilsonInterval(successes: k + 1, of: 200)
            #expect(lower.low < upper.low && lower.high < upper.high, "\(k)")
        }
    }

    @Test("A rate never exceeds 1, whatever the counts say")
    func rate() {
        #expect(ClickThrough.none.rate == nil)
        #expect(ClickThrough(impressions: 4, taps: 1).rate == 0.25)
        #expect(ClickThrough(impressions: 2, taps: 9).rate == 1)
        #expect(ClickThrough(impressions: -2, taps: -9, uncountedTaps: -1) == .none)
    }
}
