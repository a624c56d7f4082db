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
        guard let options = try? SharedOptions.parse([]), let cache = try? shell.cache(options) else { return [] }
        let collections = cache.manifest.collections.map(\.name)
        switch value {
        case "collection":
            return collections.map { Completion.Candidate(word: $0) }
        case "section":
            let sections = (try? cache.read { try $0.sections() }) ?? []
            return sections.map { Completion.Candidate(word: $0.id, note: $0.title) }
        case "item":
            guard let name = words.last(where: collections.contains) else { return [] }
            return (try? cache.read { try items(beginningWith: prefix, of: name, in: $0) }) ?? []
        default:
            return []
        }
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
