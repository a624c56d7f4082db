import FeedModel
import FeedSource

/// Looks for lists in an answer. Of hostile answers it looks at a part only: so many levels, members and elements.
struct ListFinder {
    private static let deepest = 6
    private static let mostMembers = 200
    static let mostElements = 200
    /// Items that an ID has to be different in.
    static let mostItems = 5_000

    private static let usualNames: Set<String> = [
        "data", "items", "results", "records", "value", "values", "hits", "entries", "objects", "nodes", "edges",
        "list", "content", "features", "docs", "rows", "collection", "elements", "resources", "members", "hydramember",
    ]
    private static let sideNames: Set<String> = [
        "included", "errors", "warnings", "links", "facets", "aggregations", "columns", "tags", "messages", "filters",
    ]

    let document: JSONDocument

    func lists() -> [FoundList] {
        var lists: [FoundList] = []
        look(at: document.root, DottedPath(components: []), name: nil, depth: 0, &lists)
        return lists.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(
            \.element)
    }

    func items(of list: FoundList, most: Int = mostElements) -> [Range<Int>] {
        guard let place = document.value(at: list.path) else { return [] }
        let all = list.kind == .members ? document.members(of: place).map(\.value) : document.elements(of: place)
        return Array(all.prefix(most))
    }

    /// The list in each element where most of the bytes are: the elements may be groups of items. Nil where there is none.
    func innerList(of list: FoundList) -> DottedPath? {
        let elements = list.kind == .objects ? items(of: list) : []
        var inner: [String: (count: Int, bytes: Int)] = [:]
        for (key, value) in elements.flatMap({ document.members(of: $0) }) where document.scalar(at: value) == .array {
            let found = document.elements(of: value)
            guard found.allSatisfy({ document.scalar(at: $0) == .object }) else { continue }
            let known = inner[key] ?? (0, 0)
            inner[key] = (known.count + found.count, known.bytes + value.count)
        }
        guard let (key, most) = inner.max(by: { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) }),
            most.count >= 2 * elements.count, most.bytes * 2 > elements.reduce(0, { $0 + $1.count })
        else { return nil }
        return list.path.appending(parsing: "*").appending(key: key)
    }

    private func look(
        at place: Range<Int>, _ path: DottedPath, name: FieldName?, depth: Int, _ lists: inout [FoundList]
    ) {
        switch document.scalar(at: place) {
        case .array:
            let elements = document.elements(of: place)
            if let list = list(of: elements, path, name, depth) { lists.append(list) }
            // Some servers put an array of one around each page.
            if elements.count == 1, depth < Self.deepest, document.scalar(at: elements[0]) == .object {
                look(at: elements[0], path.appending(parsing: "0"), name: nil, depth: depth + 1, &lists)
            }
        case .object:
            let members = document.members(of: place)
            if let list = list(of: members, path, depth) { lists.append(list) }
            guard depth < Self.deepest else { return }
            for (key, value) in members.prefix(Self.mostMembers) {
                look(at: value, path.appending(key: key), name: FieldName(key), depth: depth + 1, &lists)
            }
        default: break
        }
    }

    private func list(
        of elements: [Range<Int>], _ path: DottedPath, _ name: FieldName?, _ depth: Int
    ) -> FoundList? {
        guard !elements.isEmpty else { return FoundList(path: path, kind: .empty, count: 0, score: -depth) }
        let sample = elements.prefix(Self.mostElements)
        let objects = sample.filter { document.scalar(at: $0) == .object }
        let kind: FoundList.Kind
        var score = min(elements.count, 50) - 20 * depth
        if objects.count * 2 > sample.count {
            kind = .objects
            score += 1_000 + (objects.contains(where: hasID) ? 200 : 0)
        } else if sample.allSatisfy({ document.scalar(at: $0).identifier != nil }), !sample.allSatisfy(isLink) {
            kind = .values
            score += 100
        } else {
            return nil
        }
        if let name, Self.usualNames.contains(name.plain) { score += 100 }
        if let name, Self.sideNames.contains(name.plain) { score -= 400 }
        return FoundList(path: path, kind: kind, count: elements.count, score: score)
    }

    private func list(
        of members: [(key: String, value: Range<Int>)], _ path: DottedPath, _ depth: Int
    ) -> FoundList? {
        guard members.count >= 3 else { return nil }
        let sample = members.prefix(Self.mostElements)
        let fields = sample.map { Set(document.members(of: $0.value).map(\.key)) }
        guard let first = fields.first, !first.isEmpty,
            fields.allSatisfy({ !$0.isEmpty && $0.intersection(first).count * 2 >= first.count })
        else { return nil }
        return FoundList(
            path: path, kind: .members, count: members.count, score: 700 + min(members.count, 50) - 20 * depth)
    }

    /// Whether it is a URL or an absolute path: an array of them names other lists, as the root of an API does.
    func isLink(_ place: Range<Int>) -> Bool {
        guard case .string(let text) = document.scalar(at: place) else { return false }
        return text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
    }

    private func hasID(_ item: Range<Int>) -> Bool {
        ItemFields(of: [item], in: document).fields.contains {
            IDGuess.rank(of: $0) >= IDGuess.leastSure && $0.values.first??.identifier != nil
        }
    }
}

struct FoundList: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case objects
        /// An array of texts and whole numbers.
        case values
        /// An object whose members are objects alike: its keys are the IDs.
        case members
        /// An array without elements.
        case empty
    }

    let path: DottedPath
    let kind: Kind
    let count: Int
    /// How likely it is the list that is meant; only good for comparing.
    let score: Int

    /// Where it is, in words: `at “data”`.
    var place: String {
        if path.components.isEmpty { return "that is the answer itself" }
        return "at “\(Sample.line(path.description))”"
    }
}
