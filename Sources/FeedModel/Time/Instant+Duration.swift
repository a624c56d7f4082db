extension Instant {
    /// The instant `duration` later, or earlier if negative; stops at `earliest` and `latest`.
    package func advanced(by duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        // Both parts are below 10¹⁸, so their sum has room.
        let later = advanced(bySeconds: seconds)
        return Instant(seconds: later.seconds, attoseconds: later.attoseconds + attoseconds)
    }

    /// How much later this is than `earlier`; negative if it is not.
    package func duration(since earlier: Instant) -> Duration {
        Duration(secondsComponent: seconds - earlier.seconds, attosecondsComponent: attoseconds - earlier.attoseconds)
    }

    /// How long ago it was: `3 min ago`, `2 days ago`; `0 s ago` where it is still to come.
    package func ago(at now: Instant) -> String {
        let seconds = max(0, now.seconds - seconds)
        return switch seconds {
        case ..<60: "\(seconds) s ago"
        case ..<3_600: "\(seconds / 60) min ago"
        case ..<86_400: "\(seconds / 3_600) h ago"
        default: "\((seconds / 86_400).of("day")) ago"
        }
    }
}

extension Duration {
    /// Seconds rounded to the nanosecond, so that 0.7 and 0.3 add up to 1.
    ///
    /// - Parameter seconds: -10⁹ to 10⁹; what lies outside becomes the nearer bound, and what is no number 0.
    package init(roundingSeconds seconds: Double) {
        self = seconds.isNaN ? .zero : .nanoseconds(Int64((min(max(seconds, -1e9), 1e9) * 1e9).rounded()))
    }

    /// Whole milliseconds, rounded down; as many as fit.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = min(max(self, .milliseconds(Int64.min)), .milliseconds(Int64.max)).components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// “1.5 s”, to the millisecond.
    package var inWords: String { "\(((inSeconds * 1000).rounded() / 1000).formattedAsWhole) s" }
}
