import ArgumentParser
import FeedCache
import TerminalKit

struct ItemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List the items of a collection.")
    static let example = "items photos --limit 20 --offset 100"
    static let isPaged = true

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
        try shell.cache(shared).read { snapshot in
            let list = try snapshot.list(name)
            if removed { try showRemoved(list, shell) } else { try showLive(list, shell) }
        }
        return .done
    }

    private func showLive(_ list: ItemList, _ shell: Shell) throws {
        let count = try list.count()
        let listing = Listing(
            reading: { try list.forEach(from: offset, limit: limit, $0) }, fields: PlacedItem.fields(of: name),
            columns: [.number("#"), .text("id"), .text("version"), .text("title", isFlexible: true)]
        ) { placed in
            let item = placed.item
            return ["\(placed.position)", item.key, item.version ?? "", ItemSummary.title(of: item.payload)]
        }
        let rest = max(0, count - offset) - limit
        try shell.show(listing, shared, note: count == 0 ? "no items yet: sync \(name)" : Shell.more(rest))
        sayBeyond(count, shell)
    }

    private func showRemoved(_ list: ItemList, _ shell: Shell) throws {
        let count = try list.removedCount()
        let listing = Listing(
            try list.removed(offset: offset, limit: limit), fields: RemovedItem.fields(of: name),
            columns: [.text("id"), .text("removed"), .text("why"), .text("title", isFlexible: true)]
        ) { item in
            [
                item.key, item.removal.at.description, item.removal.reason.rawValue,
                item.payload.map(ItemSummary.title) ?? "",
            ]
        }
        let rest = max(0, count - offset) - limit
        try shell.show(listing, shared, note: count == 0 ? "nothing was removed" : Shell.more(rest))
        sayBeyond(count, shell)
    }

    /// Says that there is nothing where it was to begin, rather than nothing at all.
    private func sayBeyond(_ count: Int, _ shell: Shell) {
        guard count > 0, offset >= count else { return }
        let items = removed ? "removed items" : "items"
        shell.say("nothing from --offset \(offset) on: \(name) has \(count) \(items)", shared)
    }
}

struct ShowCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one item: its content, where and when it came, why it has this value or is gone.")
    static let example = "show photos 12"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collection.", valueName: "collection"), completion: .custom(Completions.collections))
    var name: String

    @Argument(help: ArgumentHelp("The item’s ID.", valueName: "item"), completion: .custom(Completions.items))
    var id: String

    func run(in shell: Shell) async throws -> ExitStatus {
        let record = try shell.cache(shared).read { try $0.record(of: id, in: name) }
        try shell.show(record.json(collection: name), shared) {
            try shell.show(ItemPage(record: record, collection: name), shared)
        }
        return .done
    }
}

struct ExportCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all of a collection in display order.",
        discussion: """
            As ndjson, a line an item, or with --format as json or csv. CSV has a column for each field of the items; \
            objects and arrays stand there as JSON.
            """)
    static let example = "export photos --format csv"
    static let modes: [OutputMode] = [.ndjson, .json, .csv]
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collection.", valueName: "collection"), completion: .custom(Completions.collections))
    var name: String

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        try cache.read { snapshot in
            let list = try snapshot.list(name)
            var sink = BufferedOutput(shell.output)
            switch shared.mode {
            case .json: try JSONExport.write(list, to: &sink)
            case .csv: try CSVExport.write(list, to: &sink)
            default: try NDJSONExport.write(list, to: &sink)
            }
            try sink.flush()
        }
        return .done
    }
}
