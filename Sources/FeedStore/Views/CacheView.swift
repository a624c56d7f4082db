/// A view of the cache: a table that a user's SQL can name.
package struct CacheView: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case collection
        case removed
        case feed
        case sections, runs, problems, events, looks, ads

        var isOfCollection: Bool { self == .collection || self == .removed }
    }

    package struct Column: Equatable, Sendable {
        package let name: String
        /// The name of the items’ field; nil for a column of every view of its kind.
        package let field: String?
        fileprivate(set) var expression: String
        /// Whether texts that are JSON objects or arrays are these, not texts that look like them.
        package let holdsJSON: Bool

        init(_ name: String, _ expression: String, field: String? = nil, holdsJSON: Bool = false) {
            (self.name, self.expression, self.field, self.holdsJSON) = (name, expression, field, holdsJSON)
        }
    }

    package let name: String
    package let kind: Kind
    /// The name of its collection in the manifest; nil where it is of none.
    package let collection: String?
    package private(set) var columns: [Column]
    /// What follows the columns in its SELECT, without an order.
    private(set) var source: String
    /// What its rows are sorted by; nil where no order is asked for.
    private(set) var order: String?

    package var fieldsFirst: [Column] { columns.filter { $0.field != nil } + columns.filter { $0.field == nil } }

    package var quotedName: String { SQLName.quoted(name) }

    /// The statement that makes it in the temporary schema of a connection: the database is not written.
    var definition: String {
        let list = columns.map { "\($0.expression) AS \(SQLName.quoted($0.name))" }.joined(separator: ", ")
        let order = order.map { " ORDER BY \($0)" } ?? ""
        return "CREATE TEMP VIEW \(quotedName) AS SELECT \(list) \(source)\(order)"
    }

    /// The same view in no order. For aggregates SQLite reads an ordered view as it is, with all its columns, and sorts it;
    /// of one without an order it reads what is asked for.
    var unordered: CacheView {
        var view = self
        view.order = nil
        return view
    }

    /// The same view in no order, for a statement that groups its rows; columns that are not read are NULL.
    ///
    /// SQLite would make one SELECT of the two, and sort what the groups are computed from: whole payloads. A view with a
    /// limit is read by itself, and what is sorted are its columns.
    func grouped(reading isRead: (String) -> Bool) -> CacheView {
        var view = unordered
        for index in view.columns.indices where !isRead(view.columns[index].name) {
            view.columns[index].expression = "NULL"
        }
        view.source += " LIMIT -1"
        return view
    }
}
