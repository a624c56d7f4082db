import ArgumentParser
import FeedCache
import FeedModel
import FeedSlots
import TerminalKit

struct ScrollCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "scroll",
        abstract: "Scroll through a section as an app would, asking for ads and counting what is seen.",
        discussion: """
            The section remembers its place. Ads are asked for one at a time, just before they show; what was on screen \
            for long enough counts as seen, once. On a terminal, without ROWS, it is “browse” from that section on.
            """)
    static let example = "scroll ranking 3 --height 5"

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("The section's ID.", valueName: "section"), completion: .sections)
    var section: String

    @Argument(help: ArgumentHelp("Rows to move by: negative goes back, 0 looks.", valueName: "rows"))
    var rows: Int?

    @Option(help: "How many rows the screen has.")
    var height: Int = 5

    @Option(help: .duration("How long the screen stays there, on a virtual clock; without a unit in seconds."))
    var dwell = DwellArgument(duration: DurationArgument(seconds: 1))

    func validate() throws {
        guard (0...1_000_000).contains(height) else { throw ValidationError("--height is 0 to 1000000") }
        try dwell.duration.check("--dwell", in: .zero...DurationArgument(seconds: 86_400))
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        if rows == nil, shell.hasFullScreen(shared) { return try await shell.browse(shared, from: section) }
        let cache = try shell.cache(shared)
        let scroll = try cache.scroll(section: section, lookingTime: .told)
        let moved = try await scroll.move(by: rows ?? 0, height: height)
        let view = try await scroll.stay(for: dwell.duration.duration)
        let screen = view.section
        if let printed = shell.results?.printed {
            printed.begin(of: cache)
            for (row, shown) in zip(screen.firstRow..., screen.rows) { printed.add(shown, at: row, of: screen.id.text) }
        }
        let requested = moved.requested + view.requested
        let impressions = moved.impressions + view.impressions
        if let failure = view.adFailure ?? moved.adFailure { shell.say("feedcache: no ad: \(failure.message)", shared) }
        let record = JSONValue.object([
            ("section", .string(screen.id.text)), ("first", .number(screen.firstRow)),
            ("last", .number(screen.firstRow + screen.rows.count - 1)),
            ("rows", .array(screen.rows.enumerated().map { $1.json(row: screen.firstRow + $0) })),
            ("requested", .number(requested)), ("impressions", .array(impressions.map(\.json))),
        ])
        return try shell.show(record, shared) {
            try shell.output.line(screen.heading(shell.style(shared), width: shell.columns))
            let pictures = try cache.read { try $0.pictures(on: [screen]) }
            let note = note(screen, requested, impressions, pictures)
            try shell.show(screen.table, shared, note: note, hasHeader: false)
        }
    }

    /// `rows 3 to 7 of 12; 4 with pictures; asked for 1 ad; seen: ad-3`
    private func note(
        _ section: FeedSection, _ requested: Int, _ impressions: [SlotImpression], _ pictures: FeedPictures
    ) -> String {
        let (first, rows) = (section.firstRow, section.rows)
        var parts = [rows.isEmpty ? "no rows" : "rows \(first) to \(first + rows.count - 1) of \(section.rowCount)"]
        let pictured = rows.count { pictures[section.id]?[$0.identity] != nil }
        if pictured > 0 { parts.append("\(pictured) with \(pictured == 1 ? "a picture" : "pictures")") }
        if requested > 0 { parts.append("asked for \(requested.of("ad"))") }
        if !impressions.isEmpty { parts.append("seen: " + impressions.map(\.ad.text).joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }
}

extension SlotImpression {
    /// An element of `impressions` in `scroll --json`.
    fileprivate var json: JSONValue {
        .object([("ad", .string(ad.text)), ("row", .number(row)), ("at", .time(at))])
    }
}

/// How long a screen is looked at. The one duration whose unit may be left out: a bare number has always been seconds.
struct DwellArgument {
    let duration: DurationArgument
}

extension DwellArgument: ExpressibleByArgument {
    init?(argument: String) {
        guard let duration = DurationArgument(argument) ?? DurationArgument(argument + "s") else { return nil }
        self.init(duration: duration)
    }

    var defaultValueDescription: String { duration.description }
}

struct BrowseCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse the whole feed on the full screen, live.",
        discussion: """
            The keys: j, k, arrows, space, b, g and G move; Enter shows the item with its history; / finds a text, n and N \
            go on; d shows what the last sync changed; s syncs; ? lists the keys; q leaves. What a sync brings, of this \
            process or another, appears in place: the chosen row stays where it is, and rows that are new (+), changed \
            (~) or moved (↕) are marked for three seconds. Ads are asked for and counted as by “scroll”.
            """)
    static let example = "browse"
    static let modes: [OutputMode] = [.table]

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        try await shell.browse(shared)
    }
}
