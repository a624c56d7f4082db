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

        var requestedText: String { requested == 1 ? "1 ad requested" : "\(requested) ads requested" }
        var impressionsText: String { impressions == 1 ? "1 impression" : "\(impressions) impressions" }
    }

    let frame: ScreenFrame

    /// Rows of the section that fit: the window without the title, the blank line below it and the status.
    var rowCapacity: Int { max(1, frame.height - chrome) }

    /// In a low window the rows matter most.
    private var chrome: Int { frame.height >= 6 ? 4 : frame.height >= 2 ? 1 : 0 }

    /// As many lines as the window has.
    ///
    /// - Parameters:
    ///   - view: nil before there is one.
    ///   - isAsking: whether a step takes its time, which is an ad's.
    func lines(_ view: ScrollView?, tally: Tally, isAsking: Bool) -> [String] {
        guard let view else { return frame.looking }
        let header = FeedSection(
            section: view.section, rowCount: view.rowCount, firstRow: view.first, rows: view.rows)
        let drawn = view.rows.prefix(rowCapacity).enumerated().map { DrawnRow($1, number: view.first + $0) }
        let drawing = SectionDrawing(layout: "list", rowCount: view.rowCount, width: frame.width, glyphs: frame.glyphs)
        let title = chrome == 4 ? [FeedText(style: frame.style).heading(header, width: frame.width), ""] : []
        let status = frame.status(Self.facts(view, tally, isAsking), way: "q leaves")
        return frame.filled(title + drawing.draw(drawn, frame.style).lines, status)
    }

    /// The viewport's rows and what has been counted: `rows 4–20 of 31 · 2 ads requested · 1 impression`.
    static func facts(_ view: ScrollView, _ tally: Tally, _ isAsking: Bool = false) -> String {
        var facts = [
            view.last < view.first ? "no rows" : "rows \(view.first)–\(view.last) of \(view.rowCount)",
            tally.requestedText, tally.impressionsText,
        ]
        if tally.isOffline { facts.append("offline") }
        if isAsking { facts.append("asking…") }
        return facts.joined(separator: " · ")
    }
}
