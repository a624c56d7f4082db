import FeedCache
import FeedMock
import Foundation
import Reader
import Testing

@Suite("A test of an app against the mock")
struct MockedServerTests {
    @Test("a page fails: the reader shows the first one, and asks for the rest later")
    func failingPage() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: 25)
        configuration.onUnhandled = .fail
        try await withMockServer(configuration) { mock, baseURL in
            let reader = try await Reader(
                baseURL: baseURL, databaseURL: folder.appending(path: "feed.db"),
                configuration: .init(variables: { ["TOKEN": "t-1"] }))
            mock.answer(.get("photos?page=2"), with: .status(503), .world)
            try await reader.repository.sync()
            #expect(try await reader.photos().count == 10)

            try await reader.repository.sync()
            #expect(try await reader.photos().count == 25)
            try await mock.received(.get("photos?page=2").header("authorization", "Bearer t-1"), times: 2)
            try await mock.received(inOrder: [.get("photos?page=2"), .get("photos?page=3")])
            try await mock.received(.post("events"), times: .none)
        }
    }
}
