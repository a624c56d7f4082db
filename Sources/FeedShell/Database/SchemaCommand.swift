import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct SchemaCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "List the columns of the tables that SQL can name, with a value and how often they are null.",
        discussion: """
            Of a table with many rows, values and nulls are those of its first 100. The fields of a collection are found in \
            its first, middle, last and newest items; one that none of these has is read by payload ->> '$.name'.
            """)
    static let example = "schema photos"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("Only this table.", valueName: "table"))
    var name: String?

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let views = try cache.read { try $0.views().all() }
        let shown = views.views.filter { name == nil || $0.name == name }
        if let name, shown.isEmpty {
            throw UnknownNameError(kind: .table, name: name, known: views.views.map(\.name))
        }
        let columns = try shown.flatMap { try SchemaColumn.columns(of: $0, read: cache.sample(of: $0, among: views)) }
        return try shell.show(Listing(columns, fields: SchemaColumn.fields(ofAllTables: name == nil)), shared)
    }
}

struct SchemaColumn {
    let table: String
    let name: String
    /// The item's field; nil for a column that every table of its kind has.
    let field: String?
    /// The first value that is not null.
    let sample: SQLValue
    /// How many of the rows that were read have no value there.
    let nulls: Int
    let rows: Int

    static func columns(of view: CacheView, read rows: [[SQLValue]]) -> [SchemaColumn] {
        view.columns.enumerated().map { index, column in
            let values = rows.map { $0[index] }
            let present = values.filter { $0 != .null }
            return SchemaColumn(
                table: view.name, name: column.name, field: column.field, sample: present.first ?? .null,
                nulls: values.count - present.count, rows: values.count)
        }
    }

    /// The name of its values’ kind in SQLite; empty where there is none.
    var type: String {
        switch sample {
        case .null: ""
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
    }

    fileprivate static func fields(ofAllTables isOfAll: Bool) -> Fields<SchemaColumn> {
        [
            Field("table", shown: isOfAll ? .text("table", isFlexible: true) : nil) { .string($0.table) },
            Field("column", shown: .text("column", isFlexible: true)) { .string($0.name) },
            Field("field") { .text($0.field) },
            Field("type", shown: .text("type")) { $0.type.isEmpty ? .null : .string($0.type) },
            Field("sample") { $0.sample.json },
            Field("nulls", shown: .text("nulls"), as: { "\($0.nulls) of \($0.rows)" }) { .number($0.nulls) },
            Field("rows") { .number($0.rows) },
            .shown(.text("value", isFlexible: true)) { $0.sample.json.cell },
        ]
    }
}

struct TablesCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "List the tables that SQL can name, and how many rows each has.",
        discussion: "“select name from sqlite_schema” lists the tables that the database itself consists of.")
    static let example = "tables"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let views = try cache.read { try $0.views().all() }
        let listing = Listing(
            try views.views.map { ($0, try cache.rowCount(of: $0, among: views)) },
            fields: [
                Field("name", shown: .text("name", isFlexible: true)) { .string($0.0.name) },
                Field("kind") { .string($0.0.kind.rawValue) }, Field("collection") { .text($0.0.collection) },
                Field("columns") { .number($0.0.columns.count) },
                Field("rows", shown: .number("rows")) { .number($0.1) },
                .shown(.number("columns")) { "\($0.0.columns.count)" },
                .shown(.text("what", isFlexible: true)) { $0.0.meaning },
            ])
        return try shell.show(listing, shared)
    }
}

extension CacheView {
    fileprivate var meaning: String {
        switch kind {
        case .collection: "items of \(collection ?? "")"
        case .removed: "removed items of \(collection ?? "")"
        case .feed: "rows of the composed feed, with ads"
        case .sections: "sections of the screen"
        case .runs: "syncs that were made"
        case .problems: "what was rejected, refused or doubted"
        case .events: "impressions and taps"
        case .looks: "what was looked at, and how often it was tapped"
        case .ads: "ads in slots"
        }
    }
}
