import TerminalKit

@testable import FeedShell

/// Lines that a test gives, and what is kept of them.
actor TestLines: LineSource {
    private var lines: [LineReading]
    private(set) var prompts: [String] = []
    private(set) var remembered: [String] = []

    init(_ lines: [LineReading]) {
        self.lines = lines
    }

    func next(prompt: String) -> LineReading {
        prompts.append(prompt)
        return lines.isEmpty ? .end : lines.removeFirst()
    }

    func remember(_ line: String) { remembered.append(line) }
    func history() -> [String] { remembered }
}
