import ArgumentParser
import FeedCache
import FeedSource
import FeedStore
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

    @Argument(
        help: ArgumentHelp("The collection.", valueName: "collection"), completion: .custom(Completions.collections))
    var name: String

    @OptionGroup var filter: FilterOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        guard filter.isEmpty else { return try exportSelected(shell) }
        let cache = try shell.cache(shared)
        try cache.read { snapshot in
            let list = try snapshot.list(name)
            var sink = BufferedOutput(shell.output)
            switch shared.mode {
            case .json: try JSONExport.write(list, to: &sink)
            case .csv: try CSVExport.write(list, of: spec(in: cache), to: &sink)
            default: try NDJSONExport.write(list, to: &sink)
            }
            try sink.flush()
        }
        return .done
    }

    private func spec(in cache: FeedEngine) -> CollectionSpec? {
        cache.manifest.collections.first { $0.name == name }
    }

    private func exportSelected(_ shell: Shell) throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let query = try cache.items(of: name, filter.selection())
        var sink = BufferedOutput(shell.output)
        if shared.mode == .csv, filter.fields == nil {
            try CSVExport.write(
                { body in
                    query.restart()
                    try query.forEach { item in
                        let cached = FeedItem(key: item.key, version: item.version, payload: item.payload ?? "null")
                        try body(PlacedItem(position: item.position ?? 0, item: cached))
                    }
                }, of: spec(in: cache), to: &sink)
        } else {
            let listing = try query.listing(of: name, isRemoved: false, filter.fields)
            try listing.write(
                as: shared.asksForFormat ? shared.mode : .ndjson, to: &sink, width: nil, style: shell.style(shared))
        }
        try sink.flush()
        return .done
    }
}

/// A line an item.
enum NDJSONExport {
    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = PlacedItem.fields(of: list.name)
        try list.forEach { position, item in
            try sink.write(fields.object(of: PlacedItem(position: position, item: item)))
            try sink.write("\n")
        }
    }
}

/// One array.
enum JSONExport {
    static func write(_ list: ItemList, to sink: inout BufferedOutput) throws {
        let fields = PlacedItem.fields(of: list.name)
        try sink.write("[")
        try list.forEach { position, item in
            try sink.write(position == 0 ? "" : ",")
            try sink.write(fields.object(of: PlacedItem(position: position, item: item)))
        }
        try sink.write("]\n")
    }
}
