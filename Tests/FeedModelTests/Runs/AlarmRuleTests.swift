import TestSupport
import Testing

@testable import FeedModel

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
            let verdict = verdict(on: trouble, lastSuccess: lastSuccess, state: state, now: now)
            state = verdict.state
            if verdict.isReported { result.reported.append(seconds) }
            if verdict.isOver { result.over.append(seconds) }
            if verdict.isAlarm { result.alarmed.append(seconds) }
            if trouble == nil { lastSuccess = now }
        }
        return result
    }

    private func verdict(
        on trouble: Trouble?, lastSuccess: Instant?, state: AlarmRule.State?, now: Instant
    ) -> AlarmRule.Verdict {
        let verdicts = rule.verdicts(
            on: ["photos": trouble], lastSuccesses: lastSuccess.map { ["photos": $0] } ?? [:],
            states: state.map { ["photos": $0] } ?? [:], now: now)
        return verdicts["photos"] ?? AlarmRule.Verdict(state: nil)
    }

    @Test("what passes before the time is up is never reported")
    func passes() {
        let troubles: [Trouble?] = [nil] + Array(repeating: .passing, count: 12) + [nil]
        let result = play(troubles, every: 600)
        #expect(result.reported.isEmpty && result.over.isEmpty && result.alarmed.isEmpty)
    }

    @Test("what lasts is reported when the time is up, once a day after that, and when it is over")
    func lasts() {
        let troubles: [Trouble?] = [nil] + Array(repeating: .passing, count: 60) + [nil, nil, nil, nil]
        let result = play(troubles, every: 3_600)
        #expect(result.reported.map { $0 / 3_600 } == [3, 27, 51])
        #expect(result.over.map { $0 / 3_600 } == [63])
        #expect(result.alarmed.map { $0 / 3_600 } == Array(3...60))
    }

    @Test("what cannot pass by itself is reported at once, and once a day")
    func refused() {
        let troubles: [Trouble?] = [nil] + Array(repeating: Self.unauthorized, count: 30) + [nil, nil, nil]
        let result = play(troubles, every: 3_600)
        #expect(result.reported.map { $0 / 3_600 } == [1, 25])
        #expect(result.over.map { $0 / 3_600 } == [33])
        #expect(result.alarmed.map { $0 / 3_600 } == Array(1...30))
    }

    @Test("what is refused in another way is reported again; a server that is gone in between has mended nothing")
    func changes() {
        let other = Trouble.lasting("malformed")
        let refused = Self.unauthorized
        let troubles: [Trouble?] = [refused, .passing, refused, other, .passing, other, nil, nil]
        let result = play(troubles, every: 7_200)
        #expect(result.reported == [0, 21_600])
        #expect(result.over == [50_400])
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
            let verdict = verdict(on: trouble, lastSuccess: nil, state: state, now: now)
            state = verdict.state
            let isWell = trouble == nil
            #expect((verdict.state == nil) == (isWell && (before?.reported == nil || verdict.isOver)), "seed \(seed)")
            if let well = state?.well { #expect(isWell && well <= now, "seed \(seed)") }
            if verdict.isReported { #expect(verdict.isAlarm && verdict.state?.reported == now, "seed \(seed)") }
            if let state, !isWell { #expect(state.since <= now, "seed \(seed)") }
            if trouble == Self.unauthorized, let reported = before?.reported, reported > now {
                #expect(verdict.isReported, "seed \(seed)")
            }
        }
    }

    @Test(
        "what comes and goes is reported once a day, and is over once it has been well for the time",
        arguments: SeededGenerator.seeds(200))
    func flapping(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let step = Int64.random(in: 60...7_000, using: &generator)
        let isLasting = Bool.random(using: &generator)
        let troubles = (0..<400).map { _ -> Trouble? in
            Int.random(in: 0..<6, using: &generator) > 0 ? nil : isLasting ? Self.unauthorized : .passing
        }
        let result = play(troubles, every: step, lastSuccess: nil)
        var last: Int64?
        for (index, trouble) in troubles.enumerated() {
            let seconds = Int64(index) * step
            let wellFor = Int64(troubles[...index].reversed().prefix { $0 == nil }.count - 1) * step
            if result.over.contains(seconds) {
                #expect(last != nil && wellFor >= 7_200 && wellFor < 7_200 + step, "seed \(seed)")
                last = nil
            } else if last != nil, trouble == nil {
                #expect(wellFor < 7_200, "seed \(seed)")
            }
            guard result.reported.contains(seconds) else {
                if isLasting, trouble != nil { #expect(last.map { seconds - $0 < 86_400 } ?? false, "seed \(seed)") }
                continue
            }
            #expect(trouble != nil && last.map { seconds - $0 >= 86_400 } ?? true, "seed \(seed)")
            last = seconds
        }
    }

    @Test(
        "parts that stopped being well in the same run are late in the same run", arguments: SeededGenerator.seeds(200))
    func together(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = ["photos", "articles", "(sections)"]
        // The last good run took a while; it is not known when the section config came.
        var successes = [
            "photos": Self.start, "articles": Self.start.advanced(bySeconds: .random(in: 0...500, using: &generator)),
        ]
        if Bool.random(using: &generator) { successes["articles"] = nil }
        var states: [String: AlarmRule.State] = [:]
        var reports: [[String]] = []
        for round in 1...20 {
            let now = Self.start.advanced(bySeconds: Int64(round) * 600)
            let verdicts = rule.verdicts(
                on: Dictionary(uniqueKeysWithValues: parts.map { ($0, .passing) }), lastSuccesses: successes,
                states: states, now: now)
            states = verdicts.compactMapValues(\.state)
            let reported = verdicts.filter(\.value.isReported).keys.sorted()
            if !reported.isEmpty { reports.append(reported) }
        }
        #expect(reports == [parts.sorted()], "seed \(seed)")
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
