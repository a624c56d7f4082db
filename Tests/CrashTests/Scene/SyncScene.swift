import FeedMock
import Foundation
import Testing

/// A sync to disturb: what is in the cache before it, and what is there in the end.
struct SyncScene: Sendable {
    enum Start: String, CaseIterable, Sendable {
        /// There is no database yet.
        case nothing
        /// A sync of an older world: items change, come and go.
        case olderWorld = "an older world"
    }

    let server: MockServer
    let baseURL: String
    let start: Start
    private let older: CacheFolder
    /// What undisturbed syncs bring: the second one agrees with the first on what is gone.
    let whole: CacheContent

    /// Prepares the scene, and gives it to `body` while its mock API answers.
    static func with(
        _ start: Start, configuration: MockConfiguration = .small, _ body: @Sendable (SyncScene) async throws -> Void
    ) async throws {
        try await withMockServer(configuration) { server, baseURL in
            let older = try CacheFolder(baseURL: baseURL)
            let undisturbed = try CacheFolder(baseURL: baseURL)
            defer {
                older.remove()
                undisturbed.remove()
            }
            if start == .olderWorld { try await older.sync() }
            server.clock.advance(by: 12)
            try undisturbed.takeDatabase(of: older)
            try await undisturbed.settle()
            let whole = try await CacheContent(of: undisturbed)
            #expect(whole.count("photos") > 3 * CacheFolder.pageSize)
            let scene = SyncScene(server: server, baseURL: baseURL, start: start, older: older, whole: whole)
            try await body(scene)
        }
    }

    /// A folder with the database as it is before the sync, or as another folder has it; it is removed when `body` is done.
    func withFolder<Value>(
        like other: CacheFolder? = nil, _ body: (CacheFolder) async throws -> Value
    ) async throws -> Value {
        let folder = try CacheFolder(baseURL: baseURL)
        defer { folder.remove() }
        try folder.takeDatabase(of: other ?? older)
        return try await body(folder)
    }

    /// Gives each value to `body`, two at the same time: as many as a small machine has cores.
    ///
    /// - Returns: what came of them, in no order.
    @discardableResult
    static func sideBySide<Value: Sendable, Outcome: Sendable>(
        _ values: [Value], _ body: @escaping @Sendable (Value) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for (index, value) in values.enumerated() {
                if index >= 2, let outcome = try await group.next() { outcomes.append(outcome) }
                group.addTask { try await body(value) }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    /// Makes sure of all that has to hold after a disturbed sync: the file is sound, no page is there by half, and the
    /// next two syncs make it whole, files of pictures included.
    ///
    /// - Parameter comment: what disturbed the sync.
    func expectRecovery(in folder: CacheFolder, _ comment: Comment) async throws {
        try checkFiles(of: folder, comment)
        let syncs = ["sync --json", "sync --json"]
        let lines = ["check"] + CacheContent.commands + syncs + CacheContent.commands + ["check"]
        let result = try await folder.runLines(lines)
        #expect(result.ending == .exited(0), "\(comment): \(result)")
        // The first check finds no database where the sync was disturbed before it made one.
        let isMissing = ["there is no database yet", "the database is empty"].contains { result.output.contains($0) }
        #expect(!isMissing || start == .nothing, comment)
        #expect(result.output.components(separatedBy: "all is well").count == (isMissing ? 2 : 3), comment)
        let parts = result.output.split(separator: "{\"run\":")
        // Not thrown: what one sync meets says nothing about the next.
        guard parts.count == 3 else { return }
        if start == .nothing { #expect(CacheContent(printed: parts[0]).hasWholePages(whole), comment) }
        #expect(CacheContent(printed: parts[2]) == whole, comment)
        #expect(!parts[2].contains("pictures: "), comment)
    }

    /// Looks at the files with SQLite alone: without a right to write, and as they would be found after a power cut.
    private func checkFiles(of folder: CacheFolder, _ comment: Comment) throws {
        guard FileManager.default.fileExists(atPath: folder.database) else { return }
        for isPowerCut in [false, true] {
            let copy = try CacheFolder(baseURL: baseURL)
            defer { copy.remove() }
            try copy.takeDatabase(of: folder, isSharedMemoryLost: isPowerCut)
            #expect(PlainSQLite.integrity(of: copy.database, isReadOnly: !isPowerCut) == ["ok"], comment)
        }
    }
}

extension CacheFolder {
    /// Syncs; nothing may go wrong.
    func sync(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let result = try await start("sync").result
        try #require(result.ending == .exited(0), "\(result)", sourceLocation: sourceLocation)
    }

    /// Syncs until what is gone from a list that moves no more is gone from the cache.
    func settle() async throws {
        for _ in 0..<2 { try await sync() }
    }
}

extension MockConfiguration {
    /// Lists of a few pages: enough for a walk to be anywhere.
    static var small: MockConfiguration {
        var configuration = MockConfiguration()
        configuration.sizes[.photos] = 110
        configuration.sizes[.articles] = 50
        // Whoever was killed does not come back for its answer.
        configuration.grace = .milliseconds(100)
        return configuration
    }

    /// The same, where the answers that a fault stalls wait at a gate.
    static func held(by gate: Gate) -> MockConfiguration {
        var configuration = small
        configuration.pause = { _ in await gate.pass() }
        return configuration
    }
}
