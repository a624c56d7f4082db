import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct ItemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List the items of a collection.",
        discussion: """
            --where and --order take SQL expressions over the columns of the collection; “schema” lists them.
            """)
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

    @Flag(help: "The items that have fallen over the edge of the window (keep) instead, those that fell last first.")
    var older = false

    @OptionGroup var filter: FilterOptions

    func validate() throws {
        guard limit >= 0, offset >= 0 else { throw ValidationError("--limit and --offset are 0 or more") }
        if older, removed || !filter.isEmpty {
            throw ValidationError("--older excludes --removed, --where, --order and --fields")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        guard filter.isEmpty else { return try showSelected(shell) }
        try shell.cache(shared).read { snapshot in
            let list = try snapshot.list(name)
            if removed { try showRemoved(list, shell) } else { try showLive(older ? list.older : list, shell) }
        }
        return .done
    }

    private func showSelected(_ shell: Shell) throws -> ExitStatus {
        let selection = filter.selection(isRemoved: removed, offset: offset, limit: limit)
        let query = try shell.cache(shared).items(of: name, selection)
        let rows = try query.listing(of: name, isRemoved: removed, filter.fields).counted()
        try shell.show(rows.listing, shared)
        let count = rows.count()
        if count == 0 { shell.say("no item fits", shared) }
        // One more would have to be looked for, which may take as long as all the others did.
        if count == limit, limit > 0 {
            shell.results?.noteRest()
            let hint = shell.results == nil ? "" : "; “last --all” shows them"
            shell.say("there may be more: --limit \(limit) is reached\(hint)", shared)
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
        let note = older ? "nothing has fallen over the edge of a window" : "no items yet: sync \(name)"
        try shell.show(listing, shared, note: count == 0 ? note : nil, rest: rest)
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
        try shell.show(listing, shared, note: count == 0 ? "nothing was removed" : nil, rest: rest)
        sayBeyond(count, shell)
    }

    /// Says that there is nothing where it was to begin, rather than nothing at all.
    private func sayBeyond(_ count: Int, _ shell: Shell) {
        guard count > 0, offset >= count else { return }
        let items = removed ? "removed items" : older ? "older items" : "items"
        shell.say("nothing from --offset \(offset) on: \(name) has \(count) \(items)", shared)
    }
}
