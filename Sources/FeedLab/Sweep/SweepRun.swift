import FeedModel
import FeedSlots

/// One policy in one world: the engine of the real feed, a clock, and the pending request.
struct SweepRun {
    private(set) var counts = SweepResult.Counts()
    private var engine: SlotEngine
    private let world: SweepWorld
    private var rests: SeededDraw
    private var fills: SeededDraw
    private var now = Instant(seconds: 0)
    private var answerAt: Instant?
    /// Ads that were on screen.
    private var shown: Set<Int64> = []

    init(policy: SlotPolicy, world: SweepWorld) {
        engine = SlotEngine(policy: policy, contentCount: world.items)
        self.world = world
        rests = SeededDraw(world.seed, 0)
        fills = SeededDraw(world.seed, 1)
    }

    /// Shows the first screen, then one after another until the last row is on screen.
    mutating func scrollToEnd() {
        note(engine.show(Viewport(first: 0, last: world.height - 1), at: now))
        rest()
        while !isAtEnd {
            for _ in 0..<world.height where !isAtEnd { scrollRow() }
            rest()
        }
    }

    private var isAtEnd: Bool {
        engine.viewport.map { $0.last >= engine.rows.rowCount - 1 } ?? true
    }

    private mutating func scrollRow() {
        wait(world.perRow)
        guard let viewport = engine.viewport else { return }
        note(engine.show(viewport.moved(up: -1), at: now))
    }

    private mutating func rest() {
        wait(world.rest(&rests))
        counts.screens += 1
        counts.adsOnScreens += engine.adSerialsOnScreen.count
    }

    // MARK: Time

    /// Lets time pass. What is due in it happens in order.
    private mutating func wait(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while let next = nextEvent, next <= end {
            now = next
            if answerAt == next { answer() } else { note(engine.advance(to: now)) }
        }
        now = end
        note(engine.advance(to: now))
    }

    /// The next answer, or the end of a back-off.
    private var nextEvent: Instant? {
        let retryAt = engine.backoff.retryAt.flatMap { $0 > now ? $0 : nil }
        return answerAt ?? retryAt
    }

    private mutating func answer() {
        answerAt = nil
        let before = rowsOnScreen
        let isFilled = fills.chance(world.fill)
        note(engine.answer(isFilled ? .ad(id: "\(counts.fills + 1)", payload: "{}") : .failed, at: now))
        counts.rowsShifted += zip(before, rowsOnScreen).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    }

    private var rowsOnScreen: [RowMap.Row?] {
        engine.viewport?.rows.map { engine.rows[$0] } ?? []
    }

    // MARK: Counting

    private mutating func note(_ events: [SlotEvent]) {
        for event in events {
            switch event {
            case .requested:
                counts.requests += 1
                answerAt = now.advanced(by: world.latency)
            case .loaded: counts.fills += 1
            case .counted: counts.impressions += 1
            case .failed, .placed, .exposureEnded, .anchorChanged, .expired, .expiredHeld, .released, .dropped: break
            }
        }
        for serial in engine.adSerialsOnScreen where shown.insert(serial).inserted { counts.shown += 1 }
    }
}
