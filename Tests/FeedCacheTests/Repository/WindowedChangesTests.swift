import FeedCache
import Foundation
import TestSupport
import Testing

@Suite("The changes of a window")
struct WindowedChangesTests {
    private let folder: TemporaryFolder
    private let server = ListServer()

    init() throws { folder = try TemporaryFolder() }

    private func open() async throws -> FeedRepository {
        try await FeedRepository(
            manifest: ListServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: server))
    }

    @Test("grow with it: what came into it is inserted, and the number of rows is known")
    func growing() async throws {
        server.change { $0 = (1...60).map(String.init) }
        let repository = try await open()
        try await repository.sync()
        let changes = repository.changes(of: .section("top"), rows: 0..<20)
        var elements = changes.makeAsyncIterator()
        let first = try #require(await elements.next())
        #expect(first.screen["top"]?.rows.count == 20 && first.screen["top"]?.rowCount == 60)
        changes.windows = FeedWindows(0..<40)
        #expect(changes.windows == FeedWindows(0..<40))
        let grown = try #require(await elements.next())
        #expect(grown.changes.inserts.map(\.row) == Array(20..<40) && grown.changes.count == 20)
        #expect(grown.stages.map(\.screen) == [grown.screen])
        server.change { $0.removeLast(10) }
        try await open().sync(SyncOptions(allowsShrink: true))
        let shorter = try #require(await elements.next())
        #expect(shorter.changes.isEmpty && shorter.screen["top"]?.rowCount == 50)
        #expect(shorter.stages.map(\.screen) == [shorter.screen] && shorter.stages.map(\.changes.isEmpty) == [true])
        changes.windows = FeedWindows(30..<35)
        let moved = try #require(await elements.next())
        #expect(moved.changes.deletes.count == 35 && moved.changes.inserts.isEmpty)
        #expect(moved.screen["top"]?.firstRow == 30)
    }

    @Test(
        "come whenever any member of the screen differs", .timeLimit(.minutes(10)), arguments: SeededGenerator.seeds(6))
    func anyDifference(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (repository, other) = (try await open(), try await open())
        let changes = repository.changes(rows: 2..<5)
        var elements = changes.makeAsyncIterator()
        var shown = try #require(await elements.next()).screen
        for step in 0..<20 {
            let comment: Comment = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let first = Int.random(in: 0..<6, using: &random)
                changes.windows = FeedWindows(first..<first + .random(in: 0..<9, using: &random))
            case 1: server.change { $0.shuffle(using: &random) }
            case 2: server.change { $0.append("\(100 + step)") }
            default:
                let title = ["a", "b"].randomElement(using: &random) ?? ""
                server.arrange(
                    #"{"sections":[\#(ListServer.section("top", #","colour":"\#(title)""#)),\#(ListServer.section("all"))]}"#
                )
            }
            if Bool.random(using: &random) { try await other.sync(SyncOptions(allowsShrink: true)) }
            let present = try await repository.screen(windows: changes.windows)
            guard shown != present else { continue }
            let change = try #require(await elements.next(), comment)
            #expect(change.screen == present && change.stages.last?.screen == present, comment)
            shown = change.screen
        }
    }
}
