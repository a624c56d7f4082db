import ArgumentParser
import FeedCache

struct SectionsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sections", abstract: "Show how the server arranges the screen.")
    static let example = "sections --history"

    @OptionGroup var shared: SharedOptions

    @Flag(help: "Every arrangement the server sent, the newest first.")
    var history = false

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        if history {
            try showHistory(try cache.read { try $0.sectionRevisions(limit: .max) }, shell)
            return .done
        }
        let sections = try cache.read { snapshot in
            try snapshot.sections().map { ($0, try snapshot.contentCount(of: $0)) }
        }
        if shared.json {
            try shell.show(
                .array(
                    sections.map { section, count in
                        .object(
                            section.jsonMembers + [
                                ("items", .number(count)), ("ads", section.ads.map(JSONValue.verbatim) ?? .null),
                            ])
                    }))
            return .done
        }
        var table = Table(columns: [
            .number("#"), .text("id", isFlexible: true), .text("type"), .text("title", isFlexible: true),
            .text("layout"), .text("from"), .number("items"), .text("ads", isFlexible: true),
        ])
        table.rows = sections.enumerated().map { index, entry in
            let (section, count) = entry
            return [
                "\(index + 1)", section.id, section.type, section.title, section.layout,
                section.collection ?? "(inline)", "\(count)", section.ads ?? "",
            ]
        }
        try shell.show(table, shared)
        return .done
    }

    private func showHistory(_ revisions: [SectionRevision], _ shell: Shell) throws {
        if shared.json {
            return try shell.show(
                .array(
                    revisions.map { revision in
                        .object([
                            ("revision", .number(revision.number)), ("run", .integer(revision.run)),
                            ("at", .time(revision.at)), ("config", .verbatim(revision.body)),
                        ])
                    }))
        }
        var table = Table(columns: [
            .number("revision"), .number("run"), .text("at"), .text("sections", isFlexible: true),
        ])
        table.rows = try revisions.map { revision in
            let config = try SectionConfig(Array(revision.body.utf8))
            return [
                "\(revision.number)", "\(revision.run)", revision.at.description,
                config.sections.map(\.id).joined(separator: ", "),
            ]
        }
        try shell.show(table, shared, note: revisions.isEmpty ? "the server has arranged nothing yet" : nil)
    }
}

struct FeedViewCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show the feed as an app would: sections in order, content and ads.")
    static let example = "feed --section ranking --limit 10"

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
            if shared.json {
                try FeedDocument(offset: offset, limit: limit).write(sections, of: snapshot, to: shell.output)
            } else {
                try showText(sections, of: snapshot, shell)
            }
        }
        return .done
    }

    private func showText(_ sections: [Section], of snapshot: FeedSnapshot, _ shell: Shell) throws {
        let limit = limit ?? (section == nil ? 5 : 50)
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
            if rest > 0 { lines.append(style.dim("… \(rest) more")) }
            try shell.output.line(lines.joined(separator: "\n"))
        }
    }
}
