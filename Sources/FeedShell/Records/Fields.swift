package import FeedModel

/// A member of a record: its name, and its value by what the record is about.
package struct Field<Element>: Sendable {
    let name: String
    let value: @Sendable (Element) -> JSONValue

    package init(_ name: String, _ value: @escaping @Sendable (Element) -> JSONValue) {
        self.name = name
        self.value = value
    }
}

/// What a record consists of: the one definition of its JSON object, its line of CSV and its block of fields.
package struct Fields<Element>: Sendable, ExpressibleByArrayLiteral {
    let fields: [Field<Element>]

    init(_ fields: [Field<Element>]) {
        self.fields = fields
    }

    package init(arrayLiteral fields: Field<Element>...) {
        self.init(fields)
    }

    var names: [String] { fields.map(\.name) }

    /// Names and values, in order.
    func members(of element: Element) -> [(String, JSONValue)] {
        fields.map { ($0.name, $0.value(element)) }
    }

    func object(of element: Element) -> JSONValue {
        .object(members(of: element))
    }
}

extension Fields<JSONValue> {
    /// The members of objects that need not all have the same: each name once, in the order of its first mention.
    static func ofObjects(_ objects: [JSONValue]) -> Fields {
        var seen: Set<String> = []
        let names = objects.flatMap(\.members).map(\.0).filter { seen.insert($0).inserted }
        return Fields(
            names.map { name in Field(name) { $0.members.first { $0.0 == name }?.1 ?? .null } })
    }
}
