import ArgumentParser
import FeedCache
import FeedModel
import TerminalKit

struct FeedViewCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show the feed as an app would: sections in order, content and ads.",
        discussion: """
            With --where, --order or --fields: the rows of the table “feed” that fit, in every mode as records; --limit and \
            --offset count rows of all sections then.
            """)
    static let example = "feed --section ranking --limit 10"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: ArgumentHelp("Only this section.", valueName: "section"), completion: .sections)
    var section: String?

    @Option(help: "Rows to skip in each section.")
    var offset: Int = 0

    @Option(help: "Rows of each section at most; without it all with --json, else 5, or 50 of a single section.")
    var limit: Int?

    @OptionGroup var filter: FilterOptions

    func validate() throws {
        guard limit ?? 0 >= 0, offset >= 0 else { throw ValidationError("--limit and --offset are 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        shell.results?.printed.begin(of: cache)
        guard filter.isEmpty else {
            let limit = limit ?? (shared.mode.isForPeople ? 50 : nil)
            let query = try cache.feedRows(filter.selection(offset: offset, limit: limit), section: section)
            return try shell.show(Listing(query, json: "payload").choosing(filter.fields), shared)
        }
        try cache.read { snapshot in
            let sections = try section.map { [try snapshot.section($0)] } ?? snapshot.sections()
            switch shared.mode {
            case .table, .auto: try showText(sections, of: snapshot, shell)
            case .json: try writeDocument(sections, of: snapshot, shell)
            case .vertical, .box, .markdown, .ndjson, .csv, .tsv, .prometheus:
                try showRows(sections, of: snapshot, shell)
            }
        }
        return .done
    }

    private var limitForPeople: Int { limit ?? (section == nil ? 5 : 50) }

    private func rows(
        _ sections: [Section], of snapshot: FeedSnapshot, limit: Int?, _ shell: Shell
    ) -> Listing<PlacedRow> {
        Listing(
            reading: { body in
                for section in sections {
                    try snapshot.forEachRow(of: section, from: offset, limit: limit) { position, row in
                        shell.results?.printed.add(row, at: position, of: section.id)
                        try body(PlacedRow(section: section.id, row: position, content: row))
                    }
                }
            }, fields: PlacedRow.fields)
    }

    /// Streamed: a section of a million rows needs no more memory than one of ten.
    private func writeDocument(_ sections: [Section], of snapshot: FeedSnapshot, _ shell: Shell) throws {
        var sink = BufferedOutput(shell.output)
        try sink.write("{\"run\":")
        try sink.write(.number(try snapshot.lastRun()))
        try sink.write(",\"sections\":[")
        for (index, section) in sections.enumerated() {
            try sink.write(index == 0 ? "" : ",")
            try sink.write(json: JSONValue.object(section.jsonMembers).bytes.dropLast())
            try sink.write(",\"rows\":[")
            var separator = ""
            try rows([section], of: snapshot, limit: limit, shell).forEach { row in
                try sink.write(separator)
                try sink.write(row.content.json(row: row.row))
                separator = ","
            }
            try sink.write("]}")
        }
        try sink.write("]}\n")
        try sink.flush()
    }

    private func showRows(_ sections: [Section], of snapshot: FeedSnapshot, _ shell: Shell) throws {
        let limit = shared.mode.isForPeople ? limitForPeople : limit
        let listing = rows(sections, of: snapshot, limit: limit, shell)
        let rest = try limit.map { limit in
            try sections.reduce(0) {
                $0 + max(0, max(0, try snapshot.rows(of: $1).count - offset) - limit)
            }
        }
        try shell.show(listing, shared, rest: rest ?? 0)
    }

    private func showText(_ sections: [Section], of snapshot: FeedSnapshot, _ shell: Shell) throws {
        let limit = limitForPeople
        let (style, width) = (shell.style(shared), shell.columns ?? TerminalSize.customary.columns)
        var hasRest = false
        for (index, section) in sections.enumerated() {
            let rows = try snapshot.rows(of: section, offset: offset, limit: limit)
            let drawing = SectionDrawing(
                layout: section.layout, rowCount: rows.rowCount, width: width,
                glyphs: .fitting(shell.environment))
            let pictures = try snapshot.pictures(on: [rows])
            let drawn = rows.rows.enumerated().map {
                DrawnRow($1, number: rows.firstRow + $0, picture: pictures[rows.id]?[$1.identity])
            }
            var (lines, shown) = drawing.draw(drawn, style)
            lines.insert((index == 0 ? "" : "\n") + rows.heading(style, width: width), at: 0)
            let rest = rows.rowCount - rows.firstRow - shown
            if let more = shell.more(rest) { lines.append(style.dim(more)) }
            hasRest = hasRest || rest > 0
            try shell.output.line(lines.joined(separator: "\n"))
        }
        try shell.keep(rows(sections, of: snapshot, limit: limit, shell), hasRest: hasRest)
    }
}

extension FeedSection {
    /// `Photos  photos · mosaic · 120 rows`, the facts as far as there is room.
    ///
    /// - Parameter width: cells of the window; nil where nothing has to be cut short.
    func heading(_ style: Style, width: Int?) -> String {
        let width = width ?? .max
        let name = DisplayWidth.truncate(TerminalSanitizer.line(title.isEmpty ? section.id : title), to: width)
        let room = width - DisplayWidth.of(name) - 2
        guard room >= 8 else { return style.bold(name) }
        let facts = [section.id, layout, rowCount.of("row")].map(TerminalSanitizer.line).joined(separator: " · ")
        return style.bold(name) + style.dim("  " + DisplayWidth.truncate(facts, to: room))
    }

    var table: Table {
        var table = Table(columns: [.number("#"), .text("id"), .text("title", isFlexible: true)])
        table.rows = rows.enumerated().map { position, row in
            let mark = if case .ad = row { DrawnRow.adMark + " " } else { "" }
            return ["\(firstRow + position)", row.id.text, mark + ItemSummary.title(of: row.payload)]
        }
        return table
    }
}

struct PlacedRow {
    let section: String
    let row: Int
    let content: FeedRow

    /// Content and ads in one shape, for the modes that have a record a row.
    static let fields = Fields<PlacedRow>(
        [Field("section") { .string($0.section) }]
            + ["row", "kind", "index", "id", "slot", "ad", "version", "payload"].map { name in
                Field(name) { $0.content.json(row: $0.row).member(name) }
            })
}
