import FeedModel
import GRDB

package struct ViewCatalog {
    private let reader: FeedReader
    private let collections: [String]
    private let names: ViewNames
    private let composed: () throws -> [ComposedSource]

    /// - Parameter composed: the sections as they are on screen, in order.
    package init(_ reader: FeedReader, collections: [String], composed: @escaping () throws -> [ComposedSource]) {
        (self.reader, self.collections, self.composed) = (reader, collections, composed)
        names = ViewNames(collections: collections)
    }

    /// All views: those of the collections first.
    package func all() throws -> ViewSet { try views(isReadByKey: false) { _ in true } }

    /// The names of all views, what each is of, and its collection; none is made.
    package var tables: [(name: String, kind: CacheView.Kind, collection: String?)] { names.tables }

    package func feed() throws -> (views: ViewSet, feed: CacheView) {
        let name = names.name(.feed) ?? CacheView.Kind.feed.rawValue
        let views = try views(isReadByKey: false) { $0 == name }
        return (views, views.views[views.views.count - 1])
    }

    package func view(of collection: String, _ part: ItemPart = .shown, for sql: String = "") throws -> CacheView {
        let name = names.name(part == .removed ? .removed : .collection, of: collection) ?? collection
        return try view(of: collection, named: name, part, isReadByKey: Self.looksUpKeys(sql))
    }

    /// The views that a statement names, or may find in the schema.
    package func views(for sql: String) throws -> ViewSet {
        let text = Array(SQLName.folded(sql).text.utf8)
        func mentions(_ name: String) -> Bool {
            // A quote in a name may be doubled.
            name.utf8.contains { "\"'`".utf8.contains($0) } || text.contains(SQLName.folded(name).text.utf8)
        }
        let readsSchema = mentions("sqlite_") || mentions("pragma")
        let isAggregate = Self.isAggregate(sql)
        // A column that is neither named nor meant by a star need not be composed.
        let hasStar = sql.replacing(#/(?i)count\s*\(\s*\*\s*\)/#, with: "").contains("*")
        let readsAll = !isAggregate || readsSchema || hasStar || mentions("natural")
        let views = try views(isReadByKey: Self.looksUpKeys(sql)) {
            readsSchema || mentions($0)
        } composing: {
            readsAll || mentions($0)
        }
        guard isAggregate else { return views }
        if !readsAll, let view = views.views.first, views.views.count == 1, view.kind.isOfCollection,
            !Self.looksUpKeys(sql), sql.contains(#/(?i)\bgroup\s+by\b/#)
        {
            return ViewSet(views: [view.grouped(reading: mentions)])
        }
        return views.unordered
    }

    /// - Parameter isRead: whether a column of the composed feed has to have its values.
    private func views(
        isReadByKey: Bool, where isWanted: (String) -> Bool, composing isRead: (String) -> Bool = { _ in true }
    ) throws -> ViewSet {
        var wanted: [CacheView] = []
        for collection in collections {
            for (kind, part) in [(CacheView.Kind.collection, ItemPart.shown), (.removed, .removed)] {
                guard let given = names.name(kind, of: collection), isWanted(given) else { continue }
                wanted.append(try view(of: collection, named: given, part, isReadByKey: isReadByKey))
            }
        }
        for kind in CacheView.Kind.allCases {
            guard let given = names.name(kind), isWanted(given) else { continue }
            if let view = CacheView.ledger(kind, named: given, source: reader.source) { wanted.append(view) }
        }
        let (feed, sections) = (names.name(.feed) ?? "", names.name(.sections) ?? "")
        guard isWanted(feed) || isWanted(sections) else { return ViewSet(views: wanted) }
        let sources = try composed()
        if isWanted(sections) { wanted.append(ComposedTables.sectionsView(named: sections)) }
        if isWanted(feed) { wanted.append(ComposedTables.feedView(named: feed, composing: isRead)) }
        return ViewSet(views: wanted, composed: sources)
    }

    private func view(
        of collection: String, named name: String, _ part: ItemPart, isReadByKey: Bool
    ) throws -> CacheView {
        let list = try part == .older ? reader.list(collection).older : reader.list(collection)
        let fields = try list.sampledFields()
        return part == .removed
            ? .removed(collection, named: name, row: list.collection, fields: fields)
            : .live(list, named: name, fields: fields, isReadByKey: isReadByKey)
    }

    /// Whether a statement gives aggregates and nothing else, so that the order of what it reads is not to be seen. It is
    /// sure of it only where there is one SELECT, without windows and without what strings rows together.
    static func isAggregate(_ sql: String) -> Bool {
        seemsAggregate(sql) && seemsAggregate(String(decoding: SQLText.withoutQuoted(sql).text, as: UTF8.self))
    }

    private static func seemsAggregate(_ sql: String) -> Bool {
        let words = SQLName.folded(sql).text.matches(of: #/[a-z_]+/#).map(\.output)
        let others: Set<Substring> = [
            "over", "group_concat", "string_agg", "json_group_array", "json_group_object", "jsonb_group_array",
            "jsonb_group_object", "with",
        ]
        guard words.filter({ $0 == "select" }).count == 1, others.isDisjoint(with: words) else { return false }
        // With columns beside it, the greatest value shows the first row that has it.
        return sql.contains(#/(?i)\b(count|sum|avg|total)\s*\(|\bgroup\s+by\b/#)
            || sql.contains(#/(?i)^\s*select\s+(max|min)\s*\([^(),]*\)\s*(,\s*(max|min)\s*\([^(),]*\)\s*)*from\b/#)
    }

    /// Whether a statement looks items up by their IDs. It is a guess: a wrong one costs time, no more.
    private static func looksUpKeys(_ sql: String) -> Bool {
        sql.contains(#/(?i)\bkey\W?\s*(=|in\b)|=\s*(\w+\.)?"?key\b|\bjoin\b/#)
    }
}

package struct ViewSet: Sendable {
    package let views: [CacheView]
    /// What `sections` and `feed` read; nil where neither is there.
    var composed: [ComposedSource]?

    /// Whether it has rows that were composed from the database before the query reads it.
    package var isComposed: Bool { composed != nil }

    /// One of its views by itself: none reads another.
    package func alone(_ view: CacheView) -> ViewSet {
        ViewSet(views: [view], composed: view.kind == .feed || view.kind == .sections ? composed : nil)
    }

    var unordered: ViewSet { ViewSet(views: views.map(\.unordered), composed: composed) }

    package static let none = ViewSet(views: [])

    func make(on connection: PlainConnection) throws(DatabaseError) {
        guard !views.isEmpty else { return }
        ViewFunctions.add(to: connection.handle)
        if let composed { try ComposedTables.fill(composed, on: connection) }
        for view in views { try connection.run(view.definition) }
    }
}

/// The names of the tables that a source's cache is read by.
///
/// A collection has its own name, also where that is the name of a table of the database or of one below, which then
/// gets a trailing `_`. What SQLite keeps for itself (`sqlite_…`) gets a leading `_`.
struct ViewNames {
    typealias Table = (name: String, kind: CacheView.Kind, collection: String?)

    /// Those of the collections first, and those of their removed items last.
    let tables: [Table]

    private static let reserved = ReadAuthorizer.tableFunctions + [ComposedTables.sections, ComposedTables.rows]

    init(collections: [String]) {
        var names = SQLNames(taken: Self.reserved)
        let bare = collections.map { name in
            SQLName.folded(name).text.hasPrefix("sqlite_") ? "_" + name : name
        }
        let kinds = CacheView.Kind.allCases.filter { !$0.isOfCollection }
        let live: [Table] = zip(names.names(for: bare), collections).map { ($0, .collection, $1) }
        let own: [Table] = zip(names.names(for: kinds.map(\.rawValue)), kinds).map { ($0, $1, nil) }
        let removed = bare.map { $0 + "_removed" }
        tables = live + own + zip(names.names(for: removed), collections).map { ($0, .removed, $1) }
    }

    func name(_ kind: CacheView.Kind, of collection: String? = nil) -> String? {
        tables.first { $0.kind == kind && $0.collection == collection }?.name
    }
}
