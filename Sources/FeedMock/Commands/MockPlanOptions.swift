import ArgumentParser
import FeedMock
import FeedModel
import FeedShell

/// What a mock answers and breaks from its start.
struct MockPlanOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What goes wrong, such as photos:503*2.", valueName: "fault"))
    var fault: [String] = []

    @Option(
        help: ArgumentHelp(
            "Answer as the JSON files of this folder say, each with what POST /__mock/answers takes.",
            valueName: "folder"),
        completion: .directory)
    var answers: String?

    /// - Throws: `CommandError` for a fault that is none, or that no request could meet
    func apply(to configuration: inout MockConfiguration) throws {
        configuration.answersPath = answers
        guard !fault.isEmpty else { return }
        do {
            configuration.faults = try fault.map { text in try FaultRule(parsing: text) }
            try MockServer(configuration).checkFaults()
        } catch let error as MockServerError {
            throw error
        } catch {
            throw CommandError(.usage, "\(error)", advice: "see “help mock serve”")
        }
    }
}
