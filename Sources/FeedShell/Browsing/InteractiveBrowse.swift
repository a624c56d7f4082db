import FeedCache
import Foundation
import TerminalKit

/// Browses the feed on a terminal, drawn in place, until a key ends it.
struct InteractiveBrowse {
    struct Ending: Sendable {
        let tally: ScrollScreen.Tally
        let wasInterrupted: Bool
    }

    let model: any BrowseModel
    let screen: FullScreen

    /// Runs until a key ends it. A sync under way is cancelled then, and waited for.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, `StoreError` where the feed cannot be read,
    ///   `OutputError`; the terminal is as it was in each case. `CommandError` where there is no terminal.
    func run() async throws -> Ending {
        let (session, key) = try await screen.run(
            to: "browse on", typed: BrowseSession.Event.typed, tick: .tick
        ) { events, send in
            var session = BrowseSession(model, on: screen, send: send)
            let key: Result<TerminalKey, any Error>
            do {
                key = .success(try await run(&session, events))
            } catch {
                key = .failure(error)
            }
            session.cancel()
            return (session, key)
        }
        await session.waitForSync()
        return Ending(tally: session.notes.tally, wasInterrupted: try key.get() == .interrupt)
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
        let browse = InteractiveBrowse(model: try BrowsedFeed(cache(options)), screen: fullScreen(options))
        let ending = try await browse.run()
        let facts = BrowseScreen.facts(ending.tally)
        if !facts.isEmpty { say(facts.joined(separator: " · "), options) }
        return ending.wasInterrupted ? .interrupted : .done
    }
}
