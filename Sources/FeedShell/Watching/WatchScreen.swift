import FeedCache

/// Where `watch` shows changes: a table that goes on, or a JSON object a change.
struct WatchScreen: Sendable {
    let options: SharedOptions
    /// Lines a change of the feed takes at most, for people.
    let limit: Int
    private var hasHeader = true

    init(options: SharedOptions, limit: Int) {
        self.options = options
        self.limit = limit
    }

    /// Shows what changed at once.
    mutating func show(_ list: ChangeList, at time: Instant, in shell: Shell) throws {
        if options.json {
            var sink = BufferedOutput(shell.output)
            for line in list.objects(at: time) {
                try sink.write(line)
                try sink.write("\n")
            }
            return try sink.flush()
        }
        let lines = list.lines
        var table = Table(columns: [
            .text("time"), .text("change"), .text("section", isFlexible: true), .text("where"),
            .text("what", isFlexible: true),
        ])
        // For people, to the second.
        let clock = Instant(seconds: time.seconds).description
        table.rows = lines.prefix(limit).map { [clock, $0.change, $0.section, $0.place, $0.what] }
        let rest = lines.count - table.rows.count
        try shell.show(table, options, note: rest > 0 ? "… \(rest) more" : nil, hasHeader: hasHeader)
        hasHeader = false
    }
}
