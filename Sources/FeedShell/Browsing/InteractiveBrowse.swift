import FeedCache
import FeedModel
import Foundation
import TerminalKit

struct InteractiveBrowse {
    struct Ending: Sendable {
        let tally: BrowseTally
        let wasInterrupted: Bool
    }

    let model: any BrowseModel
    let screen: FullScreen
    /// Where it begins; nil: at the top.
    var start: BrowseRequest.Anchor?

    /// Runs until a key ends it. A sync under way is cancelled then, and waited for.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, `StoreError` where the feed cannot be read,
    ///   `OutputError`; the terminal is as it was in each case. `CommandError` where there is no terminal.
    func run() async throws -> Ending {
        let (session, key) = try await runOnScreen()
        await session.waitForSync()
        return Ending(tally: session.notes.tally, wasInterrupted: try key.get() == .interrupt)
    }

    private func runOnScreen() async throws -> (BrowseSession, Result<TerminalKey, any Error>) {
        guard try screen.terminal.enter() else { throw Self.noTerminal }
        defer { screen.terminal.leave() }
        let (events, continuation) = AsyncStream.makeStream(of: BrowseSession.Event.self)
        let keys = KeySource(screen.terminal.input) { continuation.yield(.typed($0)) }
        let ticking = Task { [clock = screen.clock] in
            for await _ in clock.ticks() { continuation.yield(.tick) }
        }
        var session = BrowseSession(model, on: screen, from: start) { continuation.yield($0) }
        defer {
            session.cancel()
            keys.stop()
            ticking.cancel()
        }
        do {
            try session.goOn()
            for await event in events {
                if let key = try session.take(event) { return (session, .success(key)) }
            }
            throw CancellationError()
        } catch {
            return (session, .failure(error))
        }
    }

    fileprivate static let noTerminal = CommandError(
        .usage, "there is no terminal to browse on", advice: "“feed” shows the feed anywhere")
}

extension Shell {
    func hasFullScreen(_ options: SharedOptions) -> Bool {
        !options.json && isatty(STDIN_FILENO) == 1 && output.isScreen && environment["TERM"] != "dumb"
    }

    /// Browses the feed by its keys, and says at the end what that came to.
    ///
    /// - Parameter section: the ID of the one to begin at, where it was scrolled to last; nil: the first.
    /// - Throws: `CommandError` without a terminal; `UnknownNameError` where there is no such section.
    func browse(_ options: SharedOptions, from section: String? = nil) async throws -> ExitStatus {
        guard hasFullScreen(options) else { throw InteractiveBrowse.noTerminal }
        let cache = try cache(options)
        let start = try section.map { id in
            let row = try cache.read { try $0.rows(of: $0.section(id)).firstShown }
            return BrowseRequest.Anchor(section: id, row: row, identity: nil, index: 0, line: 0)
        }
        let screen = FullScreen(terminal: .standard, environment: environment, style: style(options))
        let ending = try await InteractiveBrowse(model: BrowsedFeed(cache), screen: screen, start: start).run()
        if !ending.tally.facts.isEmpty { say(ending.tally.facts.joined(separator: " · "), options) }
        return ending.wasInterrupted ? .interrupted : .done
    }
}
