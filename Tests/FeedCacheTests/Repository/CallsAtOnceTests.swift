import FeedCache
import FeedModel
import Foundation
import TestSupport
import Testing

@Suite("Calls of one app at once")
struct CallsAtOnceTests {
    private let folder: TemporaryFolder
    private let server = PrivateServer()

    init() throws { folder = try TemporaryFolder() }

    private func open(_ transport: (any FeedTransport)? = nil) async throws -> FeedRepository {
        try await FeedRepository(
            manifest: PrivateServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")), account: "ann",
            configuration: .init(transport: transport ?? server, variables: server.variables))
    }

    @Test("wait for each other, in one repository and in two: none is busy", .timeLimit(.minutes(10)))
    func twenty() async throws {
        let repositories = [try await open(), try await open()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let repository = repositories[number / 5 % 2]
                group.addTask {
                    switch number % 5 {
                    case 0: try await repository.sync()
                    case 1: try await repository.refresh(in: "letters")
                    case 2: try await repository.loadMore(in: "letters")
                    case 3: try await repository.deliverEvents()
                    default: try await repository.prune()
                    }
                }
            }
            try await group.waitForAll()
        }
        try await repositories[0].sync()
        #expect(try await repositories[1].itemCount(in: "letters") == 6)
    }

    // MARK: Cancelling

    private func cancelling<Value: Sendable>(
        _ page: String, _ body: @escaping @Sendable (FeedRepository) async throws -> Value
    ) async throws -> Value {
        let held = HeldPage(server, page: page)
        let repository = try await open(held)
        let task = Task { try await body(repository) }
        await held.wait()
        task.cancel()
        return try await task.value
    }

    @Test("that are cancelled before they did something say so, and the next one does it", .timeLimit(.minutes(10)))
    func cancelledAtOnce() async throws {
        await #expect(throws: CancellationError.self) { try await cancelling("letters") { try await $0.sync() } }
        await #expect(throws: CancellationError.self) {
            try await cancelling("letters") { try await $0.refresh(in: "letters") }
        }
        let repository = try await open()
        try await repository.sync()
        try await repository.tap(0)
        await #expect(throws: CancellationError.self) {
            try await cancelling("events") { try await $0.deliverEvents() }
        }
        #expect(try await repository.status().waitingEvents == 1)
        #expect(try await repository.deliverEvents() == nil)
        #expect(try await repository.status().waitingEvents == 0)
    }

    @Test("that are cancelled keep what they have, and never call it a lost connection", .timeLimit(.minutes(10)))
    func cancelledLater() async throws {
        let report = try await cancelling("page=2") { try await $0.sync() }
        let letters = try #require(report.collections.first)
        #expect(letters.outcome == .interrupted && letters.failure?.code == .interrupted && letters.pages == 1)
        let repository = try await open()
        #expect(try await repository.itemCount(in: "letters") == 2)
        #expect(try await repository.sync().outcome == .complete)
        #expect(try await repository.itemCount(in: "letters") == 6)
    }

    // MARK: Closing

    #if os(Linux)
        /// The files in the test's folder that this process has open, deleted ones included.
        private func openFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            }.filter { $0.hasPrefix(URL(filePath: folder.path("")).resolvingSymlinksInPath().path) }
        }

        @Test("leave no descriptor when the repository is closed, and what is cached is there when it is used again")
        func closing() async throws {
            let repository = try await open()
            try await repository.sync()
            #expect(!repository.isSyncing)
            let other = try await open()
            try await other.sync()
            await repository.close()
            // The lock's descriptors stay while another repository has the file open.
            #expect(try openFiles().contains { $0.hasSuffix("feed.db") })
            await other.close()
            #expect(try openFiles() == [])
            #expect(try await repository.itemCount(in: "letters") == 6)
            try await repository.sync()
            await repository.close()
            #expect(try openFiles() == [])
        }

        @Test("leave no descriptor and no file when the cache is erased, five times, and the next sync fills it anew")
        func erasing() async throws {
            let repository = try await open()
            for _ in 0..<5 {
                try await repository.sync()
                #expect(try await repository.itemCount(in: "letters") == 6)
                async let sync = repository.sync()
                try await repository.erase()
                _ = try await sync
                try await repository.erase()
                #expect(try openFiles() == [])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [])
                #expect(try await repository.itemCount(in: "letters") == 0)
            }
        }
    #endif
}
