import FeedCache
import FeedModel
import TerminalKit

struct FeedText {
    let style: Style

    /// `Photos  photos · mosaic · 120 rows`, the facts as far as there is room.
    ///
    /// - Parameter width: cells of the window; nil where nothing has to be cut short.
    func heading(_ section: FeedSection, width: Int? = nil) -> String {
        let (header, width) = (section.section, width ?? .max)
        let title = DisplayWidth.truncate(
            TerminalSanitizer.line(header.title.isEmpty ? header.id : header.title), to: width)
        let facts = [header.id, header.layout, section.rowCount.of("row")]
        let room = width - DisplayWidth.of(title) - 2
        guard room >= 8 else { return style.bold(title) }
        let text = facts.map(TerminalSanitizer.line).joined(separator: " · ")
        return style.bold(title) + style.dim("  " + DisplayWidth.truncate(text, to: room))
    }

    /// The rows, each with its number.
    static func table(of section: FeedSection) -> Table {
        var table = Table(columns: [.number("#"), .text("id"), .text("title", isFlexible: true)])
        table.rows = section.rows.enumerated().map { position, row in
            ["\(section.firstRow + position)", row.id.text, title(of: row)]
        }
        return table
    }

    static func title(of row: FeedRow) -> String {
        switch row {
        case .content(_, _, _, let payload): ItemSummary.title(of: payload)
        case .ad(_, _, _, let payload): "[ad] " + ItemSummary.title(of: payload)
        }
    }
}
