import FeedCache
import FeedModel
import TerminalKit

/// The lines of a scrolled section's screen: its title, its rows, and at the bottom where one is.
struct ScrollScreen {
    /// What happened since the section was opened.
    struct Tally: Equatable {
        var requested = 0
        var impressions = 0
        /// Whether the ad server was out of reach when it was last asked.
        var isOffline = false

        mutating func add(_ view: ScrollView) {
            requested += view.requested
            impressions += view.impressions
            isOffline = view.isOffline ?? isOffline
        }
    }

    /// Cells of the window. The last column stays empty, since a full line would wrap on some terminals.
    private let width: Int
    private let height: Int
    private let style: Style
    private let glyphs: BoxGlyphs

    init(columns: Int, rows: Int, style: Style, glyphs: BoxGlyphs) {
        width = max(1, columns - 1)
        height = max(1, rows)
        self.style = style
        self.glyphs = glyphs
    }

    /// Rows of the section that fit: the window without the title, the blank line below it and the status.
    var rowCapacity: Int { max(1, height - chrome) }

    /// In a low window the rows matter most.
    private var chrome: Int { height >= 6 ? 4 : height >= 2 ? 1 : 0 }

    /// As many lines as the window has.
    ///
    /// - Parameters:
    ///   - view: nil before there is one.
    ///   - isAsking: whether a step takes its time, which is an ad's.
    func lines(_ view: ScrollView?, tally: Tally, isAsking: Bool) -> [String] {
        guard let view else { return filled([style.dim(DisplayWidth.truncate("looking…", to: width))], status: "") }
        let header = ComposedSection(
            section: view.section, rowCount: view.rowCount, firstRow: view.first, rows: view.rows)
        let drawn = view.rows.prefix(rowCapacity).enumerated().map { DrawnRow($1, number: view.first + $0) }
        let drawing = SectionDrawing(layout: "list", rowCount: view.rowCount, width: width, glyphs: glyphs)
        let title = chrome == 4 ? [FeedText(style: style).heading(header, width: width), ""] : []
        return filled(title + drawing.draw(drawn, style).lines, status: status(view, tally, isAsking))
    }

    private func filled(_ lines: [String], status: String) -> [String] {
        let body = lines.prefix(max(0, height - 1))
        guard height > 1 else { return Array(lines.prefix(1)) }
        return body + Array(repeating: "", count: height - 1 - body.count) + [status]
    }

    /// `rows 4–20 of 31 · 2 ads requested · 1 impression`, and the way out while there is room.
    private func status(_ view: ScrollView, _ tally: Tally, _ isAsking: Bool) -> String {
        let way = "q leaves"
        let text = DisplayWidth.truncate(Self.facts(view, tally, isAsking), to: width)
        let room = width - DisplayWidth.of(text) - 2
        return style.dim(text + (room >= way.count ? "  " + DisplayWidth.pad(way, to: room, isTrailing: true) : ""))
    }

    /// The viewport's rows and what has been counted.
    static func facts(_ view: ScrollView, _ tally: Tally, _ isAsking: Bool = false) -> String {
        var facts = [
            view.last < view.first ? "no rows" : "rows \(view.first)–\(view.last) of \(view.rowCount)",
            tally.requested == 1 ? "1 ad requested" : "\(tally.requested) ads requested",
            tally.impressions == 1 ? "1 impression" : "\(tally.impressions) impressions",
        ]
        if tally.isOffline { facts.append("offline") }
        if isAsking { facts.append("asking…") }
        return facts.joined(separator: " · ")
    }
}
