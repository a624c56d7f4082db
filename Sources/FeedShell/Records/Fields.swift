package import FeedModel
package import TerminalKit

/// A member of a record: its name, and its value by what the record is about.
package struct Field<Element>: Sendable {
    let name: String
    let value: @Sendable (Element) -> JSONValue
    fileprivate let column: Table.Column?
    fileprivate let cell: @Sendable (Element) -> String
    fileprivate var isOnlyShown = false

    /// - Parameters:
    ///   - column: where it is in the table for people; nil: nowhere.
    ///   - cell: what it is there, where that is not its value as a text.
    package init(
        _ name: String, shown column: Table.Column? = nil, as cell: (@Sendable (Element) -> String)? = nil,
        _ value: @escaping @Sendable (Element) -> JSONValue
    ) {
        self.name = name
        self.value = value
        self.column = column
        self.cell = cell ?? { value($0).cell }
    }

    /// A column of the table that no other mode has.
    static func shown(_ column: Table.Column, _ cell: @escaping @Sendable (Element) -> String) -> Field {
        var field = Field("", shown: column, as: cell) { _ in .null }
        field.isOnlyShown = true
        return field
    }
}

/// What a record consists of: the one definition of its JSON object, its line of CSV, its block of fields and its row of
/// the table.
package struct Fields<Element>: Sendable, ExpressibleByArrayLiteral {
    let fields: [Field<Element>]
    /// The table for people: it may leave things out.
    let columns: [Table.Column]
    private let shown: [Field<Element>]

    init(_ fields: [Field<Element>]) {
        self.fields = fields.filter { !$0.isOnlyShown }
        shown = fields.filter { $0.column != nil }
        columns = shown.compactMap(\.column)
    }

    package init(arrayLiteral fields: Field<Element>...) { self.init(fields) }

    var names: [String] { fields.map(\.name) }

    func members(of element: Element) -> [(String, JSONValue)] { fields.map { ($0.name, $0.value(element)) } }

    package func object(of element: Element) -> JSONValue { .object(members(of: element)) }

    func cells(of element: Element) -> [String] { shown.map { $0.cell(element) } }

    package func table(of elements: some Sequence<Element>) -> Table {
        var table = Table(columns: columns)
        table.rows = elements.map(cells)
        return table
    }
}

extension Fields<JSONValue> {
    /// The members of objects that need not all have the same: each name once, in the order of its first mention.
    static func ofObjects(_ objects: [JSONValue]) -> Fields {
        var seen: Set<String> = []
        return Fields(
            objects.flatMap(\.members).map(\.0).filter { seen.insert($0).inserted }.map { name in
                Field(name) { $0.member(name) }
            })
    }
}
