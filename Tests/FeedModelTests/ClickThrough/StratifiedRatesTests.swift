import Testing

@testable import FeedModel

@Suite struct StratifiedRatesTests {
    private func counts(_ taps: Int, _ impressions: Int) -> ClickThrough {
        ClickThrough(impressions: impressions, taps: taps)
    }

    @Test("Their ratio is that of Mantel and Haenszel")
    func mantelHaenszel() throws {
        let strata = [(counts(9, 30), counts(4, 60)), (counts(5, 100), counts(1, 20)), (counts(2, 7), counts(0, 0))]
        let rates = try #require(StratifiedRates(strata))
        // Σ taps × other's exposures / all exposures, over the positions of both.
        let first = 9 * 60 / 90.0 + 5 * 20 / 120.0
        let second = 4 * 30 / 90.0 + 1 * 100 / 120.0
        #expect(abs(rates.first / rates.second - first / second) < 1e-12)
    }

    @Test("Are the plain rates where all stood at one position, and none where they share no position")
    func plain() throws {
        let rates = try #require(StratifiedRates([(counts(1, 4), counts(3, 5))]))
        #expect(rates.first == 0.25 && abs(rates.second - 0.6) < 1e-15)
        #expect(StratifiedRates([(counts(1, 4), counts(0, 0)), (counts(0, 0), counts(3, 5))]) == nil)
        #expect(StratifiedRates([(first: ClickThrough, second: ClickThrough)]()) == nil)
    }

    @Test("Huge counts stay within 0 to 1")
    func huge() throws {
        let rates = try #require(
            StratifiedRates([(counts(.max, .max), counts(1, .max)), (counts(0, 1), counts(1, 1))]))
        #expect((0...1).contains(rates.first) && (0...1).contains(rates.second))
    }
}
