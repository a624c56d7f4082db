import ArgumentParser
import FeedCache
import FeedMock
import FeedModel
import FeedShell
import Foundation
import TerminalKit

struct MockAnswerCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Plan what a running mock API answers to a request.",
        discussion: """
            A request is PATH or METHOD PATH, as in “help mock verify”. A later plan goes before an earlier one, and faults \
            go before both. Without --times the answer stays; with it the next --then follows, and after the last \
            one the server answers by itself again. Headers and body are templates: {method}, {path}, {path.0}, {query.NAME}, \
            {header.NAME}, {body} and {body.PATH} are filled in from the request. Without a request the plans are listed; \
            “mock reset” drops them, too.
            """)
    static let example = "mock answer 'GET photos?page=2' --status 503 --times 2"

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Argument(help: ArgumentHelp("For which requests.", valueName: "request"))
    var request: String?

    @Option(help: "The status, 200 to 599.")
    var status: Int?

    @Option(help: ArgumentHelp("A header of the answer, as 'NAME: VALUE'.", valueName: "header"))
    var header: [String] = []

    @Option(help: "The body.")
    var body: String?

    @Option(help: ArgumentHelp("The body, from a file.", valueName: "file"), completion: .file())
    var bodyFile: String?

    @Option(help: ArgumentHelp("How long it takes: 200ms, or at random 200ms..1s.", valueName: "delay"))
    var delay: String?

    @Option(help: "How many requests get it.")
    var times: Int?

    @Option(
        help: ArgumentHelp(
            "What follows: a status, world (as without a plan), lost (the connection breaks) or an object with status, headers, body, delay and times.",
            valueName: "answer"))
    var then: [String] = []

    @Option(
        help: ArgumentHelp("Only requests with this header, as 'NAME: VALUE' or NAME.", valueName: "header"))
    var matchHeader: [String] = []

    @Option(help: ArgumentHelp("Only requests whose JSON body has this value, as PATH=VALUE.", valueName: "value"))
    var matchJSON: [String] = []

    @Option(help: ArgumentHelp("Only in this state of the server.", valueName: "state"))
    var inState: String?

    @Option(help: ArgumentHelp("The state after each of these answers.", valueName: "state"))
    var nextState: String?

    @Flag(help: "As without a plan, but with --delay.")
    var world = false

    @Flag(help: "The connection breaks.")
    var lost = false

    @Flag(help: "Drop all plans first.")
    var drop = false

    func validate() throws {
        if let status, !(200...599).contains(status) { throw ValidationError("--status is 200 to 599") }
        if let times, times < 1 { throw ValidationError("--times is 1 or more") }
        if body != nil, bodyFile != nil { throw ValidationError("--body and --body-file exclude each other") }
        let isOwn = status != nil || !header.isEmpty || body != nil || bodyFile != nil
        guard [isOwn, world, lost].count(where: \.self) <= 1 else {
            throw ValidationError("--world, --lost and an answer of its own exclude each other")
        }
        guard request != nil else {
            let others = isOwn || world || lost || times != nil || !then.isEmpty || delay != nil
            if others { throw ValidationError("for which request?") }
            return
        }
        guard isOwn || world || lost else { throw ValidationError("an answer is --status, --body, --world or --lost") }
        for text in header where !text.contains(":") { throw ValidationError("“\(text)” is no 'NAME: VALUE'") }
        for text in matchJSON where !text.contains("=") { throw ValidationError("“\(text)” is no PATH=VALUE") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try MockClient(address, in: shell)
        let replacing = drop ? [(name: "replace", value: "true")] : []
        let plan = try plan.map { String(decoding: $0.bytes, as: UTF8.self) } ?? (drop ? "[]" : nil)
        let plans: [String] = try await client.ask("answers", replacing, post: plan)
        return try shell.show(plans, named: "answer", shared, none: "no planned answers")
    }

    /// The body of `POST /__mock/answers`; nil without a request.
    private var plan: JSONValue? {
        get throws {
            guard let request else { return nil }
            return Self.object([
                ("request", .string(request)), ("headers", Self.object(matchHeader, splitAt: ":")),
                ("json", Self.object(matchJSON, splitAt: "=")), ("in", inState.map(JSONValue.string)),
                ("then", nextState.map(JSONValue.string)),
                ("answers", .array(try [first] + then.map(Self.next))),
            ])
        }
    }

    private var first: JSONValue {
        get throws {
            Self.object([
                ("world", world ? .bool(true) : nil), ("lost", lost ? .bool(true) : nil),
                ("status", status.map { .number($0) }), ("headers", Self.object(header, splitAt: ":")),
                ("body", body.map(JSONValue.string)), ("base64", try bodyFile.map(Self.base64(ofFile:))),
                ("delay", delay.map(JSONValue.string)), ("times", times.map { .number($0) }),
            ])
        }
    }

    private static func base64(ofFile path: String) throws -> JSONValue {
        .string(try InputFile.content(of: path).base64EncodedString())
    }

    /// An answer as `--then` has it.
    private static func next(_ text: String) throws -> JSONValue {
        if text == "world" || text == "lost" { return .object([(text, .bool(true))]) }
        if let status = Int(text) { return .object([("status", .number(status))]) }
        guard let object = try? JSONDocument(Array(text.utf8)), object.scalar(at: object.root) == .object else {
            throw CommandError(
                .usage, "--then “\(TerminalSanitizer.line(text))” is no answer",
                advice: "write a status, world, lost or an object such as {\"status\": 503}")
        }
        return .verbatim(text)
    }

    /// The members that there are.
    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Nil where there is no text.
    private static func object(_ texts: [String], splitAt mark: Character) -> JSONValue? {
        guard !texts.isEmpty else { return nil }
        return .object(
            texts.map { text in
                let halves = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false).map {
                    $0.trimmingPrefix(while: \.isWhitespace)
                }
                return (String(halves[0]), .string(halves.count > 1 ? String(halves[1]) : ""))
            })
    }
}
