import Testing

/// All that a cache shows of its source: the section config and every item of every collection, in display order.
struct CacheContent: Equatable, Sendable {
    let lines: [String]

    /// The commands that show it.
    static let commands =
        ["sections --json"] + CacheFolder.collections.map { "export \($0) --format ndjson" }

    /// Takes it from what `commands` printed, among other commands.
    init(printed output: Substring) {
        lines = output.split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("{\"collection\":") || $0.hasPrefix("[")
        }
    }

    /// Reads a folder's cache.
    ///
    /// - Parameter variables: what the environment has besides.
    init(
        of folder: CacheFolder, variables: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await folder.runLines(Self.commands, variables: variables)
        try #require(result.ending == .exited(0), "\(result)", sourceLocation: sourceLocation)
        self.init(printed: result.output[...])
    }

    /// How many items a collection has.
    func count(_ collection: String) -> Int {
        lines.count { $0.hasPrefix("{\"collection\":\"\(collection)\",") }
    }

    /// Whether every collection has whole pages only, or all of what `whole` has.
    func hasWholePages(_ whole: CacheContent) -> Bool {
        CacheFolder.collections.allSatisfy { name in
            count(name).isMultiple(of: CacheFolder.pageSize) || count(name) == whole.count(name)
        }
    }

    /// Whether the items of a collection stand at 0, 1, 2 and so on: no hole, nothing twice.
    func hasEveryPosition(_ collection: String) -> Bool {
        let positions = lines.filter { $0.hasPrefix("{\"collection\":\"\(collection)\",") }
            .map { $0.firstMatch(of: /"position":(\d+)/).flatMap { Int($0.1) } }
        return positions == Array(0..<positions.count)
    }
}
