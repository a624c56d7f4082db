import FeedCache
import TerminalKit

/// Scrolls a section on a terminal, drawn in place, until a key ends it.
///
/// It never waits for the section: a step runs concurrently, and keys that come meanwhile become one move. A step that waits
/// for an ad goes on in the background, and the next one begins.
struct InteractiveScroll {
    /// How it ended, and what it came to.
    struct Ending: Sendable {
        /// What was on screen at the end; nil before anything was.
        let view: ScrollView?
        let tally: ScrollScreen.Tally
        /// Whether Ctrl-C ended it.
        let wasInterrupted: Bool
    }

    private let model: any ScrollModel
    private let screen: TerminalScreen
    private let environment: [String: String]
    private let style: Style
    private let clock: ScrollClock

    init(
        _ model: any ScrollModel, on screen: TerminalScreen, environment: [String: String], style: Style,
        clock: ScrollClock = .system
    ) {
        self.model = model
        self.screen = screen
        self.environment = environment
        self.style = style
        self.clock = clock
    }

    /// Runs until a key ends it.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, what a step throws, `OutputError`; the terminal is as
    ///   it was in each case. `CommandError` where there is no terminal.
    func run() async throws -> Ending {
        guard try screen.enter() else { throw CommandError(.usage, "there is no terminal to scroll on") }
        defer { screen.leave() }
        let (events, continuation) = AsyncStream.makeStream(of: ScrollSession.Event.self)
        let keys = KeySource(screen.input) { continuation.yield(.typed($0)) }
        let ticking = Task { [clock] in
            for await _ in clock.ticks() { continuation.yield(.tick) }
        }
        defer {
            keys.stop()
            ticking.cancel()
        }
        var session = ScrollSession(model, on: screen, environment: environment, style: style, now: clock.now) {
            continuation.yield($0)
        }
        defer { session.cancel() }
        try session.goOn()
        for await event in events {
            if let key = try session.take(event) {
                return Ending(view: session.view, tally: session.tally, wasInterrupted: key == .interrupt)
            }
        }
        throw CancellationError()
    }
}

/// When it is, and that time passes.
struct ScrollClock: Sendable {
    /// A clock that only goes forward.
    let now: @Sendable () -> Duration
    /// A regular tick for what happens without a key: rows stay, the window changes its size, an ESC is alone.
    let ticks: @Sendable () -> AsyncStream<Void>

    /// The computer's.
    static let system: ScrollClock = {
        let start = ContinuousClock.now
        return ScrollClock(
            now: { ContinuousClock.now - start },
            ticks: {
                AsyncStream {
                    try? await Task.sleep(for: .milliseconds(100))
                    return Task.isCancelled ? nil : ()
                }
            })
    }()
}
