import ArgumentParser
import FeedCache
import Foundation

struct SimulateCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Try an ad policy on paper: a script of steps, and what the slots make of it.",
        discussion: """
            FILE is {"policy": {"every": 3}, "steps": [{"do": "content", "ids": ["a", "b"]}, \
            {"do": "view", "rows": [0, 1]}, {"do": "ad", "result": "ok", "ad": "X"}, {"do": "tick", "s": 1}]}; \
            other steps: append, restart, refresh. “?” is a stub, “[X]” an ad that is shown, “(X)” one that is hidden.
            """)
    static let example = "simulate policy.json"

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("The script.", valueName: "file"), completion: .file(extensions: ["json"]))
    var path: String

    func run(in shell: Shell) async throws -> ExitStatus {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Complaint(.noInput, "there is no file “\(path)” that can be read")
        }
        let scenario: Scenario
        do {
            scenario = try Scenario(Array(data))
        } catch {
            throw Complaint(.badData, "\(path): \(error)")
        }
        for note in scenario.notes { shell.say("feedcache: \(note)", shared) }
        let states = scenario.run()
        if shared.json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try shell.output.write(Array(try encoder.encode(states)) + [UInt8(ascii: "\n")])
        } else {
            let text = SimulationText(scenario, states).description
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                try shell.output.line(Defusing.line(String(line)))
            }
        }
        return .done
    }
}
