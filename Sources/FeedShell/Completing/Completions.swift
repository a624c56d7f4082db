package import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// Names from the manifest and the cache, for Tab here and in the user's own shell.
enum Completions {
    private static let mostItems = 200
    private static let mostRuns = 50
    /// Bytes of payloads that are read for their titles: some lists have pictures in them.
    private static let mostPayload = 4 << 20

    /// Candidates for a value of that name, each with a note: a collection with how many
    /// items it has, a section and an item with its title, a run with its time and outcome. Nothing where the cache
    /// cannot be read.
    static func names(
        of value: String, after words: [String], in shell: Shell, prefix: String
    ) -> [Completion.Candidate] {
        let names: ((FeedEngine) throws -> [Completion.Candidate])? =
            switch value {
            case "collection": collections
            case "section": sections
            case "consumer": consumers
            case "item": { cache in try items(beginningWith: prefix, after: words, in: cache) }
            case "run", "old", "new": runs
            default: nil
            }
        guard let names, let options = try? options(among: words) else { return [] }
        // Tab makes no database: what the manifest names is known without one.
        guard shell.locations.hasDatabase(options.database) else {
            guard value == "collection", let manifest = try? shell.manifest(options.source) else { return [] }
            return manifest.collections.map { Completion.Candidate(word: $0.name) }
        }
        guard let cache = try? shell.cache(options) else { return [] }
        return (try? names(cache)) ?? []
    }

    /// The collection that a line names last; nil where it names none.
    static func collection(among words: [String], in shell: Shell) -> String? {
        guard let options = try? options(among: words), let manifest = try? shell.manifest(options.source) else {
            return nil
        }
        let names = manifest.collections.map(\.name)
        return words.last(where: names.contains)
    }

    static func options(among words: [String]) throws -> SharedOptions {
        try SharedOptions.parse(
            ["--db", "--source"].flatMap { name in words.value(of: name).map { ["\(name)=\($0)"] } ?? [] })
    }

    private static func collections(of cache: FeedEngine) throws -> [Completion.Candidate] {
        try cache.read { snapshot in
            try cache.manifest.collections.map { collection in
                try Completion.Candidate(word: collection.name, note: snapshot.list(collection.name).count().of("item"))
            }
        }
    }

    private static func sections(of cache: FeedEngine) throws -> [Completion.Candidate] {
        try cache.read { try $0.sections() }.map { Completion.Candidate(word: $0.id, note: $0.title) }
    }

    private static func consumers(of cache: FeedEngine) throws -> [Completion.Candidate] {
        try cache.read { try $0.reader.consumers() }.map { Completion.Candidate(word: $0.name) }
    }

    private static func runs(of cache: FeedEngine) throws -> [Completion.Candidate] {
        try cache.read { try $0.reader.runs(limit: mostRuns) }.map { run in
            Completion.Candidate(word: "\(run.run)", note: "\(run.started) \(run.outcome ?? "under way")")
        }
    }

    /// IDs that begin with `prefix`, in the order of the screen. Where there are more than are read: the first ones, on the
    /// screen or by ID, and the very first and last by ID. What these two share all share, so that what is inserted is right.
    private static func items(
        beginningWith prefix: String, after words: [String], in cache: FeedEngine
    ) throws -> [Completion.Candidate] {
        let collections = cache.manifest.collections.map(\.name)
        guard let name = words.last(where: collections.contains) else { return [] }
        return try cache.read { snapshot in
            let list = try snapshot.list(name)
            let found = try list.keys(beginningWith: prefix, limit: mostItems)
            let last = try found.count < mostItems ? [] : list.keys(beginningWith: prefix, limit: 1, isReversed: true)
            let shown = prefix.isEmpty ? try list.keys(limit: mostItems) : try list.inOrder(found)
            let ends = (found.prefix(last.count) + last).filter { !shown.contains($0) }
            var read = 0
            return try (shown + ends).map { key in
                guard read < mostPayload, let payload = try list.item(key)?.payload else { return .init(word: key) }
                read += payload.utf8.count
                return Completion.Candidate(
                    word: key, note: ItemSummary.title(of: payload), hasUnreadBefore: ends.contains(key))
            }
        }
    }
}

extension CompletionKind {
    package static var collections: CompletionKind { names(of: "collection") }
    static var sections: CompletionKind { names(of: "section") }
    static var items: CompletionKind { names(of: "item") }
    static var consumers: CompletionKind { names(of: "consumer") }

    /// For completion scripts: what is there by the environment's manifest and cache.
    private static func names(of value: String) -> CompletionKind {
        .custom { words, _, prefix in
            let shell = Shell(commands: Commands(ShellCommands.self))
            return Completions.names(of: value, after: words, in: shell, prefix: prefix).map(\.word)
        }
    }
}

extension ArgumentHelp {
    static var collection: ArgumentHelp { ArgumentHelp("The collection.", valueName: "collection") }
}
