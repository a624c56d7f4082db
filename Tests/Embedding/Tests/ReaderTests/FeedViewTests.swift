import FeedCache
import FeedMock
import Foundation
import Testing

@testable import Reader

@MainActor
@Suite("The reader's view", .timeLimit(.minutes(10)))
struct FeedViewTests {
    @Test("shows what is cached, what a refresh brings, and counts a tap")
    func shows() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: 25)
        try await withMockServer(configuration) { server, baseURL in
            let reader = try await Reader(
                baseURL: baseURL, databaseURL: folder.appending(path: "feed.db"),
                configuration: .init(variables: { ["TOKEN": "t-1"] }))
            let model = FeedScreenModel(reader.repository, step: 10)
            let view = FeedView(model: model)
            let run = Task { await model.run(syncIfOlderThan: .seconds(300)) }
            while model.sections.map(\.rowCount) != [25, 25] || model.phase != .idle { await Task.yield() }
            #if !canImport(SwiftUI)
                #expect(view.lines.count == 22 && Set(view.lines).isSuperset(of: ["photos", "articles"]))
            #endif
            let rows = model.sections[0].rows
            await model.show(rows.suffix(3).map(\.id)).value
            while model.sections[0].rows.count == 10 { await Task.yield() }
            await model.tap(rows[1].id).value
            await model.refresh()
            #expect(server.events.counts.taps == 1)
            while model.phase != .idle { await Task.yield() }
            run.cancel()
            await run.value
            _ = view
        }
    }

    @Test("and the data source of a list view are those that the book shows")
    func book() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let book = try text("Sources/FeedCache/FeedCache.docc/EmbeddingInAnApp.md")
        let view = try text("Tests/Embedding/Sources/Reader/FeedView.swift")
        let source = try text("Tests/Embedding/Sources/Reader/FeedDataSource.swift")
        #expect(
            book.contains(
                try #require(view.split(separator: "#endif\n\n").last?.split(separator: "\n\nstruct Card").first)))
        #expect(book.contains(try #require(source.split(separator: "import FeedCache\n\n").last)))
    }
}
