import FeedModel
import FeedSlots
import FeedSource
package import FeedStore

extension FeedEngine {
    /// Prepares a user's SQL; it can only read. It can name the views of this source.
    ///
    /// - Parameter values: of its parameters, by their names without a sign.
    package func query(_ sql: String, values: [String: SQLValue] = [:]) throws -> ReadOnlyQuery {
        let compose = { [self] in try read { try $0.views().views(for: sql) } }
        let views = try compose()
        guard views.isComposed else { return try ReadOnlyQuery(sql, in: database, views: views, values: values) }
        return try atOneTime(compose) { views in
            try ReadOnlyQuery(sql, in: database, views: views, values: values, keepsSnapshot: true)
        }
    }

    package func feedRows(_ selection: ItemSelection, section: String?) throws -> ReadOnlyQuery {
        let extra = section.map { ("section = :section", ["section": SQLValue.text($0)]) }
        return try atOneTime {
            try read { snapshot in
                if let section { _ = try snapshot.section(section) }
                return try snapshot.views().feed()
            }
        } query: { views, view in
            try naming(view) {
                try ReadOnlyQuery(
                    view, selection, alsoWhere: extra?.0, values: extra?.1 ?? [:], in: database, views: views)
            }
        }
    }

    /// Prepares a query of views, some of whose rows were composed before it: both see the database at one time. Where
    /// something was committed in between, they are composed again.
    ///
    /// - Parameter query: begins to read before it returns.
    private func atOneTime<Views, Query>(
        _ compose: () throws -> Views, query: (Views) throws -> Query
    ) throws -> Query {
        let commits = Commits(of: database)
        var attempts = 0
        while true {
            let version = try commits.version()
            let query = try query(compose())
            attempts += 1
            // A database that is written to without a pause is read as it comes.
            if try commits.version() == version || attempts == Self.mostAttempts { return query }
        }
    }

    private static let mostAttempts = 20

    package func items(of collection: String, _ selection: ItemSelection) throws -> ItemQuery {
        let view = try view(of: collection, selection.part, for: selection.condition ?? "")
        return try naming(view) { try ItemQuery(view, selection, in: database) }
    }

    package func count(of collection: String, where condition: String, part: ItemPart) throws -> Int {
        let view = try view(of: collection, part, for: condition)
        return try naming(view) {
            try ItemQuery.count(view, where: condition, in: database)
        }
    }

    package func view(of collection: String, _ part: ItemPart = .shown, for sql: String = "") throws -> CacheView {
        try read { snapshot in
            _ = try snapshot.list(collection)
            return try snapshot.views().view(of: collection, part, for: sql)
        }
    }

    package func rowCount(of view: CacheView, among views: ViewSet) throws -> Int {
        switch (view.kind, view.collection) {
        case (.collection, let name?): return try read { try $0.list(name).count() }
        case (.removed, let name?): return try read { try $0.list(name).removedCount() }
        case (.feed, _):
            return try read { snapshot in
                try snapshot.sections().reduce(0) { $0 + (try snapshot.rows(of: $1).count) }
            }
        default: break
        }
        let rows = try ownRows("SELECT count(*) FROM temp.\(view.quotedName)", of: views.alone(view))
        guard case .integer(let count)? = rows.first?.first else { return 0 }
        return Int(count)
    }

    package func sample(of view: CacheView, among views: ViewSet) throws -> [[SQLValue]] {
        try ownRows("SELECT * FROM temp.\(view.quotedName) LIMIT \(Self.sample)", of: views.alone(view))
    }

    /// The rows of a statement of ours: where it cannot be run, it is for what it has read.
    private func ownRows(_ sql: String, of views: ViewSet) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        do {
            let query = try ReadOnlyQuery(sql, in: database, views: views)
            while let row = try query.next() { rows.append(row) }
        } catch StoreError.badQuery(let reason) {
            try Task.checkCancellation()
            throw StoreError.damaged(path: databasePath, reason: reason)
        }
        return rows
    }

    /// Rows that a column is described by.
    private static let sample = 100

    /// An unknown column is answered by those there are.
    private func naming<Value>(_ view: CacheView, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch StoreError.badQuery(let reason) where reason.hasPrefix(Self.unknownColumn) {
            // Some versions of SQLite quote the name and add advice.
            let name = reason.dropFirst(Self.unknownColumn.count).replacing(#/ - should this be .*/#, with: "")
            let bare =
                name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"") ? name.dropFirst().dropLast() : name
            throw UnknownNameError(kind: .field, name: String(bare), known: view.fieldsFirst.map(\.name))
        }
    }

    private static let unknownColumn = "no such column: "
}

extension FeedSnapshot {
    package func views() -> ViewCatalog {
        ViewCatalog(reader, collections: manifest.collections.map(\.name)) { try composedSources() }
    }

    private func composedSources() throws -> [ComposedSource] {
        try sections().map { section in
            let spec = spec(of: section)
            let shown = try self.rows(of: section)
            let rows = shown.engine.rows
            let ads = shown.engine.assignments(onRows: 0..<rows.rowCount)
            var composed = ads.compactMap { assignment -> ComposedSource.Row? in
                let ad = assignment.ad
                return assignment.row.map {
                    (row: $0, index: rows.contentCount(aboveRow: $0), isAd: true, key: ad.id, payload: ad.payload)
                }
            }
            if spec == nil {
                composed += try shown.window(offset: 0, limit: .max).rows.enumerated().compactMap {
                    row, content in
                    guard case .content(let index, let id, _, let payload) = content else { return nil }
                    return (row: row, index: index, isAd: false, key: id.text, payload: payload)
                }
            }
            return ComposedSource(
                section, list: try spec.map { try list($0.name) }, items: shown.content.count, rows: composed)
        }
    }
}
