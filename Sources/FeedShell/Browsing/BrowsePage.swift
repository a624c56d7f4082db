import FeedCache
import FeedModel

/// What of the feed is to be read: the lines around a row that is on screen.
struct BrowseRequest: Equatable, Sendable {
    struct Anchor: Equatable, Sendable {
        let section: String
        let row: Int
        /// Nil where it has not been read yet: then its place counts.
        let identity: FeedRow.Identity?
        let index: Int
        let line: Int
    }

    /// The row that is to stay where it is on screen; then those that are to, where it is gone. None at the beginning.
    let anchors: [Anchor]
    /// The first line on screen, as the lines were.
    let top: Int
    let height: Int

    /// Lines to read above and below the screen: scrolling by a page finds its rows read.
    var margin: Int { height }
}

/// The feed around the screen, read at one moment.
struct BrowsePage: Sendable {
    let outline: FeedOutline
    /// The rows that were read, by the offset of their section.
    let windows: [Int: FeedSection]
    /// The first anchor that is still there, and where; nil where none was asked for.
    let anchor: (was: BrowseRequest.Anchor, position: RowPosition)?
    var pictures: FeedPictures = [:]
}

extension BrowsePage {
    /// - Parameters:
    ///   - sections: as they are, each with the number of its rows.
    ///   - place: the row of an identity in a section, by its offset; nil where it is not there.
    ///   - window: rows of a section.
    init(
        _ request: BrowseRequest, sections: [(section: Section, rowCount: Int)],
        place: (Int, FeedRow.Identity) throws -> Int?,
        window: (Int, Range<Int>) throws -> FeedSection
    ) rethrows {
        let outline = FeedOutline(sections)
        func position(of anchor: BrowseRequest.Anchor) throws -> RowPosition? {
            guard let section = outline.section(anchor.section) else { return nil }
            let count = outline.parts[section].rowCount
            guard let identity = anchor.identity else {
                return count > 0 ? RowPosition(section: section, row: min(anchor.row, count - 1)) : nil
            }
            if anchor.row < count, try window(section, anchor.row..<anchor.row + 1).rows.first?.identity == identity {
                return RowPosition(section: section, row: anchor.row)
            }
            return try place(section, identity).map { RowPosition(section: section, row: $0) }
        }
        var found: (was: BrowseRequest.Anchor, position: RowPosition)?
        for anchor in request.anchors where found == nil {
            found = try position(of: anchor).map { (anchor, $0) }
        }
        if found == nil, let first = request.anchors.first {
            found = outline.position(of: min(first.index, outline.rowCount - 1)).map { (first, $0) }
        }
        let shift = found.map { outline.line(of: outline.index(of: $0.position)) - $0.was.line } ?? 0
        let top = request.top + shift
        // Near an end the screen holds what is on the other side.
        let lowest = max(0, outline.lineCount - request.height)
        let first = min(max(0, top), lowest) - request.margin
        let lines = max(0, first)..<max(0, first) + request.height + 2 * request.margin
        var windows: [Int: FeedSection] = [:]
        for (section, rows) in outline.rows(on: lines) { windows[section] = try window(section, rows) }
        self.init(outline: outline, windows: windows, anchor: found)
    }
}
