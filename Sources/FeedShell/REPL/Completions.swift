import FeedCache
import Foundation

/// Names from the manifest and the cache, for Tab here and in the user's own shell.
enum Completions {
    private static let mostItems = 200

    /// For completion scripts: what is there by the environment's manifest and cache.
    @Sendable static func collections(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        names(of: "collection", behind: words, in: Shell(), prefix: "").map(\.word)
    }

    @Sendable static func sections(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        names(of: "section", behind: words, in: Shell(), prefix: "").map(\.word)
    }

    @Sendable static func items(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        names(of: "item", behind: words, in: Shell(), prefix: prefix).map(\.word)
    }

    /// What may stand for a value of that name (`collection`, `section`, `item`); nothing where the cache cannot tell.
    static func names(
        of value: String, behind words: [String], in shell: Shell, prefix: String
    ) -> [Completion.Candidate] {
        guard ["collection", "section", "item"].contains(value), let options = try? options(among: words),
            let manifest = try? shell.locations.manifest(options.source)
        else { return [] }
        let collections = manifest.collections.map(\.name)
        if value == "collection" { return collections.map { Completion.Candidate(word: $0) } }
        // Nobody wants a database for having pressed Tab.
        guard shell.locations.hasDatabase(options.database), let cache = try? shell.cache(options) else { return [] }
        if value == "section" {
            let sections = (try? cache.read { try $0.sections() }) ?? []
            return sections.map { Completion.Candidate(word: $0.id, note: $0.title) }
        }
        guard let name = words.last(where: collections.contains) else { return [] }
        return (try? cache.read { try items(beginningWith: prefix, of: name, in: $0) }) ?? []
    }

    /// Which cache and manifest a line means, as far as it says.
    private static func options(among words: [String]) throws -> SharedOptions {
        let arguments = ["--db", "--source"].flatMap { name -> [String] in
            if let whole = words.last(where: { $0.hasPrefix(name + "=") }) { return [whole] }
            guard let index = words.lastIndex(of: name), index + 1 < words.count else { return [] }
            return [name, words[index + 1]]
        }
        return try SharedOptions.parse(arguments)
    }

    private static func items(
        beginningWith prefix: String, of name: String, in snapshot: FeedSnapshot
    ) throws -> [Completion.Candidate] {
        let list = try snapshot.list(name)
        return try list.keys(beginningWith: prefix, limit: mostItems).map { key in
            Completion.Candidate(word: key, note: try list.item(key).map { ItemSummary.title(of: $0.payload) })
        }
    }
}
