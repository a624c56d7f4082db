import FeedModel
import FeedSource

/// What a list was asked for with: the parameters of a query, or the fields of a body.
struct RequestParameters {
    struct Parameter: Equatable {
        let name: FieldName
        /// What the manifest calls it: its name, or its path in the body.
        let place: String
        let value: String
    }

    private static let deepest = 4
    private static let most = 200
    private static let sizeNames: Set<String> = [
        "perpage", "pagesize", "limit", "pagelimit", "size", "count", "n", "rows", "maxresults", "first", "take",
        "hitsperpage", "itemsperpage", "resultsperpage",
    ]

    let all: [Parameter]
    let isInBody: Bool

    init(query: String?) {
        isInBody = false
        all = (query ?? "").split(separator: "&").prefix(Self.most).map { part in
            let name = URLText.parameterName(of: String(part))
            let value = part.firstIndex(of: "=").map { part[part.index(after: $0)...] } ?? ""
            return Parameter(
                name: FieldName(name), place: name, value: String(decoding: URLText.decoding(value), as: UTF8.self))
        }
    }

    init(body: [UInt8]) {
        isInBody = true
        guard let document = try? JSONDocument(body) else {
            all = []
            return
        }
        var found: [Parameter] = []
        Self.collect(document.root, DottedPath(components: []), in: document, depth: 0, &found)
        all = found
    }

    private static func collect(
        _ place: Range<Int>, _ path: DottedPath, in document: JSONDocument, depth: Int, _ found: inout [Parameter]
    ) {
        for (key, value) in document.members(of: place) where found.count < most {
            let path = path.appending(key: key)
            switch document.scalar(at: value) {
            case .object: if depth < deepest { collect(value, path, in: document, depth: depth + 1, &found) }
            case .number(let text), .string(let text):
                found.append(Parameter(name: FieldName(key), place: path.description, value: text))
            case .null: found.append(Parameter(name: FieldName(key), place: path.description, value: ""))
            case .bool, .array: break
            }
        }
    }

    /// What the manifest calls a parameter of that name. In a query it may be new; in a body it has to be there.
    func place(of name: String) -> String? {
        first(of: [name])?.place ?? (isInBody ? nil : name)
    }

    func first(of names: [String]) -> Parameter? {
        names.lazy.compactMap { name in all.first { $0.name.plain == FieldName(name).plain } }.first
    }

    /// What says how many items a page has, and how many.
    var size: (place: String, count: Int)? {
        all.lazy.compactMap { parameter in
            let name = parameter.name.plain
            guard Self.sizeNames.contains(name) || name.hasSuffix("limit") || name.hasSuffix("pagesize"),
                let count = Int(parameter.value), (1...1_000_000).contains(count)
            else { return nil }
            return (parameter.place, count)
        }.first
    }
}
