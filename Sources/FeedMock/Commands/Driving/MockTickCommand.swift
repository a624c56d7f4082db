import ArgumentParser
import FeedModel
import FeedShell
import TerminalKit

struct MockTickCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tick", abstract: "Let the world of a running mock API move on: items come, change and go.")
    static let example = "mock tick 3"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Argument(help: "How many ticks, 1 to 1000000.")
    var ticks: Int = 1

    func validate() throws {
        guard (1...1_000_000).contains(ticks) else { throw ValidationError("the number of ticks is 1 to 1000000") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let state: WorldState = try await MockClient(address, in: shell).ask("tick", [("by", "\(ticks)")], post: "")
        return try shell.show(.object([("tick", .number(state.tick))]), shared) {
            try shell.output.line("tick \(state.tick)")
        }
    }
}

struct MockResetCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Bring a running mock API back to its start: no faults, online, an empty journal, no events.",
        discussion:
            "Planned answers are dropped, changes of own data that are not saved, too, and the world is at tick 0.")
    static let example = "mock reset"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    func run(in shell: Shell) async throws -> ExitStatus {
        let state: WorldState = try await MockClient(address, in: shell).ask("reset", post: "")
        return try shell.show(.object([("tick", .number(state.tick))]), shared) {
            try shell.output.line("reset; the world is at tick \(state.tick)")
        }
    }
}

private struct WorldState: Decodable {
    let tick: Int
}
