struct BrowseLook: Equatable, Sendable {
    let stayed: Duration
    let rows: [VisibleRows]
    /// Whether no row was to be seen in between: a dwell begins anew.
    let wasAway: Bool
}

/// When to report what is on screen: at once where it changed, else about once a second.
///
/// One report is under way at a time. Time in which other rows were on screen than those reported does not count.
///
/// A pure value: the time comes in as an argument, from a clock that only goes forward.
struct BrowsePace {
    static let beat = Duration.seconds(1)

    private var reported: [VisibleRows] = []
    private var isUnderWay = false
    private var wasAway = false
    /// Up to when it is known how long the reported rows were on screen.
    private var knownUntil: Duration
    private var leftAt: Duration?

    init(now: Duration) {
        knownUntil = now
    }

    /// What to report now; nil while a report is under way, or where there is nothing to say yet.
    mutating func next(_ visible: [VisibleRows], at now: Duration) -> BrowseLook? {
        if visible != reported, leftAt == nil { leftAt = now }
        guard !isUnderWay else { return nil }
        let elapsed = reported.isEmpty ? .zero : max(.zero, (leftAt ?? now) - knownUntil)
        guard leftAt != nil || wasAway || elapsed >= Self.beat else { return nil }
        // Rows that went and are back were not there without a break.
        let look = BrowseLook(
            stayed: elapsed, rows: visible, wasAway: wasAway || (leftAt != nil && visible == reported))
        (reported, knownUntil, leftAt, wasAway, isUnderWay) = (visible, now, nil, false, true)
        return look
    }

    mutating func finish() {
        isUnderWay = false
    }

    /// The program was stopped until now: no row was seen meanwhile.
    mutating func resume(at now: Duration) {
        (knownUntil, leftAt, wasAway) = (now, nil, true)
    }
}
