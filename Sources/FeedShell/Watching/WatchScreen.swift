import FeedCache
import FeedModel
import TerminalKit

/// Where `watch` shows changes: a table that goes on, a JSON object a line for each change, or one array of them.
struct WatchScreen: Sendable {
    let options: SharedOptions
    /// Lines a change of the feed takes at most, for people.
    let limit: Int
    private let isOneDocument: Bool
    private var hasHeader = true
    private var isBegun = false

    /// - Parameter isCounted: whether it ends by itself, so that there can be one document.
    init(options: SharedOptions, limit: Int, isCounted: Bool = false) {
        self.options = options
        self.limit = limit
        isOneDocument = isCounted && options.mode == .json
    }

    func list(of change: OutlinedChange) throws -> ChangeList {
        try ChangeList(change, limit: options.json ? .max : limit, content: options.json ? .payload : .title)
    }

    mutating func show(_ list: ChangeList, at time: Instant, in shell: Shell) throws {
        if options.json {
            var sink = BufferedOutput(shell.output)
            for record in list.records {
                if isOneDocument { try sink.write(isBegun ? ",\n" : "[") }
                try sink.write(record.json(time: time, run: list.run))
                if !isOneDocument { try sink.write("\n") }
                isBegun = true
            }
            return try sink.flush()
        }
        try shell.show(
            table(of: list.lines, at: time, in: shell), options,
            note: Shell.more(list.count - limit), hasHeader: hasHeader)
        hasHeader = false
    }

    mutating func end(in shell: Shell) throws {
        guard isOneDocument else { return }
        try shell.output.write(isBegun ? "]\n" : "[]\n")
    }

    /// What changed is what a row is about: in a narrow window the time goes before it does.
    private func table(of lines: [ChangeList.Line], at time: Instant, in shell: Shell) -> Table {
        var table = Table(columns: [
            .text("time"), .text("change"), .text("section", isFlexible: true), .text("where"),
            .text("what", isFlexible: true, isTopic: true),
        ])
        // For people, to the second; without the date where room is scarce.
        let whole = Instant(seconds: time.seconds).description
        let clock = (shell.columns ?? .max) < Self.columnsForDates ? String(whole.suffix("00:00:00Z".count)) : whole
        table.rows = lines.map { [clock, $0.change, $0.section, $0.place, $0.what] }
        return table
    }

    private static let columnsForDates = 80
}
