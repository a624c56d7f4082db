import TerminalKit

/// A subject that `help` explains beside the commands: `help manifest`. The manual page shows the same text.
struct HelpTopic: Sendable {
    enum Block: Sendable {
        /// Lines to type or to save, as they are.
        case example([String])
        case paragraph(String)
        case list(title: String, entries: [(term: String, meaning: String)])
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
    /// Cells of a term, its indentation included.
    private static let column = 26

    /// The text, without a line break at its end.
    ///
    /// - Parameter width: cells of the window.
    func text(width: Int) -> String {
        var parts: [[String]] = []
        for (index, block) in blocks.enumerated() {
            switch block {
            case .example(let lines):
                parts.append([index == 0 ? "EXAMPLE:" : "ANOTHER EXAMPLE:"] + lines.map { $0.isEmpty ? "" : "  \($0)" })
                if index == 0 { parts.append(Paragraph.lines(abstract, width: width)) }
            case .paragraph(let text): parts.append(Paragraph.lines(text, width: width))
            case .list(let title, let entries):
                parts.append(["\(title):"] + Paragraph.list(entries, column: Self.column, width: width))
            }
        }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}
