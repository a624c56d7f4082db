import FeedCache
import FeedModel
import FeedStore
import Foundation

/// A feed with the frames of its rows in each width.
struct PreviewScreen {
    /// Left and right of a section.
    static let margin = 16

    let feed: FeedScreen
    let widths: [Int]
    /// By section and width.
    private let frames: [[[LayoutFrame]]]
    let pictures: FeedPictures
    private let showsImages: Bool

    /// - Parameters:
    ///   - showsImages: whether images that are not in the cache are fetched from where the feed says that they are.
    ///   - pictures: those that are in the cache.
    init(
        _ feed: FeedScreen, widths: [Int], density: FeedPreview.Density = .standard, showsImages: Bool = false,
        pictures: FeedPictures = [:]
    ) {
        (self.feed, self.widths, self.showsImages, self.pictures) = (feed, widths, showsImages, pictures)
        frames = feed.sections.map { section in
            let layout = SectionLayout(named: section.section.layout)
            let items = section.rows.map { row in
                LayoutItem(imageRatio: ItemFacts(row.payload).imageRatio ?? pictures[section.id]?[row.identity]?.ratio)
            }
            return widths.map {
                layout.frames(of: items, width: Double($0 - 2 * Self.margin), metrics: density.metrics)
            }
        }
    }

    // MARK: Documents

    var document: JSONValue {
        let sections = feed.sections.indices.map { index in
            let section = feed.sections[index]
            let rows = JSONValue.array(section.rows.map { json($0, in: section.id) })
            return JSONValue.object(header(of: index, framesFrom: 0) + [("rows", rows)])
        }
        return .object([("run", .number(feed.run)), ("sections", .array(sections))])
    }

    /// What turns another screen of the same widths into this one.
    ///
    /// - Parameters:
    ///   - changes: between the two feeds.
    ///   - news: what of them is news; nil where that is not asked for.
    func document(of changes: Changeset, from old: PreviewScreen, news: ChangeNews? = nil) -> JSONValue {
        let sources = sources(changes, oldCount: old.feed.sections.count)
        let given =
            changes.inserts + changes.updates.map(\.new)
            + changes.sectionInserts.flatMap { section in
                feed.sections[section].rows.indices.map { RowPosition(section: section, row: $0) }
            }
        let rows = Set(given).sorted().map { at in
            JSONValue.object([
                ("at", at.json),
                ("row", json(feed.sections[at.section].rows[at.row], in: feed.sections[at.section].id)),
            ])
        }
        let sections = feed.sections.indices.map { index in
            let from = sources[index].map { sameFrames(index, as: $0, of: old) } ?? 0
            return JSONValue.object(header(of: index, framesFrom: from))
        }
        return .object([
            ("run", .number(feed.run)), ("changes", changes.json), ("sections", .array(sections)),
            ("rows", .array(rows)), ("news", news?.counts ?? .null),
        ])
    }

    /// For each section where it was in the old feed; nil for a new one.
    private func sources(_ changes: Changeset, oldCount: Int) -> [Int?] {
        let gone = Set(changes.sectionDeletes + changes.sectionMoves.map(\.old))
        var staying = (0..<oldCount).filter { !gone.contains($0) }.makeIterator()
        let moved = Dictionary(changes.sectionMoves.map { ($0.new, $0.old) }) { first, _ in first }
        let inserted = Set(changes.sectionInserts)
        return feed.sections.indices.map { inserted.contains($0) ? nil : moved[$0] ?? staying.next() }
    }

    /// How many of a section's first frames are as they were, in all widths.
    private func sameFrames(_ index: Int, as oldIndex: Int, of old: PreviewScreen) -> Int {
        zip(frames[index], old.frames[oldIndex]).map { new, old in
            zip(new, old).prefix { $0 == $1 }.count
        }.min() ?? 0
    }

    private func header(of index: Int, framesFrom from: Int) -> [(String, JSONValue)] {
        let section = feed.sections[index]
        let (title, layout) = (section.section.title, SectionLayout(named: section.section.layout).rawValue)
        let asked = section.section.layout == layout ? "" : "\(Self.cut(section.section.layout, 200)), shown as "
        let places = zip(widths, frames[index]).map { width, frames in
            ("\(width)", JSONValue.array(frames.dropFirst(from).map(Self.json)))
        }
        return [
            ("id", .string(section.id.text)),
            ("title", .string(Self.cut(title.isEmpty ? section.id.text : title, 200))),
            ("layout", .string(layout)),
            ("note", .string("\(Self.cut(section.type, 200)) · \(asked)\(layout) · \(section.rowCount.of("row"))")),
            ("row_count", .number(section.rowCount)), ("first", .number(section.firstRow)),
            // Where the pages of its rows are; an item that is in the section itself has none.
            ("item", .text(section.collection.map { "item?in=\($0.text.inURL)&id=" })),
            ("ad", .string("ad?in=\(section.id.text.inURL)&id=")),
            ("rank", .number(section.contentAbove)), ("from", .number(from)), ("frames", .object(places)),
        ]
    }

    private func json(_ row: FeedRow, in section: SectionID) -> JSONValue {
        let facts = ItemFacts(row.payload)
        var isAd = false
        if case .ad = row { isAd = true }
        let picture = pictures[section]?[row.identity]
        let image = showsImages && picture == nil ? facts.imageURL.flatMap(Self.proxied) : nil
        return .object([
            ("id", .string(row.id.text)), ("ad", .bool(isAd)),
            ("title", .string(Self.cut(facts.title.isEmpty ? row.id.text : facts.title, 200))),
            ("detail", .string(Self.cut(facts.detail, 200))), ("remark", .string(Self.cut(facts.remark, 400))),
            ("picture", .string(picture?.digest ?? Picture(of: row.id.text, ratio: facts.imageRatio).name)),
            ("image", .text(image)),
        ])
    }

    /// Where this server has the image of a URL; nil for one that is too long for a request.
    private static func proxied(_ url: String) -> String? { url.utf8.count > 2_000 ? nil : "image?url=\(url.inURL)" }

    /// A text of so many characters at most, and of so few bytes that marks on a character cannot make it long all the same.
    static func cut(_ text: String, _ length: Int) -> String {
        var start = text.prefix(length)
        if start.utf8.count > 8 * length {
            let bytes = Array(text.utf8.prefix(8 * length))
            // Not in the middle of a scalar.
            let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
            start = Substring(decoding: bytes[..<end], as: UTF8.self)
        }
        return start.utf8.count == text.utf8.count ? text : start + "…"
    }

    // MARK: JSON

    private static func json(_ frame: LayoutFrame) -> JSONValue {
        .array([frame.x, frame.y, frame.width, frame.height].map { JSONValue.real($0) })
    }
}

extension FeedSection {
    /// How many rows above those that are read are content.
    fileprivate var contentAbove: Int {
        guard firstRow > 0 else { return 0 }
        for case .content(let index, _, _, _) in rows { return index }
        return 0
    }
}

extension String {
    /// As a value of a query.
    fileprivate var inURL: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
