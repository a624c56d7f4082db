import FeedModel
import FeedStore
import TerminalKit

/// A text that covers the feed for a while, and is scrolled by itself: an item, what a sync changed, the keys.
struct BrowsePanel: Sendable {
    enum Content: Sendable {
        case record(facts: [VerticalRecord.Field], text: [String])
        case table(Table, note: String?)
    }

    /// Fewer cells beside the longest name are too few.
    private static let narrowestValues = 14

    let title: String
    private let content: Content
    private var top = 0
    private var drawn: (width: Int, isColored: Bool, lines: [String])?

    init(title: String, _ content: Content) {
        (self.title, self.content) = (title, content)
    }

    /// Takes a key that moves; others do nothing.
    ///
    /// - Parameter height: lines that fit, 1 and more.
    mutating func press(_ key: TerminalKey, height: Int) {
        let page = max(1, height - 1)
        switch key {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= page
        case .pageDown: top += page
        case .home: top = 0
        case .end: top = drawn?.lines.count ?? 0
        case .leave, .interrupt, .suspend, .redraw: return
        }
        top = max(0, top)
    }

    mutating func lines(width: Int, height: Int, _ style: Style) -> (shown: ArraySlice<String>, first: Int, count: Int)
    {
        let all = all(width: width, style)
        top = min(top, max(0, all.count - height))
        return (all[top..<min(all.count, top + height)], top, all.count)
    }

    private mutating func all(width: Int, _ style: Style) -> [String] {
        if let drawn, drawn.width == width, drawn.isColored == style.isColored { return drawn.lines }
        let lines: [String]
        switch content {
        case .record(let facts, let text):
            let record = Self.record(facts, width: width, style)
            let body = text.flatMap { Self.wrapped(TerminalSanitizer.line($0), width: width) }
            lines = record + (record.isEmpty || body.isEmpty ? [] : [""]) + body
        case .table(let table, let note):
            lines =
                table.lines(width: width, style: style)
                + (note.map { [style.dim(DisplayWidth.truncate($0, to: width))] } ?? [])
        }
        drawn = (width, style.isColored, lines)
        return lines
    }

    /// The lines of the facts; where names and values do not fit side by side, one below the other.
    private static func record(_ facts: [VerticalRecord.Field], width: Int, _ style: Style) -> [String] {
        let widest = facts.map { DisplayWidth.of(TerminalSanitizer.line($0.name)) }.max() ?? 0
        guard width < widest + narrowestValues else {
            return VerticalRecord(fields: facts).lines(width: width, style: style)
        }
        return facts.flatMap { fact in
            [style.dim(DisplayWidth.truncate(TerminalSanitizer.line(fact.name), to: width))]
                + TerminalSanitizer.lines(fact.value).flatMap { wrapped(" " + $0, width: width) }
        }
    }

    /// The lines of an indented text; what is continued is indented too.
    private static func wrapped(_ line: String, width: Int) -> [String] {
        let indent = min(line.prefix { $0 == " " }.count, max(0, width - 10))
        let blanks = String(repeating: " ", count: indent)
        return TextWrap.lines(String(line.drop { $0 == " " }), width: max(1, width - indent)).map { blanks + $0 }
    }
}

extension BrowsePanel {
    /// More changes are counted only: no one reads them, and each takes memory.
    private static let mostChanges = 1_000

    static let keys = BrowsePanel(
        title: "Keys", .record(facts: BrowseKeys.help.map { .init(name: $0, value: $1) }, text: []))

    init(_ page: ItemPage) {
        self.init(title: "\(page.collection) \(page.record.key)", .record(facts: page.facts, text: page.content))
    }

    /// A row that is no item of a collection: an ad, or an item of the section config.
    init(_ row: FeedRow, section: String, number: Int) {
        let kind = if case .ad = row { "ad" } else { "item" }
        let facts = [("section", section), ("row", "\(number)"), (kind, row.id.text)]
        self.init(
            title: "\(section) \(row.id)",
            .record(facts: facts.map { .init(name: $0, value: $1) }, text: ItemPage.lines(row.payload)))
    }

    init(_ changes: ChangeList) {
        let lines = changes.lines
        let table = ChangeList.Line.fields.table(of: lines.prefix(Self.mostChanges))
        let note = lines.isEmpty ? "nothing changed on screen" : Shell.more(lines.count - Self.mostChanges)
        self.init(title: "What the last sync changed", .table(table, note: note))
    }
}
