import FeedCache
import FeedModel
import TerminalKit

/// Where the reader is in the feed: the row that is chosen and the lines on screen. Keys and pages go in, what to read comes
/// out.
///
/// A pure value: the time comes in as an argument, from a clock that only goes forward. Keys count at once, in the feed
/// as it was read last; a page that shows another feed moves the screen so that the chosen row stays where it is.
struct BrowseState {
    enum Mark: Equatable {
        case new, changed, moved
    }

    private struct Marked {
        let mark: Mark
        let until: Duration
    }

    private struct MarkedRow: Hashable {
        let section: ExactText
        let identity: FeedRow.Identity
    }

    static let markedTime = Duration.seconds(3)

    private(set) var outline = FeedOutline()
    private(set) var windows: [Int: FeedSection] = [:]
    private(set) var pictures: FeedPictures = [:]
    /// The index of the chosen row; 0 where the feed has none.
    private(set) var cursor = 0
    private(set) var top = 0
    /// Lines of the feed that fit the screen, 1 and more.
    private(set) var height: Int
    private(set) var hasPage = false
    private var marked: [MarkedRow: Marked] = [:]
    /// What the row of an index is that was not read yet.
    private var sought: (index: Int, identity: FeedRow.Identity)?
    /// The row to begin at; nil: the first.
    private let start: BrowseRequest.Anchor?

    init(height: Int, at start: BrowseRequest.Anchor? = nil) {
        self.height = max(1, height)
        self.start = start
    }

    // MARK: Moving

    mutating func press(_ key: TerminalKey) {
        // One line stays on screen, to find one’s way; the header at the top takes another.
        let page = max(1, height - 2)
        switch key {
        case .up: choose(cursor - 1)
        case .down: choose(cursor + 1)
        case .pageUp: turn(by: -page)
        case .pageDown: turn(by: page)
        case .home: choose(0)
        case .end: choose(outline.rowCount - 1)
        case .leave, .interrupt, .suspend, .redraw: return
        }
    }

    mutating func go(to place: BrowsePlace) {
        guard let section = outline.section(place.section), outline.parts[section].rowCount > 0 else { return }
        let position = RowPosition(section: section, row: min(place.row, outline.parts[section].rowCount - 1))
        let index = outline.index(of: position)
        let line = outline.line(of: index)
        if !(top + 1..<top + height).contains(line) { top = line - height / 2 }
        choose(index)
        sought = (index, place.identity)
    }

    mutating func resize(height: Int) {
        guard max(1, height) != self.height else { return }
        self.height = max(1, height)
        settle()
    }

    private mutating func turn(by lines: Int) {
        let target = outline.line(of: cursor) + lines
        top += lines
        choose(outline.index(atOrBelow: target))
    }

    private mutating func choose(_ index: Int) {
        cursor = index
        sought = nil
        settle()
    }

    /// Makes cursor and top what they can be: the chosen row is on screen, below the header at the top.
    private mutating func settle() {
        cursor = min(max(0, cursor), max(0, outline.rowCount - 1))
        if outline.rowCount > 0 {
            let line = outline.line(of: cursor)
            top = min(max(top, line - height + 1), height > 1 ? line - 1 : line)
        }
        top = min(max(0, top), max(0, outline.lineCount - height))
    }

    // MARK: Reading

    var needsPage: Bool {
        !hasPage
            || outline.rows(on: top..<top + height).contains { section, rows in
                rows.contains { row(at: RowPosition(section: section, row: $0)) == nil }
            }
    }

    var request: BrowseRequest {
        guard hasPage else { return BrowseRequest(anchors: start.map { [$0] } ?? [], top: 0, height: height) }
        var indices = outline.rows(on: top..<top + height).flatMap { section, rows in
            rows.map { outline.index(of: RowPosition(section: section, row: $0)) }
        }
        // The chosen row first, then those nearest to it.
        indices.sort { abs($0 - cursor) < abs($1 - cursor) }
        let anchors = indices.compactMap { index in
            outline.position(of: index).map { position in
                BrowseRequest.Anchor(
                    section: outline.parts[position.section].section.id, row: position.row,
                    identity: row(at: position)?.identity ?? (sought?.index == index ? sought?.identity : nil),
                    index: index, line: outline.line(of: index))
            }
        }
        return BrowseRequest(anchors: anchors, top: top, height: height)
    }

    /// A page came. Keys that were pressed meanwhile still count.
    mutating func take(_ page: BrowsePage, at now: Duration) {
        if hasPage { mark(page, at: now) }
        let (was, former) = (cursor, outline)
        (outline, windows, pictures, hasPage) = (page.outline, page.windows, page.pictures, true)
        if let anchor = page.anchor {
            let index = page.outline.index(of: anchor.position)
            let shift = page.outline.line(of: index) - anchor.was.line
            cursor = index + was - anchor.was.index
            top += shift
        }
        if outline != former || sought?.index != cursor { sought = nil }
        settle()
    }

    // MARK: Looking

    func row(at position: RowPosition) -> FeedRow? {
        guard let window = windows[position.section] else { return nil }
        let offset = position.row - window.firstRow
        return window.rows.indices.contains(offset) ? window.rows[offset] : nil
    }

    var chosen: (position: RowPosition, row: FeedRow)? {
        outline.position(of: cursor).flatMap { position in row(at: position).map { (position, $0) } }
    }

    /// The section whose header covers the first line on screen, because its own line is above; nil where none does.
    var coveringSection: Int? {
        guard height > 1, case .row(let position) = outline.line(at: top) else { return nil }
        return position.section
    }

    var visible: [VisibleRows] {
        let first = coveringSection == nil ? top : top + 1
        return outline.rows(on: first..<top + height).compactMap { section, rows in
            let read = rows.filter { row(at: RowPosition(section: section, row: $0)) != nil }
            guard let first = read.first, let last = read.last else { return nil }
            return VisibleRows(section: outline.parts[section].section.id, first: first, last: last)
        }
    }

    // MARK: Marks

    func mark(of position: RowPosition) -> Mark? {
        guard !marked.isEmpty, let row = row(at: position) else { return nil }
        let section = ExactText(outline.parts[position.section].section.id)
        return marked[MarkedRow(section: section, identity: row.identity)]?.mark
    }

    mutating func expire(at now: Duration) {
        if !marked.isEmpty { marked = marked.filter { $0.value.until > now } }
    }

    private mutating func mark(_ page: BrowsePage, at now: Duration) {
        for (offset, window) in page.windows {
            let id = page.outline.parts[offset].section.id
            guard let former = outline.section(id), let old = windows[former] else { continue }
            for (row, mark) in Self.changes(from: old, to: window) {
                marked[MarkedRow(section: ExactText(id), identity: row.identity)] = Marked(
                    mark: mark, until: now + Self.markedTime)
            }
        }
    }

    /// Items that came, moved or changed. A row at the edge of what was read may have been there already: it counts only
    /// between rows that were.
    private static func changes(from old: FeedSection, to new: FeedSection) -> [(FeedRow, Mark)] {
        guard old.rows != new.rows else { return [] }
        let changes = Changeset(from: old.rows, to: new.rows)
        let known = Set(old.rows.map(\.identity))
        let first = new.rows.firstIndex { known.contains($0.identity) }
        let last = new.rows.lastIndex { known.contains($0.identity) }
        let start = new.firstRow == 0 && old.firstRow == 0 ? 0 : first ?? new.rows.count
        let isWhole = old.firstRow + old.rows.count == old.rowCount && new.firstRow + new.rows.count == new.rowCount
        let end = isWhole ? new.rows.count : last.map { $0 + 1 } ?? 0
        // A page further down has no row of the former one: it says nothing of changes.
        let inserts = first == nil && !(old.firstRow == 0 && new.firstRow == 0 && isWhole) ? [] : changes.inserts
        let marks =
            inserts.filter { $0.row >= start && $0.row < end }.map { ($0.row, Mark.new) }
            + changes.moves.map { ($0.new.row, Mark.moved) } + changes.updates.map { ($0.new.row, Mark.changed) }
        return marks.compactMap { offset, mark in
            guard case .content = new.rows[offset] else { return nil }
            return (new.rows[offset], mark)
        }
    }
}

struct VisibleRows: Equatable, Sendable {
    let section: String
    let first: Int
    let last: Int
}
