import FeedModel
import TestSupport
import Testing

@Suite("When trouble is reported")
struct AlarmRuleTests {
    private static let start = Instant(seconds: 1_700_000_000)
    private static let unauthorized = Trouble.lasting("http_status 401")
    private let rule = AlarmRule(after: 7_200)

    /// What happens to a part that is looked at every so many seconds: the seconds at which it was reported, and at which
    /// it was over.
    private func play(
        _ troubles: [Trouble?], every step: Int64, lastSuccess: Instant? = start
    ) -> (reported: [Int64], over: [Int64], alarmed: [Int64]) {
        var state: AlarmRule.State?
        var lastSuccess = lastSuccess
        var result: (reported: [Int64], over: [Int64], alarmed: [Int64]) = ([], [], [])
        for (index, trouble) in troubles.enumerated() {
            let seconds = Int64(index) * step
            let now = Self.start.advanced(bySeconds: seconds)
            let verdict = rule.verdict(on: trouble, lastSuccess: lastSuccess, state: state, now: now)
            state = verdict.state
            if verdict.isReported { result.reported.append(seconds) }
            if verdict.isOver { result.over.append(seconds) }
            if verdict.isAlarm { result.alarmed.append(seconds) }
            if trouble == nil { lastSuccess = now }
        }
        return result
    }

    @Test("what passes before the time is up is never reported")
    func passes() {
        let troubles: [Trouble?] = [nil] + Array(repeating: .passing, count: 12) + [nil]
        let result = play(troubles, every: 600)
        #expect(result.reported.isEmpty && result.over.isEmpty && result.alarmed.isEmpty)
    }

    @Test("what lasts is reported when the time is up, once a day after that, and when it is over")
    func lasts() {
        let troubles: [Trouble?] = [nil] + Array(repeating: .passing, count: 60) + [nil, nil]
        let result = play(troubles, every: 3_600)
        #expect(result.reported.map { $0 / 3_600 } == [3, 27, 51])
        #expect(result.over.map { $0 / 3_600 } == [61])
        #expect(result.alarmed.map { $0 / 3_600 } == Array(3...60))
    }

    @Test("what cannot pass by itself is reported at once, and once a day")
    func refused() {
        let troubles: [Trouble?] = [nil] + Array(repeating: Self.unauthorized, count: 30) + [nil]
        let result = play(troubles, every: 3_600)
        #expect(result.reported.map { $0 / 3_600 } == [1, 25])
        #expect(result.over.map { $0 / 3_600 } == [31])
        #expect(result.alarmed.map { $0 / 3_600 } == Array(1...30))
    }

    @Test("what is refused in another way is reported again; a server that is gone in between has mended nothing")
    func changes() {
        let other = Trouble.lasting("malformed")
        let refused = Self.unauthorized
        let troubles: [Trouble?] = [refused, .passing, refused, other, .passing, other, nil]
        let result = play(troubles, every: 600)
        #expect(result.reported == [0, 1_800])
        #expect(result.over == [3_600])
    }

    @Test("a part that was never well has the same time from when it was first seen")
    func never() {
        #expect(play(Array(repeating: .passing, count: 14), every: 600, lastSuccess: nil).reported == [7_800])
    }

    @Test(
        "a clock that is put back neither hides trouble for long nor makes it up", arguments: SeededGenerator.seeds(200)
    )
    func clocks(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var state: AlarmRule.State?
        var now = Self.start
        for _ in 0..<40 {
            now = now.advanced(bySeconds: Int64.random(in: -200_000...200_000, using: &generator))
            let trouble = [nil, Trouble.passing, Self.unauthorized].randomElement(using: &generator) ?? nil
            let before = state
            let verdict = rule.verdict(on: trouble, lastSuccess: nil, state: state, now: now)
            state = verdict.state
            let isWell = trouble == nil
            #expect((verdict.state == nil) == isWell, "seed \(seed)")
            let wasReported = before?.reported != nil
            #expect(verdict.isOver == (isWell && wasReported), "seed \(seed)")
            if verdict.isReported { #expect(verdict.isAlarm && verdict.state?.reported == now, "seed \(seed)") }
            if let state { #expect(state.since <= now, "seed \(seed)") }
            if trouble == Self.unauthorized, let reported = before?.reported, reported > now {
                #expect(verdict.isReported, "seed \(seed)")
            }
        }
    }

    @Test("trouble that may pass is no connection, a timeout, a server error, a wait")
    func kinds() {
        func trouble(_ code: SyncFailure.Code, _ status: Int? = nil, _ retryAt: Instant? = nil) -> Trouble? {
            Trouble(
                outcome: .failed,
                failure: SyncFailure(code: code, status: status, message: "m", retryAt: retryAt))
        }
        for (code, status) in [
            (SyncFailure.Code.connection, Int?.none), (.timeout, nil), (.httpStatus, 500), (.httpStatus, 503),
            (.httpStatus, 429), (.httpStatus, 408),
        ] { #expect(trouble(code, status) == .passing) }
        #expect(trouble(.httpStatus, 403, Self.start) == .passing)
        #expect(Trouble(outcome: .deferred, failure: nil) == .passing)
        #expect(trouble(.httpStatus, 401) == Self.unauthorized)
        for code in [SyncFailure.Code.tls, .redirect, .malformed, .tooLarge, .paginationLoop, .storage] {
            #expect(trouble(code) == .lasting(code.rawValue))
        }
        #expect(Trouble(outcome: .suspiciousShrink, failure: nil) == .lasting("suspicious_shrink"))
        for outcome in [CollectionOutcome.complete, .unchanged] {
            #expect(Trouble(outcome: outcome, failure: nil) == nil)
        }
    }
}
