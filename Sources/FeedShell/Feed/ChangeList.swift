import FeedCache
import FeedModel

/// What a changeset tells: what came, went, moved and changed, and which fields.
struct ChangeList: Sendable {
    enum Content {
        case title
        case payload
    }

    struct Record: Sendable {
        enum Kind: String {
            case delete, insert, move, update
            /// Gone from the screen, but only over the edge of a window.
            case older
        }

        enum Subject: String {
            case section, content, ad
        }

        struct Origin {
            let section: String
            let row: Int
        }

        let kind: Kind
        let subject: Subject
        let section: String
        let id: String
        /// Empty for a row of which the payload is wanted, or is no longer known.
        let title: String
        /// The place now; nil for what is gone.
        let row: Int?
        /// Where it was; nil for what is new.
        let from: Origin?
        /// The members that changed; nil where it is no longer known what they were.
        let fields: [String]?
        /// Of what is new or changed, where it is wanted.
        let payload: String?
    }

    /// One of the two feeds: its sections, and its rows one by one.
    struct Side<Failure: Error> {
        let sections: [Section]
        let row: (RowPosition) throws(Failure) -> OutlinedChange.Row
    }

    /// The last run of the feed after.
    let run: Int64?
    let count: Int
    /// The changes, as many as were asked for: those of sections first; of each kind deletes, inserts, moves, updates.
    let records: [Record]

    /// What changed between two feeds.
    ///
    /// - Parameters:
    ///   - run: the last run of the feed after.
    ///   - limit: how many changes are wanted at most.
    ///   - content: what is wanted of a row.
    ///   - isOlder: whether a delete is of what has only fallen over the edge of a window.
    init<Failure>(
        _ changes: Changeset, run: Int64?, before: Side<Failure>, after: Side<Failure>, limit: Int = .max,
        content: Content = .title, isOlder: (RowPosition) throws(Failure) -> Bool
    ) throws(Failure) {
        self.run = run
        count = changes.count
        var records = Array(Self.records(ofSections: changes, before.sections, after.sections).prefix(limit))
        let rows = RowReader(before: before, after: after, content: content)
        for position in changes.deletes where records.count < limit {
            records.append(try rows.record(isOlder(position) ? .older : .delete, position, from: position))
        }
        for position in changes.inserts where records.count < limit {
            records.append(try rows.record(.insert, position, from: nil))
        }
        for move in changes.moves where records.count < limit {
            records.append(try rows.record(.move, move.new, from: move.old))
        }
        for update in changes.updates where records.count < limit {
            records.append(try rows.record(.update, update.new, from: update.old))
        }
        self.records = records
    }

    /// What changed between two feeds that are held in memory.
    ///
    /// - Parameter older: the deletes of what has only fallen over the edge of a window.
    init(_ screen: ScreenChanges, content: Content = .title) {
        self.init(
            screen.changes, run: screen.after.run, before: Side(screen.before), after: Side(screen.after),
            content: content, isOlder: screen.older.contains)
    }

    init(_ change: OutlinedChange, limit: Int = .max, content: Content = .title) throws {
        try self.init(
            change.changes, run: change.after.run,
            before: Side(sections: change.before.headers) { try change.rowBefore($0) },
            after: Side(sections: change.after.headers) { try change.rowAfter($0) },
            limit: limit, content: content, isOlder: change.isOlder)
    }

    // MARK: Sections

    private static func records(ofSections changes: Changeset, _ old: [Section], _ new: [Section]) -> [Record] {
        func record(_ kind: Record.Kind, _ section: Section, from: Int?, to: Int?, fields: [String] = []) -> Record {
            Record(
                kind: kind, subject: .section, section: section.id, id: section.id, title: section.title, row: to,
                from: from.map { Record.Origin(section: section.id, row: $0) }, fields: fields, payload: nil)
        }
        return changes.sectionDeletes.map { record(.delete, old[$0], from: $0, to: nil) }
            + changes.sectionInserts.map { record(.insert, new[$0], from: nil, to: $0) }
            + changes.sectionMoves.map { record(.move, new[$0.new], from: $0.old, to: $0.new) }
            + changes.sectionUpdates.map {
                record(.update, new[$0.new], from: $0.old, to: $0.new, fields: changedHeader(old[$0.old], new[$0.new]))
            }
    }

    private static func changedHeader(_ old: Section, _ new: Section) -> [String] {
        [
            ("type", old.type, new.type), ("title", old.title, new.title), ("layout", old.layout, new.layout),
            ("collection", old.collection ?? "", new.collection ?? ""),
        ].filter { ExactText($0.1) != ExactText($0.2) }.map(\.0)
    }

    // MARK: Rows

    private struct RowReader<Failure: Error> {
        let before: Side<Failure>
        let after: Side<Failure>
        let content: Content

        func record(_ kind: Record.Kind, _ position: RowPosition, from old: RowPosition?) throws(Failure) -> Record {
            let isGone = kind == .delete || kind == .older
            let side = isGone ? before : after
            let row = try side.row(position)
            var fields: [String]? = []
            if kind == .update, let old { fields = ChangeList.changedFields(try before.row(old).payload, row.payload) }
            return Record(
                kind: kind, subject: row.isAd ? .ad : .content, section: side.sections[position.section].id,
                id: row.id, title: content == .title ? row.payload.map(ItemSummary.title(of:)) ?? "" : "",
                row: isGone ? nil : position.row,
                from: old.map { Record.Origin(section: before.sections[$0.section].id, row: $0.row) },
                fields: fields,
                payload: content == .payload && (kind == .insert || kind == .update) ? row.payload : nil)
        }
    }

    /// The names of the fields that are not the same in two payloads; nil where one of them is not known.
    static func changedFields(_ old: String?, _ new: String?) -> [String]? {
        guard let old, let new else { return nil }
        guard let before = fields(old), let after = fields(new) else { return [] }
        // Of repeated members the last counts.
        let oldValues = Dictionary(before) { $1 }
        let newValues = Dictionary(after) { $1 }
        var seen: Set<ExactText> = []
        return (after + before).map(\.0).filter { name in
            seen.insert(name).inserted && oldValues[name] != newValues[name]
        }.map(\.text)
    }

    private static func fields(_ payload: String) -> [(ExactText, ArraySlice<UInt8>)]? {
        guard let document = try? JSONDocument(Array(payload.utf8)), document.scalar(at: document.root) == .object
        else { return nil }
        return document.members(of: document.root).map { (ExactText($0.key), document.slice($0.value)) }
    }
}

extension ChangeList.Side<Never> {
    /// A feed that is held in memory.
    fileprivate init(_ feed: FeedScreen) {
        self.init(sections: feed.sections.map(\.section)) { OutlinedChange.Row(feed.sections[$0.section].rows[$0.row]) }
    }
}
