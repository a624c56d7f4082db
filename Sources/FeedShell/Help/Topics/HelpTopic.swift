import FeedModel
import TerminalKit

/// A subject that `help` explains beside the commands: `help manifest`. The manual page shows the same text.
struct HelpTopic: Sendable {
    typealias Entry = (term: String, meaning: String)

    enum Block: Sendable {
        /// Lines to type or to save, as they are.
        case example([String])
        case paragraph(String)
        case list(title: String, entries: [Entry])
    }

    /// What is typed after `help`: lower case, words joined by a hyphen.
    let name: String
    let abstract: String
    let manualTitle: String
    /// The first one is an example.
    let blocks: [Block]

    static let all = [manifest, querying, formatting, exitCodes, environment]

    /// The topic that words name: `exit-codes`, or `exit codes`.
    static func named(_ words: [String]) -> HelpTopic? {
        let name = words.joined(separator: "-").lowercased()
        return all.first { $0.name == name }
    }
}

extension HelpTopic {
    func text(width: Int) -> String {
        (blocks.prefix(1) + [.paragraph(abstract)] + blocks.dropFirst()).text(width: width)
    }
}

extension [HelpTopic.Block] {
    /// The blocks with a blank line between them; those that have nothing in them are left out.
    ///
    /// - Parameter column: the cells of a term, its indentation included.
    func text(column: Int = 26, width: Int) -> String {
        let blocks = map { block -> [String] in
            switch block {
            case .example(let lines): ["EXAMPLE:"] + lines.map { $0.isEmpty ? "" : "  \($0)" }
            case .paragraph(let text): text.isEmpty ? [] : Paragraph.lines(text, width: width)
            case .list(let title, let entries):
                entries.isEmpty ? [] : ["\(title):"] + Paragraph.list(entries, column: column, width: width)
            }
        }
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}

extension HelpTopic {
    static let exitCodes = HelpTopic(
        name: "exit-codes",
        abstract: "What the program ends with. The numbers are those of sysexits.h where it has one.",
        manualTitle: "EXIT STATUS",
        blocks: [
            .example([
                "feedcache sync -q --alarm-after 2h     # in cron: passing trouble is 0 for two hours",
                "feedcache status -q --max-age 2h || echo stale",
                "feedcache sync; echo $?",
            ]),
            .list(
                title: "EXIT CODES", entries: ExitStatus.allCases.map { ("\($0.rawValue)", "\($0.said.meaning).") }),
            .paragraph(
                """
                Where commands are read from a pipe or a file, the exit code is that of the last line that failed; 0 if \
                none did. What went wrong is one line on standard error, as “feedcache: …”; with --json and --format ndjson it is \
                one JSON object with exit, code, message and advice.
                """),
        ])
}
