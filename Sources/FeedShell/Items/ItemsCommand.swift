import ArgumentParser
import FeedCache
import FeedModel
import FeedStore

struct ItemsCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List the items of a collection.",
        discussion: """
            --where and --order take SQL expressions over the columns of the collection; “schema” lists them.
            """)
    static let example = "items photos --limit 20 --offset 100"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

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
        if older, removed { throw ValidationError("--older excludes --removed") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        guard filter.isEmpty else { return try showSelected(shell) }
        try shell.cache(shared).read { snapshot in
            let list = try snapshot.list(name)
            if removed {
                let items = try list.removed(offset: offset, limit: limit)
                let listing = RemovedItem.listing(of: name, isRemoved: true) { try items.forEach($0) }
                try show(listing, of: try list.removedCount(), shell, none: "nothing was removed")
            } else {
                let list = older ? list.older : list
                let listing = PlacedItem.listing(of: name) { try list.forEach(from: offset, limit: limit, $0) }
                let none = older ? "nothing has fallen over the edge of a window" : "no items yet: sync \(name)"
                try show(listing, of: try list.count(), shell, none: none)
            }
        }
        return .done
    }

    private func showSelected(_ shell: Shell) throws -> ExitStatus {
        let part: ItemPart = removed ? .removed : older ? .older : .shown
        let selection = filter.selection(of: part, offset: offset, limit: limit)
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

    private func show<Item>(_ listing: Listing<Item>, of count: Int, _ shell: Shell, none: String) throws {
        let rest = max(0, count - offset) - limit
        try shell.show(listing, shared, note: count == 0 ? none : nil, rest: rest)
        // Nothing is where it was to begin, rather than nothing at all.
        guard count > 0, offset >= count else { return }
        let items = removed ? "removed items" : older ? "older items" : "items"
        shell.say("nothing from --offset \(offset) on: \(name) has \(count) \(items)", shared)
    }
}
