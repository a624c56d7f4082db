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

    /// The last run of the feed after.
    let run: Int64?
    let count: Int
    /// The changes, as many as were asked for: those of sections first; of each kind deletes, inserts, moves, updates.
    let records: [Record]

    init(_ change: some ListedChange, limit: Int = .max, content: Content = .title) throws {
        let (changes, before, after) = (change.changes, change.sectionsBefore, change.sectionsAfter)
        func record(_ kind: Record.Kind, _ position: RowPosition, from old: RowPosition?) throws -> Record {
            let isGone = kind == .delete || kind == .older
            let row = try isGone ? change.rowBefore(position) : change.rowAfter(position)
            var fields: [String]? = []
            if kind == .update, let old { fields = Self.changedFields(try change.rowBefore(old).payload, row.payload) }
            return Record(
                kind: kind, subject: row.isAd ? .ad : .content,
                section: (isGone ? before : after)[position.section].id, id: row.id,
                title: content == .title ? row.payload.map(ItemSummary.title(of:)) ?? "" : "",
                row: isGone ? nil : position.row,
                from: old.map { Record.Origin(section: before[$0.section].id, row: $0.row) }, fields: fields,
                payload: content == .payload && (kind == .insert || kind == .update) ? row.payload : nil)
        }
        var records = Array(Self.records(ofSections: changes, before, after).prefix(limit))
        for position in changes.deletes where records.count < limit {
            records.append(try record(change.isOlder(position) ? .older : .delete, position, from: position))
        }
        for position in changes.inserts where records.count < limit {
            records.append(try record(.insert, position, from: nil))
        }
        for move in changes.moves where records.count < limit {
            records.append(try record(.move, move.new, from: move.old))
        }
        for update in changes.updates where records.count < limit {
            records.append(try record(.update, update.new, from: update.old))
        }
        (run, count, self.records) = (change.run, changes.count, records)
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

/// A change from one feed to another that can be listed, row by row.
protocol ListedChange {
    var changes: Changeset { get }
    /// The last run of the feed after.
    var run: Int64? { get }
    var sectionsBefore: [Section] { get }
    var sectionsAfter: [Section] { get }
    func rowBefore(_ position: RowPosition) throws -> OutlinedChange.Row
    func rowAfter(_ position: RowPosition) throws -> OutlinedChange.Row
    /// Whether what is gone has only fallen over the edge of a window.
    func isOlder(_ position: RowPosition) throws -> Bool
}

extension OutlinedChange: ListedChange {}

extension FeedChange: ListedChange {
    var run: Int64? { screen.run }
    var sectionsBefore: [Section] { before.sections.map(\.section) }
    var sectionsAfter: [Section] { screen.sections.map(\.section) }
    func rowBefore(_ position: RowPosition) -> OutlinedChange.Row { row(position, in: before) }
    func rowAfter(_ position: RowPosition) -> OutlinedChange.Row { row(position, in: screen) }
    func isOlder(_ position: RowPosition) -> Bool { older.contains(position) }

    private func row(_ position: RowPosition, in feed: FeedScreen) -> OutlinedChange.Row {
        OutlinedChange.Row(feed.sections[position.section].rows[position.row])
    }
}
