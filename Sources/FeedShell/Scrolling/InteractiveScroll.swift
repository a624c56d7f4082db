import FeedCache
import TerminalKit

/// Scrolls a section on a terminal, drawn in place, until a key ends it.
///
/// It never waits for the section: a step runs concurrently, and keys that come meanwhile become one move. A step that waits
/// for an ad goes on in the background, and the next one begins.
struct InteractiveScroll {
    struct Ending: Sendable {
        /// What was on screen at the end; nil before anything was.
        let view: ScrollView?
        let tally: ScrollScreen.Tally
        let wasInterrupted: Bool
    }

    let model: any ScrollModel
    let screen: FullScreen

    /// Runs until a key ends it.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, what a step throws, `OutputError`; the terminal is as
    ///   it was in each case. `CommandError` where there is no terminal.
    func run() async throws -> Ending {
        try await screen.run(to: "scroll on", typed: ScrollSession.Event.typed, tick: .tick) { events, send in
            var session = ScrollSession(model, on: screen, send: send)
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
}
