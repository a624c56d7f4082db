import TerminalKit

/// A terminal whose whole window is drawn on, and what a drawing depends on.
struct FullScreen: Sendable {
    let terminal: TerminalScreen
    let environment: [String: String]
    let style: Style
    var clock = ScreenClock.system

    var size: TerminalSize { terminal.size(environment) }

    /// Stops the program as Ctrl-Z does, and goes on when it is continued.
    ///
    /// - Throws: `CommandError` where the terminal is gone; `OutputError`.
    func suspend() throws {
        guard try terminal.suspend() else { throw CommandError(.inputOutput, "the terminal is gone") }
    }

    /// Takes the window over while `body` runs, however it ends.
    ///
    /// - Parameters:
    ///   - use: what it is for, after “there is no terminal to”.
    ///   - typed: the event of bytes from the terminal; none where it is gone.
    ///   - tick: the event of time that passes.
    ///   - body: gets the events in order, and a function that adds one.
    /// - Throws: `CommandError` where there is no terminal; `OutputError`; what `body` throws.
    func run<Event: Sendable, Value>(
        to use: String, typed: @escaping @Sendable ([UInt8]) -> Event,
        tick: @autoclosure @escaping @Sendable () -> Event,
        _ body: (AsyncStream<Event>, @escaping @Sendable (Event) -> Void) async throws -> Value
    ) async throws -> Value {
        guard try terminal.enter() else { throw CommandError(.usage, "there is no terminal to \(use)") }
        defer { terminal.leave() }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let keys = KeySource(terminal.input) { continuation.yield(typed($0)) }
        let ticking = Task { [clock] in
            for await _ in clock.ticks() { continuation.yield(tick()) }
        }
        defer {
            keys.stop()
            ticking.cancel()
        }
        return try await body(events) { continuation.yield($0) }
    }
}

extension Shell {
    /// The terminal that the program runs on.
    func fullScreen(_ options: SharedOptions) -> FullScreen {
        FullScreen(terminal: .standard, environment: environment, style: style(options))
    }
}

struct ScreenClock: Sendable {
    /// Ticks come far more often: after a longer silence the program was stopped, or the machine slept.
    static let longestSilence = Duration.seconds(1)

    /// A clock that only goes forward.
    let now: @Sendable () -> Duration
    /// A regular tick for what happens without a key: rows stay, the window changes its size, an ESC is alone.
    let ticks: @Sendable () -> AsyncStream<Void>

    static let system: ScreenClock = {
        let start = ContinuousClock.now
        return ScreenClock(
            now: { ContinuousClock.now - start },
            ticks: {
                AsyncStream {
                    try? await Task.sleep(for: .milliseconds(100))
                    return Task.isCancelled ? nil : ()
                }
            })
    }()
}
