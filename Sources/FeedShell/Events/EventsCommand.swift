import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct TapCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Record a tap on a row of the feed.",
        discussion: """
            It is delivered with the next sync or flush. Rows count from 0, ads included, as in “feed”. In a session the row \
            is the one that the last “feed” or “scroll” printed, also where another one is there by now. Where none was \
            printed, and outside of a session, it is the one that is there now.
            """)
    static let example = "tap ranking 3"

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("The section.", valueName: "section"), completion: .sections)
    var section: String

    @Argument(help: ArgumentHelp("The row, from 0.", valueName: "row"))
    var row: Int

    func validate() throws {
        guard row >= 0 else { throw ValidationError("the row is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let printed = shell.results?.printed.target(at: row, of: section, in: cache)
        let event =
            try printed.map { try cache.tap($0, section: section, row: row) }
            ?? cache.tap(section: section, row: row)
        return try shell.show(event.json, shared) {
            try shell.line("tapped row \(row) of \(section): \(event.event.target.text)")
        }
    }
}

struct EventsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List impressions and taps, the newest last, and what became of them.")
    static let example = "events --pending --limit 20"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Flag(help: "Only those that wait for delivery.")
    var pending = false

    @Option(help: "How many at most.")
    var limit: Int = 50

    @OptionGroup var choice: FieldOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let events = try shell.cache(shared).read { try $0.reader.events(isPending: pending, limit: limit) }
        if choice.fields != nil {
            return try shell.show(Listing(events, fields: EventRecord.fields).choosing(choice.fields), shared)
        }
        return try shell.show(.array(events.map(\.json)), shared) {
            let none = pending ? "no event waits for delivery" : "no events yet: tap a row"
            try shell.show(EventRecord.fields.table(of: events), shared, note: events.isEmpty && limit > 0 ? none : nil)
        }
    }
}

struct FlushCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "flush", abstract: "Deliver the impressions and taps that wait, as every sync does.",
        discussion: "In the order they happened; the server counts each once, however often it is sent.")
    static let example = "flush --wait 10s"

    @OptionGroup var shared: SharedOptions

    @Option(help: .duration("How long to wait for a sync to end, such as 10s."))
    var wait = DurationArgument.zero

    @Flag(help: "Send also where the server or repeated failures said to wait.")
    var now = false

    func validate() throws {
        try wait.check("--wait", in: .zero...DurationArgument(seconds: 86_400))
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let report = try await shell.cache(shared).flush(ignoresWaits: now, lockWait: wait.duration)
        let status = ExitStatus(of: report)
        let isUnsaid = shared.quiet && report.isUnsaidWhenQuiet(status)
        return try shell.conclude(with: status, reporting: isUnsaid ? [] : report.errorLines) {
            try shell.show(report.json, shared) { try shell.output.line(report.summary) }
        }
    }
}

extension FeedEvent.Target {
    /// `item 12`, `ad ad-17`
    var text: String {
        switch self {
        case .item(let key): "item \(key)"
        case .ad(let id, _): "ad \(id)"
        }
    }
}
