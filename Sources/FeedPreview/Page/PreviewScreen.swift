import FeedModel

/// A feed with the frames of its rows in each width.
struct PreviewScreen {
    static let metrics = LayoutMetrics.page
    /// Left and right of a section.
    static let margin = 16

    let feed: FeedScreen
    let widths: [Int]
    /// By section and width.
    private let frames: [[[LayoutFrame]]]

    init(_ feed: FeedScreen, widths: [Int]) {
        self.feed = feed
        self.widths = widths
        frames = feed.sections.map { section in
            let layout = SectionLayout(named: section.section.layout)
            let items = section.rows.map { LayoutItem(imageRatio: ItemFacts($0.payload).imageRatio) }
            return widths.map {
                layout.frames(of: items, width: Double($0 - 2 * Self.margin), metrics: Self.metrics)
            }
        }
    }

    // MARK: Documents

    var document: JSONValue {
        .object([
            ("run", .number(feed.run)),
            (
                "sections",
                .array(
                    feed.sections.indices.map { index in
                        .object(
                            header(of: index, framesFrom: 0)
                                + [("rows", .array(feed.sections[index].rows.map(Self.json)))])
                    })
            ),
        ])
    }

    /// What turns another screen of the same widths into this one.
    ///
    /// - Parameter changes: between the two feeds.
    func document(of changes: Changeset, from old: PreviewScreen) -> JSONValue {
        let sources = sources(changes, oldCount: old.feed.sections.count)
        let given =
            changes.inserts + changes.updates.map(\.new)
            + changes.sectionInserts.flatMap { section in
                feed.sections[section].rows.indices.map { RowPosition(section: section, row: $0) }
            }
        let rows = Set(given).sorted().map { at in
            JSONValue.object([
                ("at", at.json), ("row", Self.json(feed.sections[at.section].rows[at.row])),
            ])
        }
        let sections = feed.sections.indices.map { index in
            let from = sources[index].map { sameFrames(index, as: $0, of: old) } ?? 0
            return JSONValue.object(header(of: index, framesFrom: from))
        }
        return .object([
            ("run", .number(feed.run)), ("changes", changes.json), ("sections", .array(sections)),
            ("rows", .array(rows)),
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
        let layout = section.section.layout
        let places = zip(widths, frames[index]).map { width, frames in
            ("\(width)", JSONValue.array(frames.dropFirst(from).map(Self.json)))
        }
        return [
            ("id", .string(section.section.id)), ("type", .string(Self.cut(section.section.type, 200))),
            ("title", .string(Self.cut(section.section.title, 200))),
            ("layout", .string(SectionLayout(named: layout).rawValue)),
            ("asked", .string(Self.cut(layout, 200))), ("collection", .text(section.section.collection)),
            ("row_count", .number(section.rowCount)), ("from", .number(from)), ("frames", .object(places)),
        ]
    }

    private static func json(_ row: FeedRow) -> JSONValue {
        let facts = ItemFacts(row.payload)
        var isAd = false
        if case .ad = row { isAd = true }
        return .object([
            ("id", .string(row.id)), ("ad", .bool(isAd)), ("title", .string(cut(facts.title, 200))),
            ("detail", .string(cut(facts.detail, 200))), ("remark", .string(cut(facts.remark, 400))),
            ("picture", .string(Picture(of: row.id, ratio: facts.imageRatio).name)),
            ("image", .text(facts.imageURL)),
        ])
    }

    /// A text of so many characters at most.
    private static func cut(_ text: String, _ length: Int) -> String {
        let start = text.prefix(length)
        return start.endIndex == text.endIndex ? text : start + "…"
    }

    // MARK: JSON

    private static func json(_ frame: LayoutFrame) -> JSONValue {
        .array([frame.x, frame.y, frame.width, frame.height].map { JSONValue.real($0) })
    }
}
