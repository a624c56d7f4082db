import ArgumentParser
import FeedMock
import FeedModel
import FeedShell
import Foundation
import TerminalKit

struct MockVerifyCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check what a running mock API was asked.",
        discussion: """
            A request is PATH or METHOD PATH, in quotes where it has a space: a path below the API’s base or a whole one, * \
            for any, photos/* for all below, with parameters that must be there, as in 'GET photos?page=2'. Without a \
            number one or more are expected; several requests are expected in this order, and others may come between. \
            Where others came, the exit code is 65, and the nearest misses are named with what differs. With --faults it is \
            expected that every fault was met by a request, and changed its answer.
            """)
    static let example = "mock verify 'GET photos?page=2' --times 1"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Argument(help: ArgumentHelp("What is expected.", valueName: "request"))
    var requests: [String] = []

    @Flag(help: "Every fault was met, and changed an answer.")
    var faults = false

    @Option(help: "Exactly so many; 0: none.")
    var times: Int?

    @Option(help: "So many or more.")
    var atLeast: Int?

    @Option(help: "So many or fewer.")
    var atMost: Int?

    @Option(
        help: ArgumentHelp(
            "Wait for them at most so long, up to 60s.", valueName: DurationArgument.valueName))
    var within = DurationArgument.zero

    func validate() throws {
        let numbers = [times, atLeast, atMost].compactMap(\.self)
        guard requests.isEmpty == faults else { throw ValidationError("name requests, or say --faults") }
        guard numbers.count <= 1 else { throw ValidationError("--times, --at-least and --at-most exclude each other") }
        guard numbers.allSatisfy({ $0 >= 0 }) else { throw ValidationError("a number of requests is 0 or more") }
        guard numbers.isEmpty || requests.count == 1 else {
            throw ValidationError("a number goes with one request, not with several in order")
        }
        try within.check("--within", in: .zero...DurationArgument(seconds: 60))
        do {
            for request in requests { _ = try RequestPattern(parsing: request) }
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private struct Verdict: Decodable {
        let verified: Bool
        let count: Int?
        let message: String?
        let details: String?
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try MockClient(address, in: shell)
        let verdict: Verdict = try await client.ask(
            "verify", post: String(decoding: question.bytes, as: UTF8.self), wait: within.duration
        ) { $0 == 409 }
        let status: ExitStatus = verdict.verified ? .done : .badData
        let complaint = verdict.message.map { ErrorLine("mock_not_verified", $0) }
        return try shell.conclude(with: status, reporting: complaint.map { [$0] } ?? []) {
            try shell.show(
                .object([("verified", .bool(verdict.verified)), ("count", .number(verdict.count))]), shared
            ) {
                if let count = verdict.count { try shell.output.line("verified: \(count)") }
                for line in (verdict.details ?? "").split(separator: "\n").dropFirst() {
                    try shell.output.line(TerminalSanitizer.line(String(line)))
                }
            }
        }
    }

    private var question: JSONValue {
        var members: [(String, JSONValue)] = [("within_ms", .integer(within.milliseconds))]
        if faults {
            members.append(("faults", .bool(true)))
        } else if requests.count == 1 {
            members.append(("request", .text(requests.first)))
        } else {
            members.append(("in_order", .array(requests.map { .string($0) })))
        }
        for (name, number) in [("times", times), ("at_least", atLeast), ("at_most", atMost)] {
            if let number { members.append((name, .number(number))) }
        }
        return .object(members)
    }
}
