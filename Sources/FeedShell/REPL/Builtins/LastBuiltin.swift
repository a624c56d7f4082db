import ArgumentParser
import FeedModel
import TerminalKit

struct LastBuiltin: REPLBuiltin {
    let names = ["last"]
    let usage = "[--all] [--format <mode>] [--json]"
    let abstract = "The last result again, in another mode or into a file, without running its command."
    let discussion = """
        The result of the last command that listed something. Its records are kept: up to 8 MB in memory, more in a file \
        that no other program can open and that is gone at the end. With --all also what a limit left out (“… 117 more”): \
        where that was not read, it is read now.
        """
    let example = "last --format csv > photos.csv"

    /// More than there is of anything.
    private static let noLimit = "1000000000"

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] {
        if words.last == "--format" { return OutputMode.ofRecords.map { Completion.Candidate(word: $0.rawValue) } }
        return ["--all", "--format", "--json"].filter { !words.contains($0) }.map { Completion.Candidate(word: $0) }
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        let request = try Request(words)
        guard let last = session.results.last else {
            throw CommandError(.noInput, "nothing was listed yet", advice: "run a command such as “items”")
        }
        if request.isAll, last.hasRest, last.whole == nil {
            session.results.begin(last.words)
            // After “--” nothing is an option.
            let end = last.words.firstIndex(of: "--") ?? last.words.endIndex
            let command =
                Self.without(["--limit", "--format"], last.words[..<end].filter { $0 != "--json" })
                + ["--limit", Self.noLimit] + (request.mode.map { ["--format", $0.rawValue] } ?? [])
                + last.words[end...]
            return try await FeedcacheProgram.perform(command, in: session.shell, Stopwatch())
        }
        var options = try SharedOptions.parse([])
        options.format = request.mode ?? session.shell.settings.mode
        options.json = options.format?.isJSON ?? false
        let records = request.isAll ? last.whole ?? last.records : last.records
        let rest = last.hasRest && !request.isAll ? last.whole.map { $0.count - records.count } : 0
        return try await Interruption.guarding(isInteractive: session.shell.isTyped) { [options] in
            try await session.shell.paging { shell in
                try shell.write(last.listing(records), options, note: Self.note(records, rest: rest))
                return LineResult()
            }
        }
    }

    /// - Parameter rest: how many records a limit left out; nil where that is not known.
    private static func note(_ records: KeptRecords, rest: Int?) -> String? {
        if !records.isWhole { return "not the whole result: it was stopped, or too long to be kept" }
        return rest.map { Shell.more($0) } ?? "there is more: “last --all” shows it"
    }

    private static func without(_ options: [String], _ words: [String]) -> [String] {
        var kept: [String] = []
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if options.contains(word) {
                isValue = true
            } else if !options.contains(where: { word.hasPrefix($0 + "=") }) {
                kept.append(word)
            }
        }
        return kept
    }

    private struct Request {
        private(set) var isAll = false
        private(set) var mode: OutputMode?

        init(_ words: [String]) throws(CommandError) {
            var words = words[...]
            while let word = words.popFirst() {
                switch word {
                case "--all": isAll = true
                case "--json": mode = .json
                case "--format": mode = try Self.mode(words.popFirst())
                case _ where word.hasPrefix("--format="):
                    mode = try Self.mode(String(word.dropFirst("--format=".count)))
                default:
                    throw CommandError(
                        .usage, "“last” does not know “\(word)”", advice: "it has --all, --format and --json")
                }
            }
        }

        private static func mode(_ word: String?) throws(CommandError) -> OutputMode {
            guard let mode = word.flatMap(OutputMode.init), OutputMode.ofRecords.contains(mode) else {
                let modes = OutputMode.ofRecords.map(\.rawValue).asChoice
                throw CommandError(.usage, "“last” writes \(modes)\(word.map { ", not \($0)" } ?? "")")
            }
            return mode
        }
    }
}
