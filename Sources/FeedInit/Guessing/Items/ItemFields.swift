import FeedModel
import FeedSource

/// A field of items, with its value in each of them.
struct ItemField {
    let path: DottedPath
    let name: FieldName
    /// The object around it; nil where it is the item's own field.
    let parent: FieldName?
    /// An element an item; nil where the item does not have the field. Long texts are left out.
    var values: [JSONScalar?]

    var present: [JSONScalar] { values.compactMap(\.self) }

    /// Whether it is a field of the item itself, or of an object that formats put around the fields.
    var isOwn: Bool { parent.map { Self.wrappers.contains($0.plain) } ?? true }

    /// Of JSON:API, GraphQL edges, GeoJSON, Contentful.
    private static let wrappers: Set<String> = [
        "attributes", "node", "data", "fields", "properties", "sys", "meta", "metadata",
    ]
}

/// The fields that some items have: their own, and those of the objects in them.
struct ItemFields {
    private static let mostFields = 500
    /// The longest text that is looked at, in bytes: neither an ID nor a version is longer.
    private static let longestText = 2_048

    /// How many items were looked at.
    let count: Int
    /// In the order in which they were met.
    private(set) var fields: [ItemField] = []
    private var places: [DottedPath: Int] = [:]

    init(of items: [Range<Int>], in document: JSONDocument) {
        count = items.count
        for (number, item) in items.enumerated() {
            for (key, value) in document.members(of: item) {
                let path = DottedPath(components: []).appending(key: key)
                add(value, at: path, FieldName(key), parent: nil, of: number, in: document)
                guard document.scalar(at: value) == .object else { continue }
                for (inner, value) in document.members(of: value) {
                    let path = path.appending(key: inner)
                    add(value, at: path, FieldName(inner), parent: FieldName(key), of: number, in: document)
                }
            }
        }
    }

    private mutating func add(
        _ value: Range<Int>, at path: DottedPath, _ name: FieldName, parent: FieldName?, of item: Int,
        in document: JSONDocument
    ) {
        let scalar = value.count > Self.longestText ? .object : document.scalar(at: value)
        if let place = places[path] {
            fields[place].values[item] = scalar
        } else if fields.count < Self.mostFields {
            places[path] = fields.count
            var values = [JSONScalar?](repeating: nil, count: count)
            values[item] = scalar
            fields.append(ItemField(path: path, name: name, parent: parent, values: values))
        }
    }
}

/// A field's name without regard to its spelling: `nextPageToken`, `next_page_token` and `next-page-token` are one.
struct FieldName: Hashable {
    /// As the server writes it.
    let raw: String
    /// Its letters and digits in lower case.
    let plain: String

    init(_ raw: String) {
        self.raw = raw
        plain = String(raw.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
