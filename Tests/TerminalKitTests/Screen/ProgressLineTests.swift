import Synchronization
import Testing

@testable import TerminalKit

@Suite struct ProgressLineTests {
    /// A terminal and a clock to look at.
    private final class Screen: Sendable {
        let written = Mutex("")
        let time = Mutex(Duration.zero)
        let columns = Mutex<Int?>(40)

        func line() -> ProgressLine {
            ProgressLine(
                columns: { self.columns.withLock(\.self) }, now: { self.time.withLock(\.self) },
                write: { text in self.written.withLock { $0 += text } })
        }

        func wait(_ milliseconds: Int) {
            time.withLock { $0 += .milliseconds(milliseconds) }
        }

        /// What was written since the last call.
        func new() -> String {
            written.withLock { text in
                defer { text = "" }
                return text
            }
        }
    }

    @Test("A part shows what is known")
    func parts() {
        #expect(ProgressLine.Part(label: "photos", done: 3).text == "photos 3")
        #expect(ProgressLine.Part(label: "photos", done: 30, total: 120).text == "photos 30/120 25%")
        #expect(ProgressLine.Part(label: "photos", done: 119, total: 120).text == "photos 119/120 99%")
        #expect(ProgressLine.Part(label: "photos", done: 5, total: 0).text == "photos 5/0")
        #expect(ProgressLine.Part(label: "photos", done: 5, total: 3).text == "photos 5/3")
        #expect(ProgressLine.Part(label: "photos", done: .max, total: .max).text.hasSuffix("100%"))
    }

    @Test("It is drawn over itself, not too often, and taken away at the end")
    func drawing() {
        let screen = Screen()
        let line = screen.line()
        line.show([.init(label: "a", done: 1)])
        #expect(screen.new() == "\r\u{1B}[Ka 1")
        screen.wait(99)
        line.show([.init(label: "a", done: 2)])
        #expect(screen.new().isEmpty)
        screen.wait(1)
        line.show([.init(label: "a", done: 3), .init(label: "b", done: 1, total: 2)])
        #expect(screen.new() == "\r\u{1B}[Ka 3  b 1/2 50%")
        line.erase()
        #expect(screen.new() == "\r\u{1B}[K")
        line.erase()
        #expect(screen.new().isEmpty)
        line.show([.init(label: "a", done: 4)])
        #expect(screen.new() == "\r\u{1B}[Ka 4")
    }

    @Test("It stays on one line, by the width the window has now, and is defused")
    func fitting() {
        let screen = Screen()
        let line = screen.line()
        screen.columns.withLock { $0 = 6 }
        line.show([.init(label: "寿司\u{1B}", done: 1)])
        #expect(screen.new() == "\r\u{1B}[K寿司…")
    }

    @Test("Without a terminal nothing is written")
    func pipe() {
        let screen = Screen()
        screen.columns.withLock { $0 = nil }
        let line = screen.line()
        line.show([.init(label: "a", done: 1)])
        line.erase()
        #expect(screen.new().isEmpty)
    }
}
