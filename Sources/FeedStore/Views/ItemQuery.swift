package import FeedModel

package enum ItemPart: Sendable {
    case shown
    /// Those that have fallen over the edge of the window.
    case older
    case removed
}

package struct ItemSelection: Equatable, Sendable {
    /// An SQL expression over the columns of the collection's view; nil: all.
    package var condition: String?
    /// SQL expressions to sort by, separated by commas; nil: display order.
    package var order: String?
    package var part = ItemPart.shown
    package var offset = 0
    /// How many at most; nil: all.
    package var limit: Int?

    package init(condition: String? = nil, order: String? = nil, part: ItemPart = .shown) {
        (self.condition, self.order, self.part) = (condition, order, part)
    }
}

/// Its times are in RFC 3339 and UTC.
package struct SelectedItem: Equatable, Sendable {
    package let key: String
    /// Its place in the display order of its part, from 0; nil where it is removed.
    package let position: Int?
    /// The version in the server's words.
    package let version: String?
    /// Nil where it is removed and only ever had a tombstone.
    package let payload: String?
    package let firstSeen: String
    package let updated: String
    /// Nil while it is live.
    package let removal: Removed?

    package var item: FeedItem? { payload.map { FeedItem(id: ItemID(key), version: version, payload: $0) } }

    package struct Removed: Equatable, Sendable {
        package let at: String
        package let reason: String
    }
}

package final class ItemQuery {
    private let query: ReadOnlyQuery
    package let view: CacheView

    package init(_ view: CacheView, _ selection: ItemSelection, in database: FeedDatabase) throws(StoreError) {
        self.view = view
        let own = ["key", "position", "version", "payload", "first_seen", "updated"]
        query = try ReadOnlyQuery(
            view, selection, columns: view.kind == .removed ? own + ["removed", "reason"] : own, in: database,
            views: ViewSet(views: [view]))
    }

    package func next() throws(StoreError) -> SelectedItem? {
        guard let row = try query.next() else { return nil }
        let removal = row.count > 7 ? SelectedItem.Removed(at: row[6].string ?? "", reason: row[7].string ?? "") : nil
        return SelectedItem(
            key: row[0].string ?? "", position: row[1].integer, version: row[2].string, payload: row[3].string,
            firstSeen: row[4].string ?? "", updated: row[5].string ?? "", removal: removal)
    }

    package func forEach(_ body: (SelectedItem) throws -> Void) throws {
        while let item = try next() {
            try Task.checkCancellation()
            try body(item)
        }
    }

    /// Begins again with the first item: the same ones come, whatever was written meanwhile.
    package func restart() { query.restart() }

    package static func count(
        _ view: CacheView, where condition: String, in database: FeedDatabase
    ) throws(StoreError) -> Int {
        let query = try ReadOnlyQuery(
            view, ItemSelection(condition: condition), columns: ["count(*)"], in: database,
            views: ViewSet(views: [view.unordered]))
        return try query.next()?[0].integer ?? 0
    }
}

extension ReadOnlyQuery {
    /// Reads the rows of a view that fit a user's expression.
    ///
    /// - Parameters:
    ///   - columns: those that are read; nil: all.
    ///   - extra: an expression of ours that has to hold too, and its values.
    /// - Throws: `StoreError`; `.badQuery` where an expression is wrong, or is more than that.
    package convenience init(
        _ view: CacheView, _ selection: ItemSelection, columns: [String]? = nil, alsoWhere extra: String? = nil,
        values: [String: SQLValue] = [:], in database: FeedDatabase, views: ViewSet
    ) throws(StoreError) {
        var sql = "SELECT \(columns?.joined(separator: ", ") ?? "*") FROM temp.\(view.quotedName)"
        var conditions = [extra].compactMap(\.self)
        if let condition = selection.condition { conditions.append("(\(try SQLExpression.checked(condition))\n)") }
        if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
        if let order = selection.order { sql += " ORDER BY \(try SQLExpression.checked(order))\n, \(view.kind.order)" }
        // Also without a limit: a LIMIT of the user's in the order would take our order for its second number.
        if selection.limit != nil || selection.offset > 0 || selection.order != nil {
            sql += " LIMIT \(selection.limit ?? -1) OFFSET \(selection.offset)"
        }
        do {
            try self.init(sql, in: database, views: views, values: values, isStrict: true, keepsSnapshot: true)
        } catch {
            throw SQLExpression.error(error, condition: selection.condition, order: selection.order)
        }
    }
}

extension CacheView.Kind {
    fileprivate var order: String {
        switch self {
        case .removed: "removed DESC"
        case .collection: "position"
        case .feed: "section, row"
        case .sections, .runs, .problems, .events, .looks, .ads: "1"
        }
    }
}

extension SQLValue {
    fileprivate var string: String? {
        if case .text(let text) = self { text } else { nil }
    }

    fileprivate var integer: Int? {
        if case .integer(let value) = self { Int(value) } else { nil }
    }
}
