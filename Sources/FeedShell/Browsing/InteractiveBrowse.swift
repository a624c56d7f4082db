import FeedCache
import Foundation
import TerminalKit

/// Browses the feed on a terminal, drawn in place, until a key ends it.
struct InteractiveBrowse {
    /// How it ended, and what it came to.
    struct Ending: Sendable {
        let tally: ScrollScreen.Tally
        /// Whether Ctrl-C ended it.
        let wasInterrupted: Bool
    }

    private let model: any BrowseModel
    private let screen: TerminalScreen
    private let environment: [String: String]
    private let style: Style
    private let clock: ScrollClock

    init(
        _ model: any BrowseModel, on screen: TerminalScreen, environment: [String: String], style: Style,
        clock: ScrollClock = .system
    ) {
        self.model = model
        self.screen = screen
        self.environment = environment
        self.style = style
        self.clock = clock
    }

    /// Runs until a key ends it. A sync under way is cancelled then, and waited for.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, `StoreError` where the feed cannot be read,
    ///   `OutputError`; the terminal is as it was in each case. `CommandError` where there is no terminal.
    func run() async throws -> Ending {
        guard try screen.enter() else { throw CommandError(.usage, "there is no terminal to browse on") }
        defer { screen.leave() }
        let (events, continuation) = AsyncStream.makeStream(of: BrowseSession.Event.self)
        let keys = KeySource(screen.input) { continuation.yield(.typed($0)) }
        let ticking = Task { [clock] in
            for await _ in clock.ticks() { continuation.yield(.tick) }
        }
        var session = BrowseSession(model, on: screen, environment: environment, style: style, now: clock.now) {
            continuation.yield($0)
        }
        let result: Result<TerminalKey, any Error>
        do {
            result = .success(try await run(&session, events))
        } catch {
            result = .failure(error)
        }
        keys.stop()
        ticking.cancel()
        session.cancel()
        screen.leave()
        await session.waitForSync()
        return Ending(tally: session.notes.tally, wasInterrupted: try result.get() == .interrupt)
    }

    private func run(
        _ session: inout BrowseSession, _ events: AsyncStream<BrowseSession.Event>
    ) async throws -> TerminalKey {
        try session.goOn()
        for await event in events {
            if let key = try session.take(event) { return key }
        }
        throw CancellationError()
    }
}

extension Shell {
    /// Browses the feed by its keys, and says at the end what that came to.
    ///
    /// - Throws: `CommandError` without a terminal.
    func browse(_ options: SharedOptions) async throws -> ExitStatus {
        guard !options.json, isatty(STDIN_FILENO) == 1, output.isScreen, environment["TERM"] != "dumb" else {
            throw CommandError(.usage, "there is no terminal to browse on", advice: "“feed” shows the feed anywhere")
        }
        let browse = InteractiveBrowse(
            try BrowsedFeed(cache(options)), on: .standard, environment: environment, style: style(options))
        let ending = try await browse.run()
        let facts = BrowseScreen.facts(ending.tally)
        if !facts.isEmpty { say(facts.joined(separator: " · "), options) }
        return ending.wasInterrupted ? .interrupted : .done
    }
}
