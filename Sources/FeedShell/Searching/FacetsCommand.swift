import ArgumentParser
package import FeedCache
package import FeedModel
package import FeedStore
import TerminalKit

struct FacetsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "facets", abstract: "Count the values of fields, the most frequent first.",
        discussion: """
            Of an array each element counts, of dates the day, or the month where there are many days. Without a field: those \
            whose values repeat in a sample of the items.
            """)
    static let example = "facets articles category"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    @Argument(help: ArgumentHelp("Fields, or paths into them: tags, author.name.", valueName: "field"))
    var fields: [String] = []

    @Option(name: .customLong("where"), help: .condition)
    var condition: String?

    @Option(help: "How many values of each field at most.")
    var limit: Int = 10

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let view = try cache.view(of: name)
        let facets =
            try fields.isEmpty
            ? FacetCounts.suggested(of: view, named: name, in: cache)
            : fields.map { try FacetCounts.facet($0, of: view) }
        let counted = try count(facets, in: cache).map { ($0, $0.values) }
        func listing(limit: Int) -> Listing<(String, FacetCount.Value)> {
            let shown = counted.flatMap { facet, values in values.prefix(limit).map { (facet.field, $0) } }
            return Listing(
                shown,
                fields: [
                    Field("field", shown: .text("field")) { .string($0.0) },
                    Field("value", shown: .text("value", isFlexible: true)) { .string($0.1.value) },
                    Field("count", shown: .number("count")) { .number($0.1.count) },
                ])
        }
        let rest = counted.map { max(0, $1.count - limit) }.reduce(0, +)
        return try shell.show(
            listing(limit: limit), shared, note: note(counted, rest: rest), rest: rest,
            whole: rest > 0 ? listing(limit: .max) : nil)
    }

    private func count(_ facets: [FacetCount], in cache: FeedEngine) throws -> [FacetCount] {
        var counts = FacetCounts(facets)
        if let condition {
            try cache.items(of: name, ItemSelection(condition: condition)).forEach { item in
                if let payload = item.payload { counts.add(payload) }
            }
        } else if !facets.isEmpty {
            try cache.read { snapshot in
                try snapshot.list(name).scan { item in item.withPayload { counts.add($0) } }
            }
        }
        return counts.facets
    }

    private func note(_ counted: [(FacetCount, [FacetCount.Value])], rest: Int) -> String? {
        if counted.isEmpty { return "no field has values that repeat: name one" }
        let uncounted = counted.map(\.0.uncounted).reduce(0, +)
        return uncounted > 0 ? Self.note(uncounted: uncounted, rest: rest) : nil
    }

    static func note(uncounted: Int, rest: Int) -> String {
        (rest > 0 ? "… \(rest) more, and " : "")
            + "\(uncounted.of("value")) not counted: too long, or too many different ones"
    }
}

extension FacetCounts {
    /// What counts a field of the items of a view, or what a path into one leads to.
    ///
    /// - Throws: `UnknownNameError` where there is no such field.
    static func facet(_ field: String, of view: CacheView) throws -> FacetCount {
        let fields = view.columns.filter { $0.field != nil }
        if let column = fields.first(where: { ExactText($0.name) == ExactText(field) }), let name = column.field {
            return FacetCount(field: field, path: DottedPath(components: [.init(field: name)]))
        }
        guard let path = try? DottedPath(parsing: field), let first = path.components.first, first.condition == nil,
            let column = fields.first(where: { ExactText($0.name) == ExactText(first.key) }), let name = column.field
        else { throw UnknownNameError(kind: .field, name: field, known: fields.map(\.name)) }
        let steps = [DottedPath.Component(field: name)] + path.components.dropFirst()
        return FacetCount(field: field, path: DottedPath(components: steps))
    }

    /// The fields whose values repeat in a sample.
    package static func suggested(of view: CacheView, named name: String, in cache: FeedEngine) throws -> [FacetCount] {
        let facets = try view.columns.filter { $0.field != nil }.map { try facet($0.name, of: view) }
        var sample = FacetCounts(facets)
        for payload in try cache.read({ try $0.list(name).sampledPayloads() }) { sample.add(payload) }
        return zip(facets, sample.facets).compactMap { $1.isTelling ? $0 : nil }
    }
}

struct CountCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Count the items of a collection, or those an SQL expression holds for.")
    static let example = "count photos --where \"title like 'a%'\""

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    @Option(name: .customLong("where"), help: .condition)
    var condition: String?

    @Flag(help: "The removed items instead.")
    var removed = false

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let count: Int
        if let condition {
            count = try cache.count(of: name, where: condition, part: removed ? .removed : .shown)
        } else {
            count = try cache.read { snapshot in
                let list = try snapshot.list(name)
                return removed ? try list.removedCount() : try list.count()
            }
        }
        return try shell.show(.object([("collection", .string(name)), ("count", .number(count))]), shared) {
            try shell.output.line("\(count)")
        }
    }
}
