import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct TablesCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "List the tables that SQL can name, and how many rows each has.",
        discussion: "“select name from sqlite_schema” lists the tables that the database itself consists of.")
    static let example = "tables"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        let views = try cache.read { try $0.views().all() }
        let listing = Listing(
            try views.views.map { ($0, try cache.rowCount(of: $0, among: views)) },
            fields: [
                Field("name", shown: .text("name", isFlexible: true)) { .string($0.0.name) },
                Field("kind") { .string($0.0.kind.rawValue) }, Field("collection") { .text($0.0.collection) },
                Field("columns") { .number($0.0.columns.count) },
                Field("rows", shown: .number("rows")) { .number($0.1) },
                .shown(.number("columns")) { "\($0.0.columns.count)" },
                .shown(.text("what", isFlexible: true)) { $0.0.meaning },
            ])
        try shell.show(listing, shared)
        return .done
    }
}

extension CacheView {
    fileprivate var meaning: String {
        switch kind {
        case .collection: "items of \(collection ?? "")"
        case .removed: "removed items of \(collection ?? "")"
        case .feed: "rows of the composed feed, with ads"
        case .sections: "sections of the screen"
        case .runs: "syncs that were made"
        case .problems: "what was rejected, refused or doubted"
        case .events: "impressions and taps"
        case .looks: "what was looked at, and how often it was tapped"
        case .ads: "ads in slots"
        }
    }
}
