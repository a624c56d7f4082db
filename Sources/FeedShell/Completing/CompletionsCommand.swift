import ArgumentParser
import TerminalKit

struct CompletionsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print the script with which bash, zsh or fish complete commands, options and names from the cache.",
        discussion: """
            To try it: source <(feedcache completions bash), or in fish: feedcache completions fish | source. To keep \
            it, write it to where the shell looks, as scripts/install does.
            """)
    static let example = "completions bash"
    static let modes: [OutputMode] = [.table, .json]

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var userShell: UserShell

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("A line to complete.", valueName: "line", visibility: .hidden))
    var lines: [String] = []

    func run(in shell: Shell) async throws -> ExitStatus {
        if let line = lines.last {
            let answer = LineAnswer(to: line, in: shell)
            try shell.output.line(userShell == .bash ? answer.bashText(behind: line) : answer.description)
        } else if shared.json {
            try shell.show(
                .object([("shell", .string(userShell.rawValue)), ("script", .string(userShell.script))]))
        } else {
            try shell.output.write(Array(userShell.script.utf8))
        }
        return .done
    }
}
