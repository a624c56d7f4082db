import FeedCache
import FeedModel
import Synchronization

/// The streams that are open, and those whose reader was lost a short time ago.
///
/// The lock guards both.
final class StreamTable: Sendable {
    /// How many streams there may be at a time.
    static let most = 4
    /// How long a lost stream is kept for its reader to come back.
    private static let patience = Duration.seconds(30)

    struct Progress: Sendable {
        /// Of the stream; a page has another one after each reload.
        let stream: Int
        let view: PreviewView
        var sent = 0
        /// As it was sent last; nil before.
        var feed: FeedScreen?
        /// What the page draws.
        var pictures: FeedPictures = [:]
        /// The run on the slider's right end.
        var lastRun: Int64?

        /// What the events are numbered with: this program, the stream, the event.
        func id(boot: String) -> String { "\(boot)-\(stream)-\(sent)" }
    }

    /// A place in the table. It is given back once: by its stream, or, where that never ran, with the object. The lock
    /// guards whether it was.
    final class Place: Sendable {
        let start: Progress
        private let table: StreamTable
        private let isHeld = Mutex(true)

        fileprivate init(_ start: Progress, in table: StreamTable) {
            self.start = start
            self.table = table
        }

        deinit { giveBack(start, isLost: true) }

        /// Ends the stream.
        ///
        /// - Parameter isLost: whether its reader may come back.
        func giveBack(_ progress: Progress, isLost: Bool) {
            let wasHeld = isHeld.withLock { isHeld in
                defer { isHeld = false }
                return isHeld
            }
            if wasHeld { table.close(progress, isLost: isLost) }
        }
    }

    private struct Lost {
        let progress: Progress
        let until: ContinuousClock.Instant
    }

    private struct State {
        var open = 0
        var last = 0
        var isEnding = false
        var lost: [Lost] = []
    }

    /// Another one each time the program starts.
    let boot: String
    private let state = Waiters(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        boot = String(PreviewGate.secret().prefix(8))
        self.now = now
    }

    var isEnding: Bool { state.read(\.isEnding) }

    /// All streams end, and there are no others.
    func end() { state.change { $0.isEnding = true } }

    /// Waits for `end`.
    ///
    /// - Returns: false where the task was cancelled before.
    func isToEnd() async -> Bool { await state.wait { $0.isEnding } }

    /// Begins a stream, or goes on with the one whose last event has this ID.
    ///
    /// - Returns: nil where there are too many.
    func open(resuming id: String?, view: PreviewView) -> Place? {
        let start: Progress? = state.change { state in
            state.lost.removeAll { $0.until < now() }
            guard !state.isEnding, state.open < Self.most else { return nil }
            state.open += 1
            if let id, let index = state.lost.firstIndex(where: { $0.progress.id(boot: boot) == id }),
                state.lost[index].progress.view == view
            {
                return state.lost.remove(at: index).progress
            }
            state.last += 1
            return Progress(stream: state.last, view: view)
        }
        return start.map { Place($0, in: self) }
    }

    private func close(_ progress: Progress, isLost: Bool) {
        state.change { state in
            state.open -= 1
            guard isLost else { return }
            state.lost = state.lost.suffix(Self.most - 1) + [Lost(progress: progress, until: now() + Self.patience)]
        }
    }
}
