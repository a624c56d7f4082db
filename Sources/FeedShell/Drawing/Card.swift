import TerminalKit

/// A row in a box: its number and ID on the upper edge, then as much of its texts as there is room for.
///
///     ╭ 0 ──────────────── 120 ╮
///     │ 昔ながらの卵サンド     │
///     │ 田中 美咲 · 根津       │
///     ╰────────────────────────╯
struct Card {
    let row: DrawnRow
    let glyphs: BoxGlyphs

    func draw(in frame: CellFrame, on canvas: inout Canvas) {
        guard frame.width >= 6, frame.height >= 3 else {
            ListLine(row: row, margin: .empty).draw(in: frame, on: &canvas)
            return
        }
        drawEdges(in: frame, on: &canvas)
        let lines = lines(width: frame.width - 4, count: frame.height - 2)
        for (index, line) in lines.enumerated() {
            canvas.write(line.text, x: frame.x + 2, y: frame.y + 1 + index, width: frame.width - 4, tone: line.tone)
        }
    }

    private func drawEdges(in frame: CellFrame, on canvas: inout Canvas) {
        let (right, bottom) = (frame.x + frame.width - 1, frame.y + frame.height - 1)
        drawTop(in: frame, on: &canvas)
        for y in (frame.y + 1)..<bottom {
            canvas.write(glyphs.vertical, x: frame.x, y: y, width: 1, tone: .dim)
            canvas.write(glyphs.vertical, x: right, y: y, width: 1, tone: .dim)
        }
        let edge = String(repeating: glyphs.horizontal, count: frame.width - 2)
        canvas.write(
            glyphs.bottomLeft + edge + glyphs.bottomRight, x: frame.x, y: bottom, width: frame.width, tone: .dim)
    }

    private func drawTop(in frame: CellFrame, on canvas: inout Canvas) {
        let inside = frame.width - 2
        let number = " \(row.number) "
        let start = glyphs.topLeft + (DisplayWidth.of(number) <= inside ? number : "")
        let mark = row.isAd ? DrawnRow.adMark : row.id
        // Between the two a piece of the edge is left, and the mark has its blanks.
        let room = inside - (DisplayWidth.of(start) - 1) - 3
        let fitting = room >= min(4, DisplayWidth.of(mark)) ? DisplayWidth.truncate(mark, to: room) : ""
        let markWidth = fitting.isEmpty ? 0 : DisplayWidth.of(fitting) + 2
        let edge = String(repeating: glyphs.horizontal, count: inside + 1 - DisplayWidth.of(start) - markWidth)
        let right = frame.x + frame.width - 1
        canvas.write(start + edge, x: frame.x, y: frame.y, width: frame.width - 1, tone: .dim)
        canvas.write(fitting, x: right - markWidth + 1, y: frame.y, width: room, tone: row.isAd ? .warning : .dim)
        canvas.write(glyphs.topRight, x: right, y: frame.y, width: 1, tone: .dim)
    }

    /// The title over as many lines as it needs while one is left for the facts; then these; then what is said of it.
    private func lines(width: Int, count: Int) -> [(text: String, tone: Tone)] {
        let (detail, remark) = (row.detail, row.remark)
        let forTitle = detail.isEmpty || count == 1 ? count : count - 1
        var lines = wrapped(row.title, width, forTitle).map { (text: $0, tone: Tone.plain) }
        if !detail.isEmpty, lines.count < count { lines.append((detail, .dim)) }
        if !remark.isEmpty, lines.count + 1 < count {
            if count - lines.count > 2 { lines.append(("", .plain)) }
            lines += wrapped(remark, width, count - lines.count).map { ($0, .dim) }
        }
        return lines
    }

    /// The text in lines, the last with `…` where something is left out.
    private func wrapped(_ text: String, _ width: Int, _ most: Int) -> [String] {
        let lines = TextWrap.lines(text, width: width)
        guard lines.count > most, most > 0 else { return Array(lines.prefix(most)) }
        var rest = text[...]
        for line in lines.prefix(most - 1) { rest = rest.dropFirst(line.count).drop { $0 == " " } }
        return lines.prefix(most - 1) + [DisplayWidth.truncate(String(rest), to: width)]
    }
}
