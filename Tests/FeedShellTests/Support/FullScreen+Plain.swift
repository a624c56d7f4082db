import Foundation
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
