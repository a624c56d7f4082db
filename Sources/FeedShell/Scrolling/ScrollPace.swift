import TerminalKit

/// What to ask of the section next: keys that are pressed while a step is under way become one move, and the time that
/// rows stay on screen is reported about once a second.
///
/// A pure value: the time comes in as an argument, from a clock that only goes forward.
struct ScrollPace {
    enum Step: Equatable {
        case move(by: Int, height: Int)
        case stay(Duration)
    }

    /// How often the time that rows stay is reported.
    static let beat = Duration.seconds(1)

    /// Rows that fit the screen.
    private var height: Int
    /// The first row on screen, and the one that is wanted there.
    private var (first, wanted) = (0, 0)
    private var rowCount = 0
    private var hasView = false
    /// Whether the section has to be read again: its viewport is unknown, or the screen has another size.
    private var mustLook = true
    private var underWay: Step?
    /// The time up to which the section knows how long its rows were on screen.
    private var knownUntil: Duration
    /// Whether that was reported just now, before a move.
    private var isReported = false

    init(height: Int, now: Duration) {
        self.height = max(1, height)
        knownUntil = now
    }

    /// Takes a key. Those that do not move the viewport do nothing here.
    mutating func press(_ key: TerminalKey) {
        let last = max(0, rowCount - height)
        let target: Int
        switch key {
        case .up: target = wanted - 1
        case .down: target = wanted + 1
        // One row stays on screen, to find one's way.
        case .pageUp: target = wanted - max(1, height - 1)
        case .pageDown: target = wanted + max(1, height - 1)
        case .home: target = 0
        case .end: target = last
        case .leave, .interrupt, .suspend, .redraw: return
        }
        // A viewport that is below the last full screen may stay there.
        wanted = min(max(0, target), max(last, wanted))
    }

    mutating func resize(height: Int) {
        let height = max(1, height)
        guard height != self.height else { return }
        self.height = height
        mustLook = true
    }

    /// What to do now; nil while a step is under way, or where there is nothing to do yet.
    mutating func next(at now: Duration) -> Step? {
        guard underWay == nil else { return nil }
        let elapsed = now - knownUntil
        if mustLook {
            mustLook = false
            underWay = .move(by: 0, height: height)
        } else if !isReported, elapsed >= Self.beat || (wanted != first && elapsed > .zero) {
            // Also before a move, once: the rows were on screen until now.
            knownUntil = now
            isReported = wanted != first
            underWay = .stay(elapsed)
        } else if wanted != first {
            isReported = false
            underWay = .move(by: wanted - first, height: height)
        } else {
            isReported = false
        }
        return underWay
    }

    /// The step came back.
    mutating func finish(_ view: ScrollView, at now: Duration) {
        defer { underWay = nil }
        rowCount = view.rowCount
        guard case .move(let rows, _)? = underWay else { return }
        // Until now other rows were on screen.
        if first != view.first || !hasView { knownUntil = now }
        hasView = true
        let wasPressed = wanted != first + rows
        first = view.first
        // The section may have ended the move elsewhere; keys pressed meanwhile still count.
        wanted = wasPressed ? min(wanted, max(0, rowCount - height, first)) : first
    }

    /// The step takes its time, as an ad's may: others may follow it. Where a move ended has to be looked up then.
    mutating func letGo() {
        if case .move? = underWay { mustLook = true }
        underWay = nil
    }

    /// A step that was let go came back, maybe with an ad.
    mutating func lookAgain() {
        mustLook = true
    }

    /// The program was stopped: the rows were not seen meanwhile.
    mutating func resume(at now: Duration) {
        knownUntil = now
    }
}
