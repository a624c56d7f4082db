import ArgumentParser
import FeedCache
import FeedModel
import FeedShell
import TerminalKit

struct MockJournalCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Show what a running mock API was asked, and how it answered.",
        discussion: "Of headers with credentials, and of forms, only that they were sent is said.")
    static let example = "mock journal --path photos"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions
    @OptionGroup var address: MockAddress

    @Option(help: "Only requests for this path.")
    var path: String?

    @Option(help: "How many at most, the newest.")
    var limit: Int = 50

    @Option(
        help: ArgumentHelp(
            "Wait for the next request first, at most so long, up to 60s.", valueName: DurationArgument.valueName))
    var wait: DurationArgument?

    @Flag(help: "Only requests that nothing is planned for, and those with a parameter that was ignored.")
    var unmatched = false

    func validate() throws {
        guard (1...20_000).contains(limit) else { throw ValidationError("--limit is 1 to 20000") }
        try wait?.check("--wait", in: DurationArgument(seconds: 1)...DurationArgument(seconds: 60))
    }

    private struct Document: Decodable {
        let entries: [MockRequestRecord]
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let client = try MockClient(address, in: shell)
        var query = [(name: "limit", value: "\(limit)")]
        if let path { query.append(("path", path)) }
        if let wait { query.append(("wait", "\(Int(wait.seconds.rounded(.up)))")) }
        let document: Document = try await client.ask("journal", query, wait: wait?.duration ?? .zero)
        let records = unmatched ? document.entries.filter(\.unmatched) : document.entries
        return try shell.show(
            Listing(records, fields: MockRequestRecord.fields), shared, note: records.isEmpty ? "no requests" : nil)
    }
}

private struct MockRequestRecord: Decodable, Sendable {
    let number: Int
    let method: String
    let path: String
    let query: String
    let headers: [String: String]
    let bodyBytes: Int
    let body: String?
    let status: Int?
    let responseHeaders: [String: String]
    let bytes: Int
    let milliseconds: Int?
    let fault: String?
    let aborted: Bool
    let unmatched: Bool
    let faultChangedNothing: Bool?
    let ignored: [String]?

    private var request: String { "\(method) \(path)" + (query.isEmpty ? "" : "?\(query)") }

    private var outcome: String {
        if aborted { return "aborted" }
        return status.map { "\($0)" } ?? (milliseconds == nil ? "waits" : "none")
    }

    private var shownFault: String { (fault ?? "") + (faultChangedNothing == true ? " (changed nothing)" : "") }

    /// An element of `mock journal --json`.
    static let fields: Fields<MockRequestRecord> = [
        Field("number", shown: .number("number")) { .number($0.number) }, Field("method") { .string($0.method) },
        Field("path", shown: .text("request", isFlexible: true), as: { $0.request }) { .string($0.path) },
        Field("query") { .string($0.query) }, Field("headers") { object($0.headers) },
        Field("body_bytes") { .number($0.bodyBytes) }, Field("body") { .text($0.body) },
        Field("status", shown: .text("answer"), as: { $0.outcome }) { .number($0.status) },
        Field("response_headers") { object($0.responseHeaders) },
        Field("bytes", shown: .number("bytes")) { .number($0.bytes) },
        Field("milliseconds", shown: .number("ms")) { .number($0.milliseconds) },
        Field("fault", shown: .text("fault"), as: { $0.shownFault }) { .text($0.fault) },
        Field("aborted") { .bool($0.aborted) }, Field("unmatched") { .bool($0.unmatched) },
        Field("fault_changed_nothing") { .bool($0.faultChangedNothing ?? false) },
        Field("ignored") { .array(($0.ignored ?? []).map { .string($0) }) },
    ]

    private static func object(_ headers: [String: String]) -> JSONValue {
        .object(headers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
}
