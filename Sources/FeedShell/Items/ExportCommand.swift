import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import TerminalKit

struct ExportCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all of a collection in display order.",
        discussion: """
            As ndjson, a line an item, or with --format as json or csv. CSV has a column for each field of the items; \
            objects and arrays are written there as JSON.
            """)
    static let example = "export photos --format csv"
    static let modes: [OutputMode] = [.ndjson, .json, .csv]
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    @OptionGroup var filter: FilterOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let spec = cache.manifest.collections.first { $0.name == name }
        guard filter.isEmpty else { return try exportSelected(of: cache, spec, shell) }
        try cache.read { snapshot in
            let list = try snapshot.list(name)
            let listing = PlacedItem.listing(of: name) { body in
                try list.forEach { try body(PlacedItem(place: $0, item: $1)) }
            }
            try export(listing, of: spec, shell)
        }
        return .done
    }

    private func exportSelected(of cache: FeedEngine, _ spec: CollectionSpec?, _ shell: Shell) throws -> ExitStatus {
        let query = try cache.items(of: name, filter.selection())
        var listing = try query.listing(of: name, isRemoved: false, filter.fields)
        listing.forEach = { body in
            query.restart()
            try query.forEach(body)
        }
        try export(listing, of: spec, shell)
        return .done
    }

    private func export(_ listing: Listing<some ListedItem>, of spec: CollectionSpec?, _ shell: Shell) throws {
        var sink = BufferedOutput(shell.output)
        if shared.mode == .csv, filter.fields == nil {
            try CSVExport.write(listing.forEach, of: spec, to: &sink)
        } else {
            try listing.write(
                as: shared.asksForFormat ? shared.mode : .ndjson, to: &sink, width: nil, style: shell.style(shared))
        }
        try sink.flush()
    }
}
