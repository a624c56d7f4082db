import ArgumentParser
import FeedCache
import FeedModel
import FeedSlots
import TerminalKit

struct ExplainCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain why there is an ad on a row of a section, or why there is none.")
    static let example = "explain ranking 3"

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("The section's ID.", valueName: "section"), completion: .sections)
    var section: String

    @Argument(help: ArgumentHelp("The row, from 0.", valueName: "row"))
    var row: Int

    func run(in shell: Shell) async throws -> ExitStatus {
        let (policy, explanation, content) = try shell.cache(shared).read { snapshot in
            let section = try snapshot.section(section)
            let explanation = try snapshot.explain(section, row: row)
            let shown = try snapshot.rows(of: section, offset: row, limit: 1).rows.first
            return (try snapshot.ads(of: section).policy, explanation, shown)
        }
        let record = JSONValue.object([
            ("section", .string(section)), ("row", .number(row)), ("policy", .string(policy.description)),
            ("shows", content.map { $0.json(row: row) } ?? .null), ("explanation", .string(explanation.description)),
        ])
        return try shell.show(record, shared) {
            if case .content(_, let id, _, let payload) = content {
                try shell.show("Row \(row) shows item “\(id)”: \(ItemSummary.title(of: payload))", .plain, shared)
            }
            try shell.show(explanation.description, .plain, shared)
            if policy.hasSlots { try shell.show("The section’s policy: \(policy).", .dim, shared) }
        }
    }
}
