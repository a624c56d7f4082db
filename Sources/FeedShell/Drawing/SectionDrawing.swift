import FeedModel
import FeedStore
import TerminalKit

/// Draws the rows of a section in cells, as its layout says.
///
/// What is drawn of a row depends on it and the rows before it only: a page that is added below leaves all above as it
/// is. No line is wider than the window.
struct SectionDrawing {
    /// Text in longer lines is hard to read.
    private static let widest = 120
    /// Narrower columns than two of these have no room for words.
    private static let narrowestColumns = 32

    /// Lines of a square picture in a waterfall. In true proportions each would fill the screen.
    private static let squareHeight = 5.0

    private let layout: SectionLayout
    private let width: Int
    private let rowCount: Int
    private let glyphs: BoxGlyphs

    /// - Parameters:
    ///   - layout: the word the server sent; an unknown one is a list.
    ///   - rowCount: how many rows the section has in all.
    ///   - width: cells of the window.
    init(layout: String, rowCount: Int, width: Int, glyphs: BoxGlyphs) {
        let named = SectionLayout(named: layout)
        let needsColumns = named == .mosaic || named == .waterfall
        self.layout = needsColumns && width < Self.narrowestColumns ? .list : named
        self.width = max(1, named == .carousel ? width : min(width, Self.widest))
        self.rowCount = rowCount
        self.glyphs = glyphs
    }

    /// The lines, and how many of the rows are on them: of a strip those that are whole inside the window.
    func draw(_ rows: [DrawnRow], _ style: Style) -> (lines: [String], shown: Int) {
        var canvas = Canvas()
        var shown = rows.count
        switch layout {
        case .list, .ranking: drawLines(rows, on: &canvas)
        case .chips: drawChips(rows, on: &canvas)
        case .carousel: shown = drawStrip(rows, on: &canvas)
        case .mosaic, .waterfall: drawCards(rows, on: &canvas)
        }
        return (canvas.lines(style), shown)
    }

    // MARK: Layouts

    private func drawLines(_ rows: [DrawnRow], on canvas: inout Canvas) {
        var metrics = LayoutMetrics.cells
        metrics.spacing = 0
        // Room for the greatest number, a blank before it and two after it; in a narrow window the titles need it more.
        metrics.rankWidth = Double(min(max(5, String(rowCount).count + 3), width / 3))
        // A list has a number before its rows too.
        var flow = LayoutFlow(.ranking, width: Double(width), metrics: metrics)
        for row in rows {
            let frame = CellFrame(flow.place(LayoutItem()))
            let margin: ListLine.Margin = layout == .ranking ? .rank : .number
            ListLine(row: row, margin: margin).draw(in: frame, on: &canvas)
        }
    }

    private func drawChips(_ rows: [DrawnRow], on canvas: inout Canvas) {
        var metrics = LayoutMetrics.cells
        // A chip's frame holds the blank after it instead, so that there is no empty line between chips; that of the last one in
        // a line may hang over the edge.
        metrics.spacing = 0
        var flow = LayoutFlow(.chips, width: Double(width + 1), metrics: metrics)
        for row in rows {
            let chip = Chip(row: row)
            let frame = CellFrame(flow.place(LayoutItem(naturalWidth: Double(chip.width + 1))))
            chip.draw(x: frame.x, y: frame.y, width: frame.width - 1, on: &canvas)
        }
    }

    /// As many cards as fit; where the section goes on, the strip says so at its edge.
    private func drawStrip(_ rows: [DrawnRow], on canvas: inout Canvas) -> Int {
        let first = rows.first?.number ?? 0
        var metrics = LayoutMetrics.cells
        // The cards together fill the strip, but for a blank and the mark at its end; for one more of them all may be a
        // little narrower.
        let (room, card, gap) = (max(1, width - 2), Int(metrics.cardWidth), Int(metrics.spacing))
        let count = max(1, (room + gap + card / 6) / (card + gap))
        metrics.cardWidth = Double(max(1, (room - (count - 1) * gap) / count))
        var flow = LayoutFlow(.carousel, width: Double(room), metrics: metrics)
        var shown = 0
        for row in rows {
            let frame = CellFrame(flow.place(LayoutItem()))
            guard frame.x + frame.width <= room else { break }
            Card(row: row, glyphs: glyphs).draw(in: frame, on: &canvas)
            shown += 1
        }
        let end = shown * Int(metrics.cardWidth + metrics.spacing)
        if shown > 0, first + shown < rowCount, end < width {
            canvas.write(glyphs.onward, x: end, y: 2, width: 1, tone: .dim)
        }
        return shown
    }

    private func drawCards(_ rows: [DrawnRow], on canvas: inout Canvas) {
        var metrics = LayoutMetrics.cells
        if layout == .waterfall {
            metrics.unitAspect = Self.squareHeight / Double(max(1, (width - 1) / 2))
        }
        var flow = LayoutFlow(layout, width: Double(width), metrics: metrics)
        for row in rows {
            let frame = CellFrame(flow.place(LayoutItem(imageRatio: row.imageRatio)))
            Card(row: row, glyphs: glyphs).draw(in: frame, on: &canvas)
        }
    }
}

struct CellFrame: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    /// The metrics of a terminal give whole numbers, and none that is too great for one.
    init(_ frame: LayoutFrame) {
        (x, y, width, height) = (Int(frame.x), Int(frame.y), Int(frame.width), Int(frame.height))
    }
}

/// A row of a section as drawings see it: defused texts and its place.
struct DrawnRow: Equatable {
    static let adMark = "[ad]"
    private static let pictureMark = "[pic]"

    /// Its place among the rows of the section, from 0.
    let number: Int
    /// Its place among the content, from 1; nil for an ad.
    let rank: Int?
    let id: String
    /// What names it; never empty.
    let title: String
    /// Short facts, in one line, and whether its picture is in the cache; maybe empty.
    let detail: String
    /// A longer text; maybe empty.
    let remark: String
    /// Height by width of its picture; nil where it is not known.
    let imageRatio: Double?

    /// - Parameters:
    ///   - number: its place among the rows of the section, from 0.
    ///   - picture: what of it is in the cache; nil for nothing.
    init(_ row: FeedRow, number: Int, picture: AssetContent? = nil) {
        self.number = number
        rank = if case .content(let index, _, _, _) = row { index + 1 } else { nil }
        let facts = ItemFacts(drawing: row.payload)
        let id = TerminalSanitizer.line(String(row.id.text.prefix(200)))
        self.id = id
        title = facts.title.isEmpty ? id : facts.title
        let mark = picture == nil ? [] : [Self.pictureMark]
        detail = (mark + [facts.detail]).filter { !$0.isEmpty }.joined(separator: " ")
        remark = facts.remark
        imageRatio = facts.imageRatio ?? picture?.ratio
    }

    var isAd: Bool { rank == nil }
}

struct Chip {
    let row: DrawnRow

    var width: Int { DisplayWidth.of(text) + 4 }

    private var text: String { row.isAd ? DrawnRow.adMark + " " + row.title : row.title }

    func draw(x: Int, y: Int, width: Int, on canvas: inout Canvas) {
        guard width >= 6 else {
            canvas.write(text, x: x, y: y, width: width)
            return
        }
        canvas.write("( ", x: x, y: y, width: 2, tone: .dim)
        let used = canvas.write(text, x: x + 2, y: y, width: width - 4)
        canvas.write(" )", x: x + 2 + used, y: y, width: 2, tone: .dim)
    }
}

extension ItemFacts {
    private static let longestText = 2_000

    /// What a drawing in cells says of an item: all texts are defused, on one line, and no longer than any frame can show.
    init(drawing payload: String) {
        self.init(payload) { TerminalSanitizer.line(String($0.prefix(Self.longestText))).trimmingBlanks }
    }
}

extension String {
    var trimmingBlanks: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(self[first...last])
    }
}
