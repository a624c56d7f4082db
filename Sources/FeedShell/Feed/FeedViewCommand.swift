import ArgumentParser
import FeedCache
import TerminalKit

struct SectionsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sections", abstract: "Show how the server arranges the screen.")
    static let example = "sections --history"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Flag(help: "Every arrangement the server sent, the newest first.")
    var history = false

    @Option(help: "How many at most; without it all, but of a history that people read 20.")
    var limit: Int?

    func validate() throws {
        guard limit ?? 0 >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        if history {
            try showHistory(of: cache, shell)
            return .done
        }
        let sections = try cache.read { snapshot in
            try snapshot.sections().map { ($0, try snapshot.contentCount(of: $0)) }
        }
        let shown = sections.prefix(limit ?? .max).enumerated()
        let listing = Listing(
            shown.map { PlacedSection(number: $0 + 1, section: $1.0, items: $1.1) }, fields: PlacedSection.fields,
            columns: [
                .number("#"), .text("id", isFlexible: true), .text("type"), .text("title", isFlexible: true),
                .text("layout"), .text("from"), .number("items"), .text("ads", isFlexible: true),
            ]
        ) { placed in
            let section = placed.section
            return [
                "\(placed.number)", section.id, section.type, section.title, section.layout,
                section.collection ?? "(inline)", "\(placed.items)", section.ads ?? "",
            ]
        }
        try shell.show(listing, shared, note: Shell.more(sections.count - (limit ?? .max)))
        return .done
    }

    private func showHistory(of cache: FeedCache, _ shell: Shell) throws {
        let limit = limit ?? (shared.mode.isForPeople ? 20 : .max)
        let (revisions, count) = try cache.read { snapshot in
            (try snapshot.sectionRevisions(limit: limit), try snapshot.sectionRevisionCount())
        }
        let listing = Listing(
            revisions, fields: SectionRevision.fields,
            columns: [.number("revision"), .number("run"), .text("at"), .text("sections", isFlexible: true)]
        ) { revision in
            let config = try? SectionConfig(Array(revision.body.utf8))
            return [
                "\(revision.number)", "\(revision.run)", revision.at.description,
                config?.sections.map(\.id).joined(separator: ", ") ?? "",
            ]
        }
        let note = count == 0 ? "the server has arranged nothing yet" : Shell.more(count - revisions.count)
        try shell.show(listing, shared, note: note)
    }
}

struct FeedViewCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show the feed as an app would: sections in order, content and ads.")
    static let example = "feed --section ranking --limit 10"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: ArgumentHelp("Only this section.", valueName: "section"), completion: .custom(Completions.sections))
    var section: String?

    @Option(help: "Rows to skip in each section.")
    var offset: Int = 0

    @Option(help: "Rows of each section at most; without it all with --json, else 5, or 50 of a single section.")
    var limit: Int?

    func validate() throws {
        guard limit ?? 0 >= 0, offset >= 0 else { throw ValidationError("--limit and --offset are 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        try shell.cache(shared).read { snapshot in
            let sections = try section.map { [try snapshot.section($0)] } ?? snapshot.sections()
            switch shared.mode {
            case .table: try showText(sections, of: snapshot, shell)
            case .json: try FeedDocument(offset: offset, limit: limit).write(sections, of: snapshot, to: shell.output)
            case .vertical, .ndjson, .csv: try showRows(sections, of: snapshot, shell)
            }
        }
        return .done
    }

    /// How many rows of each section people get at most.
    private var limitForPeople: Int { limit ?? (section == nil ? 5 : 50) }

    private func showRows(_ sections: [Section], of snapshot: FeedSnapshot, _ shell: Shell) throws {
        let limit = shared.mode.isForPeople ? limitForPeople : limit
        let listing = Listing(
            reading: { body in
                for section in sections {
                    try snapshot.forEachRow(of: section, from: offset, limit: limit) { position, row in
                        try body(PlacedRow(section: section.id, row: position, content: row))
                    }
                }
            }, fields: PlacedRow.fields, columns: []
        ) { _ in [] }
        let rest = try limit.map { limit in
            try sections.reduce(0) {
                $0 + max(0, max(0, try snapshot.rows(of: $1).count - offset) - limit)
            }
        }
        try shell.show(listing, shared, note: rest.flatMap(Shell.more))
    }

    private func showText(_ sections: [Section], of snapshot: FeedSnapshot, _ shell: Shell) throws {
        let limit = limitForPeople
        let (style, width) = (shell.style(shared), shell.drawingColumns)
        for (index, section) in sections.enumerated() {
            let rows = try snapshot.rows(of: section, offset: offset, limit: limit)
            let drawing = SectionDrawing(
                layout: section.layout, rowCount: rows.rowCount, width: width,
                glyphs: .fitting(shell.environment))
            let drawn = rows.rows.enumerated().map { DrawnRow($1, number: rows.firstRow + $0) }
            var (lines, shown) = drawing.draw(drawn, style)
            lines.insert((index == 0 ? "" : "\n") + FeedText(style: style).heading(rows, width: width), at: 0)
            let rest = rows.rowCount - rows.firstRow - shown
            if let more = Shell.more(rest) { lines.append(style.dim(more)) }
            try shell.output.line(lines.joined(separator: "\n"))
        }
    }
}
