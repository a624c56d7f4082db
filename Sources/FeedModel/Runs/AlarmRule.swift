/// When trouble is worth a word: what may pass by itself once it has lasted for a while, all else at once; again once a
/// day while it lasts, and once when it is over.
package struct AlarmRule: Sendable {
    /// Seconds between two reports of the same trouble.
    package static let repetition: Int64 = 86_400

    /// Milliseconds since the last success after which passing trouble is reported.
    private let after: Int64

    /// - Parameter seconds: how long trouble that may pass by itself is left unreported, from the last success on.
    package init(after seconds: Double) {
        after = Int64(min(max(0, seconds), 1e12) * 1_000)
    }

    /// What is remembered of a part that is not well.
    package struct State: Equatable, Sendable {
        /// When it was first seen not to be well.
        package let since: Instant
        /// `Trouble.kind` of what was reported last, or was seen first.
        package let kind: String
        /// When it was last reported; nil where it was not.
        package let reported: Instant?

        /// A state; every part is as given.
        package init(since: Instant, kind: String, reported: Instant?) {
            self.since = since
            self.kind = kind
            self.reported = reported
        }
    }

    /// What is to be done about a part.
    package struct Verdict: Equatable, Sendable {
        /// What is to be remembered; nil where it is well.
        package let state: State?
        /// Whether the trouble counts, reported now or before.
        package let isAlarm: Bool
        /// Whether it is to be reported now.
        package let isReported: Bool
        /// Whether it is well again after it was reported.
        package let isOver: Bool
    }

    /// What to do about a part now.
    ///
    /// - Parameters:
    ///   - trouble: nil where it is well.
    ///   - lastSuccess: when it was last well; nil where it never was, or that is not known.
    ///   - state: what was remembered of it.
    package func verdict(
        on trouble: Trouble?, lastSuccess: Instant?, state: State?, now: Instant
    ) -> Verdict {
        guard let trouble else {
            return Verdict(state: nil, isAlarm: false, isReported: false, isOver: state?.reported != nil)
        }
        // A time from a clock that has been put back since says nothing.
        let since = state.flatMap { $0.since <= now ? $0.since : nil } ?? now
        let isDueAgain = state?.reported.map { $0 > now || Self.seconds(from: $0, to: now) >= Self.repetition } ?? true
        let isAlarm: Bool
        let isReported: Bool
        switch trouble {
        case .passing where state?.reported != nil: (isAlarm, isReported) = (true, isDueAgain)
        case .passing:
            let start = lastSuccess.flatMap { $0 <= now ? $0 : nil } ?? since
            isAlarm = now.millisecondsSince1970 - start.millisecondsSince1970 > after
            isReported = isAlarm
        case .lasting(let kind): (isAlarm, isReported) = (true, isDueAgain || state?.kind != kind)
        }
        // What was reported is remembered as it was: a server that is gone for a moment has not mended anything.
        let kind = trouble == .passing ? state?.kind ?? trouble.kind : trouble.kind
        return Verdict(
            state: State(since: since, kind: kind, reported: isReported ? now : state?.reported), isAlarm: isAlarm,
            isReported: isReported, isOver: false)
    }

    private static func seconds(from start: Instant, to end: Instant) -> Int64 {
        (end.millisecondsSince1970 - start.millisecondsSince1970) / 1_000
    }
}
