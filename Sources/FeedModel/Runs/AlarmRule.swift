/// When trouble is worth a word: what may pass by itself once it has lasted for a while, all else at once; again once a
/// day while it lasts or comes and goes, and once when it has been over for a while.
package struct AlarmRule: Sendable {
    /// Seconds between two reports of the same trouble.
    package static let repetition: Int64 = 86_400

    /// Milliseconds since the last success after which passing trouble is reported, and for which a part has to be well
    /// until its trouble is over.
    private let after: Int64

    /// - Parameter seconds: how long trouble that may pass by itself is left unreported, from the last success on.
    package init(after seconds: Double) { after = Int64(min(max(0, seconds), 1e12) * 1_000) }

    /// What is remembered of a part that is not well, or was not until a short while ago.
    package struct State: Equatable, Sendable {
        /// When it was first seen not to be well.
        package let since: Instant
        /// `Trouble.kind` of what was reported last, or was seen first.
        package let kind: String
        /// When it was last reported; nil where it was not.
        package let reported: Instant?
        /// When it was first seen to be well again; nil while it is not.
        package let well: Instant?

        package init(since: Instant, kind: String, reported: Instant?, well: Instant? = nil) {
            (self.since, self.kind, self.reported, self.well) = (since, kind, reported, well)
        }
    }

    package struct Verdict: Equatable, Sendable {
        package let state: State?
        /// Whether the trouble counts, reported now or before.
        package var isAlarm = false
        package var isReported = false
        /// Whether it has been well for long enough after it was reported.
        package var isOver = false
    }

    /// What to do about the parts of a run now. Of parts that stopped being well at the same time none is late without the
    /// others.
    ///
    /// - Parameters:
    ///   - troubles: nil for a part that is well.
    ///   - lastSuccesses: when each was last well; none for a part that never was, or where that is not known.
    ///   - states: what was remembered of each.
    package func verdicts(
        on troubles: [String: Trouble?], lastSuccesses: [String: Instant] = [:], states: [String: State], now: Instant
    ) -> [String: Verdict] {
        var verdicts: [String: Verdict] = [:]
        var starts: Set<Instant> = []
        for (part, trouble) in troubles {
            let verdict = verdict(on: trouble, lastSuccess: lastSuccesses[part], state: states[part], now: now)
            verdicts[part] = verdict
            if trouble == .passing, verdict.isReported, let state = verdict.state { starts.insert(state.since) }
        }
        for (part, trouble) in troubles where trouble == .passing {
            guard let verdict = verdicts[part], !verdict.isAlarm, let state = verdict.state,
                starts.contains(state.since)
            else { continue }
            verdicts[part] = Verdict(
                state: State(since: state.since, kind: state.kind, reported: now), isAlarm: true, isReported: true)
        }
        return verdicts
    }

    private func verdict(on trouble: Trouble?, lastSuccess: Instant?, state: State?, now: Instant) -> Verdict {
        // A time from a clock that has been put back since says nothing.
        func past(_ time: Instant?) -> Instant? { time.flatMap { $0 <= now ? $0 : nil } }
        guard let trouble else {
            guard let state, state.reported != nil else { return Verdict(state: nil) }
            let well = past(state.well) ?? now
            if Self.milliseconds(from: well, to: now) >= after { return Verdict(state: nil, isOver: true) }
            return Verdict(state: State(since: state.since, kind: state.kind, reported: state.reported, well: well))
        }
        let since = state.flatMap { $0.well == nil ? past($0.since) : nil } ?? now
        let isDueAgain =
            past(state?.reported).map { Self.milliseconds(from: $0, to: now) >= Self.repetition * 1_000 } ?? true
        let isAlarm: Bool
        let isReported: Bool
        switch trouble {
        case .passing where state?.reported != nil: (isAlarm, isReported) = (true, isDueAgain)
        case .passing:
            isAlarm = Self.milliseconds(from: past(lastSuccess) ?? since, to: now) > after
            isReported = isAlarm
        case .lasting(let kind): (isAlarm, isReported) = (true, isDueAgain || state?.kind != kind)
        }
        // What was reported is remembered as it was: a server that is gone for a moment has not mended anything.
        let kind = trouble == .passing ? state?.kind ?? trouble.kind : trouble.kind
        return Verdict(
            state: State(since: since, kind: kind, reported: isReported ? now : state?.reported), isAlarm: isAlarm,
            isReported: isReported)
    }

    private static func milliseconds(from start: Instant, to end: Instant) -> Int64 {
        end.millisecondsSince1970 - start.millisecondsSince1970
    }
}
