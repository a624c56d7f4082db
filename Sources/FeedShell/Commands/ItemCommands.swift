import ArgumentParser
import FeedCache

struct ItemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List the items of a collection.")
    static let example = "items photos --limit 20 --offset 100"

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collection.", valueName: "collection"), completion: .custom(Completions.collections))
    var name: String

    @Option(help: "How many items at most.")
    var limit: Int = 50

    @Option(help: "How many items to skip.")
    var offset: Int = 0

    @Flag(help: "The removed items instead, the last removed first.")
    var removed = false

    func validate() throws {
        guard limit >= 0, offset >= 0 else { throw ValidationError("--limit and --offset are 0 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        if removed {
            let items = try cache.read { try $0.list(name).removed(offset: offset, limit: limit) }
            try showRemoved(items, shell)
            return .done
        }
        let (items, count) = try cache.read { snapshot in
            let list = try snapshot.list(name)
            return (try list.window(offset: offset, limit: limit), try list.count())
        }
        if shared.json {
            try shell.show(
                .array(items.enumerated().map { $1.json(collection: name, position: offset + $0) }))
            return .done
        }
        var table = Table(columns: [.number("#"), .text("id"), .text("version"), .text("title", isFlexible: true)])
        table.rows = items.enumerated().map { index, item in
            ["\(offset + index)", item.key, item.version ?? "", ItemSummary.title(of: item.payload)]
        }
        let rest = count - offset - items.count
        try shell.show(
            table, shared, note: rest > 0 ? "… \(rest) more" : count == 0 ? "no items yet: sync \(name)" : nil)
        return .done
    }

    private func showRemoved(_ items: [RemovedItem], _ shell: Shell) throws {
        if shared.json { return try shell.show(.array(items.map { $0.json(collection: name) })) }
        var table = Table(columns: [.text("id"), .text("removed"), .text("why"), .text("title", isFlexible: true)])
        table.rows = items.map { item in
            [
                item.key, item.removal.at.description, item.removal.reason.rawValue,
                item.payload.map(ItemSummary.title) ?? "",
            ]
        }
        try shell.show(table, shared, note: items.isEmpty ? "nothing was removed" : nil)
    }
}

struct ShowCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one item: its content, where and when it came, why it has this value or is gone.")
    static let example = "show photos 12"

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collection.", valueName: "collection"), completion: .custom(Completions.collections))
    var name: String

    @Argument(help: ArgumentHelp("The item’s ID.", valueName: "item"), completion: .custom(Completions.items))
    var id: String

    func run(in shell: Shell) async throws -> ExitStatus {
        let record = try shell.cache(shared).read { try $0.record(of: id, in: name) }
        if shared.json {
            try shell.show(record.json(collection: name))
        } else {
            try shell.show(ItemPage(record: record, collection: name), shared)
        }
        return .done
    }
}

struct ExportCommand: FeedCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        case ndjson, json, csv
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all of a collection in display order.",
        discussion: "CSV has a column for each field of the items; objects and arrays stand there as JSON.")
    static let example = "export photos --format csv"

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collection.", valueName: "collection"), completion: .custom(Completions.collections))
    var name: String

    @Option(help: "ndjson, json or csv.")
    var format: Format = .ndjson

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        try cache.read { snapshot in
            let list = try snapshot.list(name)
            var sink = BufferedOutput(shell.output)
            switch shared.json ? .json : format {
            case .ndjson: try NDJSONExport.write(list, to: &sink)
            case .json: try JSONExport.write(list, to: &sink)
            case .csv: try CSVExport.write(list, to: &sink)
            }
            try sink.flush()
        }
        return .done
    }
}
