import ArgumentParser
import TerminalKit

struct ManualCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page, for man.",
        discussion: "To read it: feedcache manual | man -l -")
    static let example = "manual"
    static let modes: [OutputMode] = [.table, .json]

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let page = ManualPage(catalog: .shared).text
        if shared.json {
            try shell.show(.object([("manual", .string(page))]))
        } else {
            try shell.output.write(Array(page.utf8))
        }
        return .done
    }
}
