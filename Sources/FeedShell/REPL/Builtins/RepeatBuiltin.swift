import FeedModel
import FeedSource
import Foundation
import TerminalKit

struct RepeatBuiltin: REPLBuiltin {
    let names = ["repeat"]
    let usage = "[--every <duration>] [--times <number>] <command>"
    let abstract = "Run a command again and again, and mark what changed since the time before."
    let discussion = """
        Every 2 s, until Ctrl-C or so many times. From the second time on, a line that is new begins with “+”, and lines \
        that are gone follow with “-”. Modes for programs have no marks.
        """
    let example = "repeat --every 5s status"

    private static let intervals = DurationArgument(milliseconds: 100)...DurationArgument(seconds: 7 * 86_400)

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] {
        guard let request = try? Request(Array(words.dropFirst())), request.command.isEmpty else { return [] }
        return ["--every", "--times"].map { Completion.Candidate(word: $0) }
            + commands.catalog.commands.map(\.candidate)
    }

    /// The words of the command that is repeated, so far; nil where what comes before it is wrong.
    static func command(in words: [String]) -> [String]? {
        try? Request(Array(words.dropFirst())).command
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        let request = try Request(words)
        guard !request.command.isEmpty else {
            throw CommandError(.usage, "“repeat” needs a command", advice: "as in “\(example)”")
        }
        // One Ctrl-C ends all of it, also between two times.
        return try await Interruption.guarding(isInteractive: session.shell.isTyped) {
            try await request.run(in: session)
        }
    }

    private struct Request {
        private(set) var every = DurationArgument(seconds: 2)
        private(set) var times: Int?
        private(set) var command: [String] = []

        init(_ words: [String]) throws(CommandError) {
            var words = words[...]
            while let word = words.first, word.hasPrefix("--") {
                words.removeFirst()
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard let value = parts.count > 1 ? parts[1] : words.popFirst() else {
                    throw CommandError(.usage, "“\(word)” needs a value")
                }
                try take(value, for: parts[0])
            }
            command = Array(words)
            guard command.first != "repeat" else { throw CommandError(.usage, "“repeat” cannot repeat itself") }
        }

        private mutating func take(_ value: String, for option: String) throws(CommandError) {
            switch option {
            case "--every":
                guard let duration = DurationArgument(value), intervals.contains(duration) else {
                    throw CommandError(
                        .usage, "--every is \(intervals.lowerBound) to \(intervals.upperBound), not “\(value)”")
                }
                every = duration
            case "--times":
                guard let number = Int(value), number >= 1 else {
                    throw CommandError(.usage, "--times is 1 or more, not “\(value)”")
                }
                times = number
            default:
                throw CommandError(.usage, "“repeat” has no option “\(option)”", advice: "it has --every and --times")
            }
        }

        /// - Returns: with the status of the last time.
        func run(in session: REPLSession) async throws -> LineResult {
            let shell = session.shell
            let mode = OutputMode.asked(in: command) ?? shell.settings.mode ?? .table
            var before: [String]?
            var number = 0
            while true {
                number += 1
                let held = try HeldOutput(for: shell.output)
                let result = await session.run(command, in: shell.writing(to: held.output))
                let text = try held.text()
                if mode.isForPeople {
                    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
                        String.init)
                    try shell.output.line("-[ \(number), \(shell.clock.now) ]-")
                    for line in before.map({ ChangedLines.marked(lines, since: $0) }) ?? lines {
                        try shell.output.line(line)
                    }
                    before = lines
                } else {
                    try shell.output.write(text)
                }
                if number == times || result.isLeaving || result.status.isSignal { return result }
                try await shell.clock.sleep(for: every.duration)
            }
        }
    }
}

enum ChangedLines {
    /// The lines of a text, new ones with “+ ” before them, others with two blanks; then those that are gone, with “- ”.
    static func marked(_ lines: [String], since before: [String]) -> [String] {
        var left: [String: Int] = [:]
        for line in before { left[line, default: 0] += 1 }
        func take(_ line: String) -> Bool {
            guard let count = left[line], count > 0 else { return false }
            left[line] = count - 1
            return true
        }
        let marked = lines.map { take($0) ? "  \($0)" : "+ \($0)" }
        // Of equal lines the last ones are gone.
        let gone = before.reversed().filter(take)
        return marked + gone.reversed().map { "- \($0)" }
    }
}
