import FeedCache
import FeedMock
import FeedStream
import Foundation
import TestSupport
import Testing

@Suite("The change stream for apps", .timeLimit(.minutes(10)))
struct FeedMessagesTests {
    /// A cache of the mock's articles, synced once. The database is in a folder of its own.
    private func withRepository(
        _ body: (_ open: () async throws -> FeedRepository, _ server: MockServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try await withMockServer { server, baseURL in
            let manifest = try FeedManifest(
                source: .init(name: "gourmet", baseURL: "\(baseURL)", attempts: 1),
                collections: [
                    .init(
                        name: "articles", path: "articles", items: "", id: "id", version: "updated_at",
                        paging: .link(size: 10, sizeParameter: "per_page"))
                ])
            let open = {
                try await FeedRepository(
                    manifest: manifest, databaseURL: URL(fileURLWithPath: folder.path("feed.db")))
            }
            try await open().sync()
            try await body(open, server)
        }
    }

    private func items(_ messages: FeedMessages) async throws -> (keys: [String], token: String?) {
        var (keys, token) = ([String](), String?.none)
        for try await message in messages {
            if message.kind == .item { keys.append(message.id ?? "") }
            token = message.token ?? token
        }
        return (keys, token)
    }

    @Test("gives everything, and after a token what has changed since")
    func token() async throws {
        try await withRepository { open, server in
            let repository = try await open()
            let first = try await items(repository.messages())
            #expect(first.keys.count == 30 && Set(first.keys).count == 30)
            let token = try #require(first.token)
            #expect(try await items(repository.messages(after: token)).keys.isEmpty)
            server.clock.advance(by: 2)
            let report = try await repository.sync()
            let counts = try #require(report.collections.first?.items)
            let changed = try await items(try await open().messages(after: token)).keys
            #expect(!changed.isEmpty && changed.count < 30)
            #expect(Set(changed).count >= counts.inserted + counts.updated)
        }
    }

    @Test("follows what is written later, and ends with its task")
    func follow() async throws {
        try await withRepository { open, server in
            let repository = try await open()
            let token = try #require(try await items(repository.messages()).token)
            let reader = Task {
                var count = 0
                for try await message in try repository.messages(after: token, follows: true)
                where message.kind == .item {
                    count += 1
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return count
            }
            server.clock.advance(by: 2)
            try await repository.sync()
            #expect(try await reader.value >= 1)
        }
    }

    @Test("a named consumer goes on after what it took, in another process, too")
    func consumer() async throws {
        try await withRepository { open, _ in
            let repository = try await open()
            let first = try await items(repository.messages(for: "app"))
            #expect(first.keys.count == 30)
            #expect(try await items(repository.messages(for: "app")).keys.count == 30, "nothing was taken")
            try await repository.take(try #require(first.token), for: "app")
            #expect(try await items(try await open().messages(for: "app")).keys.isEmpty)
            #expect(try await items(try await open().messages(for: "other")).keys.count == 30)
            try await repository.forgetConsumer("app")
            #expect(try await items(repository.messages(for: "app")).keys.count == 30)
        }
    }

    @Test("refuses a token that is none, and forgets no consumer that is not there")
    func refused() async throws {
        try await withRepository { open, _ in
            let repository = try await open()
            func code(_ body: () async throws -> Void) async -> FeedError.Code? {
                do { try await body() } catch { return (error as? FeedError)?.code }
                return nil
            }
            #expect(await code { _ = try repository.messages(after: "nothing") } == .token)
            #expect(await code { try await repository.take("nothing", for: "app") } == .token)
            #expect(await code { try await repository.forgetConsumer("app") } == .unknownName)
        }
    }
}
