import FeedCache
import FeedModel
import TerminalKit

struct BrowseScreen {
    /// What the line at the bottom says beside the place.
    struct Notes: Equatable {
        var tally = BrowseTally()
        var sync: String?
        /// Said until a key is pressed.
        var message: String?
        var typed: String?
    }

    /// Cells before a row: whether it is chosen, and how it changed.
    private static let gutter = 2

    /// Cells of a line. The last column stays empty, since a full line would wrap on some terminals.
    private let width: Int
    /// Lines of the window.
    private let height: Int
    private let style: Style
    private let glyphs: BoxGlyphs

    init(columns: Int, rows: Int, style: Style, glyphs: BoxGlyphs) {
        width = max(1, columns - 1)
        height = max(1, rows)
        self.style = style
        self.glyphs = glyphs
    }

    var bodyHeight: Int { max(1, height - 1) }

    var panelHeight: Int { bodyHeight > 2 ? bodyHeight - 1 : bodyHeight }

    /// As many lines as the window has.
    func lines(_ state: BrowseState, _ notes: Notes) -> [String] {
        guard state.hasPage else { return filled([style.dim(DisplayWidth.truncate("looking…", to: width))], "") }
        guard state.outline.lineCount > 0 else {
            return filled([DisplayWidth.truncate("no sections", to: width)], status("", notes))
        }
        var lines = body(state)
        if let section = state.coveringSection { lines[0] = header(section, state) }
        return filled(lines, status(place(state), notes))
    }

    func lines(_ panel: inout BrowsePanel, _ notes: Notes) -> [String] {
        let title =
            panelHeight < bodyHeight
            ? [style.bold(DisplayWidth.truncate(TerminalSanitizer.line(panel.title), to: width))] : []
        let (shown, first, count) = panel.lines(width: width, height: panelHeight, style)
        let place = count == 0 ? "" : "lines \(first + 1)–\(first + shown.count) of \(count)"
        return filled(title + shown, status(place, notes, way: "q goes back"))
    }

    /// As many lines as the window has. In one of a single line there is no room for the bottom.
    private func filled(_ lines: [String], _ bottom: String) -> [String] {
        guard height > 1 else { return Array(lines.prefix(1)) }
        let body = lines.prefix(height - 1)
        return body + Array(repeating: "", count: height - 1 - body.count) + [bottom]
    }

    // MARK: The feed

    private func body(_ state: BrowseState) -> [String] {
        var lines: [String] = []
        while lines.count < bodyHeight {
            switch state.outline.line(at: state.top + lines.count) {
            case .blank: lines.append("")
            case .header(let section): lines.append(header(section, state))
            case .row(let position):
                let rest = state.outline.parts[position.section].rowCount - position.row
                lines += rows(position, count: min(rest, bodyHeight - lines.count), state)
            }
        }
        return lines
    }

    private func header(_ section: Int, _ state: BrowseState) -> String {
        let part = state.outline.parts[section]
        let composed = FeedSection(section: part.section, rowCount: part.rowCount, firstRow: 0, rows: [])
        return composed.heading(style, width: width)
    }

    private func rows(_ first: RowPosition, count: Int, _ state: BrowseState) -> [String] {
        let part = state.outline.parts[first.section]
        let isRanking = SectionLayout(named: part.section.layout) == .ranking
        let drawing = SectionDrawing(
            layout: isRanking ? "ranking" : "list", rowCount: part.rowCount, width: max(1, width - Self.gutter),
            glyphs: glyphs)
        let positions = (0..<count).map { RowPosition(section: first.section, row: first.row + $0) }
        let read = positions.compactMap { position in state.row(at: position).map { (position, $0) } }
        let drawn = drawing.draw(
            read.map { position, row in
                DrawnRow(row, number: position.row, picture: state.pictures[SectionID(part.section.id)]?[row.identity])
            }, style
        ).lines
        let texts = Dictionary(uniqueKeysWithValues: zip(read.map(\.0), drawn))
        return positions.map { position in
            let isChosen = state.outline.index(of: position) == state.cursor
            return gutter(isChosen, state.mark(of: position)) + (texts[position] ?? style.dim("…"))
        }
    }

    private func gutter(_ isChosen: Bool, _ mark: BrowseState.Mark?) -> String {
        guard width > Self.gutter else { return "" }
        let sign =
            switch mark {
            case .new: style.paint("+", .good)
            case .changed: style.paint("~", .good)
            case .moved: style.paint(glyphs == .ascii ? "^" : "↕", .good)
            case nil: " "
            }
        return (isChosen ? style.bold(glyphs.onward) : " ") + sign
    }

    // MARK: The line at the bottom

    /// `row 4 of 31 in articles`.
    private func place(_ state: BrowseState) -> String {
        guard let position = state.outline.position(of: state.cursor) else { return "no rows" }
        let part = state.outline.parts[position.section]
        return "row \(position.row) of \(part.rowCount) in \(TerminalSanitizer.line(part.section.id))"
    }

    private func status(_ place: String, _ notes: Notes, way: String = "? keys") -> String {
        if let typed = notes.typed {
            // The end of a long text is what is being typed.
            var shown = TerminalSanitizer.line(typed)[...]
            while DisplayWidth.of(String(shown)) > max(1, width - 2) { shown.removeFirst() }
            return DisplayWidth.truncate("/" + shown + (glyphs == .ascii ? "_" : "▏"), to: width)
        }
        let facts = notes.message.map { [TerminalSanitizer.line($0)] } ?? [place] + notes.tally.facts
        let all = (facts + [notes.sync.map(TerminalSanitizer.line)].compactMap(\.self)).filter { !$0.isEmpty }
        let text = DisplayWidth.truncate(all.joined(separator: " · "), to: width)
        let room = width - DisplayWidth.of(text) - 2
        return style.dim(text + (room >= way.count ? "  " + DisplayWidth.pad(way, to: room, isTrailing: true) : ""))
    }
}

struct BrowseTally: Equatable {
    var requested = 0
    var impressions = 0
    var isOffline = false

    var facts: [String] {
        var facts: [String] = []
        if requested > 0 { facts.append("\(requested.of("ad")) requested") }
        if impressions > 0 { facts.append(impressions.of("impression")) }
        if isOffline { facts.append("offline") }
        return facts
    }
}
