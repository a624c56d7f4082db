import FeedCache
import FeedModel
import FeedShell
import FeedSource
import FeedStore
import TerminalKit

/// Commands that show something on the feed that is there, for those who see the program for the first time.
struct DemoSuggestions {
    /// Lines that can be typed as they are.
    let lines: [String]

    init(_ cache: FeedEngine) throws {
        let counts = try cache.read { snapshot in
            try cache.manifest.collections.map { ($0.name, try snapshot.list($0.name).count()) }
        }
        let names = counts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map(\.0)
        lines = [
            try Self.facets(of: names, in: cache), try Self.search(in: names, of: cache),
            try Self.query(names.first, in: cache),
        ].compactMap(\.self)
    }

    /// As a sentence; nil where there is nothing to see.
    var text: String? {
        lines.isEmpty ? nil : "try: " + lines.map { "“\($0)”" }.joined(separator: ", ")
    }

    private static func facets(of names: [String], in cache: FeedEngine) throws -> String? {
        for name in names {
            let view = try cache.view(of: name)
            guard let facet = try FacetCounts.suggested(of: view, named: name, in: cache).first else { continue }
            return ["facets", name, facet.field].map(ShellWords.quote).joined(separator: " ")
        }
        return nil
    }

    /// A word of the first title that has one.
    private static func search(in names: [String], of cache: FeedEngine) throws -> String? {
        for name in names {
            let payload = try cache.read { try $0.list(name).window(offset: 0, limit: 1).first?.payload }
            let words = payload.map { ItemSummary.title(of: $0).split { !$0.isLetter } } ?? []
            if let word = words.max(by: { $0.count < $1.count }) { return "find \(ShellWords.quote(String(word)))" }
        }
        return nil
    }

    private static func query(_ name: String?, in cache: FeedEngine) throws -> String? {
        guard let name else { return nil }
        let fields = try cache.view(of: name).columns.filter { $0.field != nil && !$0.holdsJSON }
        let shown = (fields.first { $0.name == "title" } ?? fields.first).map { [$0.name] } ?? []
        let columns = (["key"] + shown).map(SQLCompleter.written).joined(separator: ", ")
        return "select \(columns) from \(SQLCompleter.written(name)) limit 5;"
    }
}
