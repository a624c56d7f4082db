import Foundation
import Synchronization
import TerminalKit
import TestSupport

@testable import FeedShell

extension FullScreen {
    /// A terminal without colours.
    static func plain(_ terminal: TerminalScreen, _ clock: ScreenClock) -> FullScreen {
        FullScreen(
            terminal: terminal, environment: [:], style: Style(.never, environment: [:], isTerminal: true), clock: clock
        )
    }
}

extension ScreenClock {
    /// Ticks as always, but no time passes.
    static let ticking = ScreenClock(now: { .zero }, ticks: system.ticks)
}

extension PseudoTerminal {
    /// How keys and output are treated.
    var flags: [tcflag_t] {
        var mode = termios()
        tcgetattr(descriptor, &mode)
        return [mode.c_lflag, mode.c_iflag]
    }

    /// What appears up to and with `text`; not on a thread of the tasks under test.
    func appearing(_ text: String) async -> String {
        await withCheckedContinuation { continuation in
            Thread { [self] in continuation.resume(returning: see(text)) }.start()
        }
    }
}

/// A clock that moves only when it is moved; each move is a tick. The lock guards the time.
final class SteppedClock: Sendable {
    private let time = Mutex(Duration.zero)
    private let ticks: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (ticks, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(100))
    }

    var clock: ScreenClock {
        ScreenClock(now: { self.time.withLock(\.self) }, ticks: { self.ticks })
    }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
        continuation.yield()
    }
}
