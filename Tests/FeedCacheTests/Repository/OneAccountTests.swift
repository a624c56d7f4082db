import FeedCache
import Foundation
import TestSupport
import Testing

@Suite("A repository of one account")
struct OneAccountTests {
    private struct NoSession: Error {}

    private static func open(
        _ folder: TemporaryFolder, _ server: PrivateServer, as account: String? = "ann",
        clock: (any FeedClock)? = nil, variables: (@Sendable () async throws -> [String: String])? = nil
    ) async throws -> FeedRepository {
        try await FeedRepository(
            manifest: PrivateServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")), account: account,
            configuration: .init(transport: server, clock: clock, variables: variables ?? server.variables))
    }

    /// Every way to ask the server, in the words of an app.
    private static let doors: [@Sendable (FeedRepository) async throws -> Void] = [
        { try await $0.sync() }, { _ = try await $0.dryRun() }, { try await $0.refresh(in: "letters") },
        { try await $0.loadMore(in: "letters") }, { try await $0.deliverEvents() },
        { _ = try await $0.show(0..<1, in: $0.viewport(of: "letters")) },
    ]

    /// Whose items and ads can be read.
    private static func owners(_ repository: FeedRepository) async throws -> Set<String> {
        let items = try await repository.items(in: "letters").map { try $0.decode([String: String].self) }
        let rows = try await repository.screen().sections.flatMap(\.rows).map { try $0.decode([String: String].self) }
        return Set((items + rows).map { $0["owner"] ?? "" })
    }

    @Test("no order of users who sign in, also during a request, lets one read what was requested for another")
    func switches() async throws {
        for seed in SeededGenerator.seeds(20) {
            var generator = SeededGenerator(seed: seed)
            let (folder, server) = (try TemporaryFolder(), PrivateServer())
            var repositories: [String: FeedRepository] = [:]
            for user in PrivateServer.users { repositories[user] = try await Self.open(folder, server, as: user) }
            for step in 0..<25 {
                let comment: Comment = "FEEDCACHE_SEED=\(seed), step \(step)"
                if Bool.random(using: &generator) {
                    server.signIn(PrivateServer.users.randomElement(using: &generator) ?? "")
                }
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    server.signInDuringRequest(PrivateServer.users.randomElement(using: &generator) ?? "")
                }
                let account = try #require(PrivateServer.users.randomElement(using: &generator))
                let repository = try #require(repositories[account])
                let door = try #require(Self.doors.randomElement(using: &generator))
                let isOther = server.user != account
                var code: FeedError.Code?
                do {
                    try await door(repository)
                } catch let error as FeedError {
                    code = error.code
                }
                let asked = server.asked()
                // A viewport without rows needs no ad, and one whose user left between two ads asks no more.
                #expect(code == nil || code == .account || code == .unknownName, comment)
                #expect(asked.allSatisfy { $0 == account }, comment)
                if isOther { #expect(asked.isEmpty, comment) }
                for (user, repository) in repositories {
                    #expect(try await Self.owners(repository).isSubset(of: [user]), comment)
                }
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    repositories[account] = try await Self.open(folder, server, as: account)
                }
            }
        }
    }

    @Test("tells users apart to the byte")
    func bytes() async throws {
        let (folder, server) = (try TemporaryFolder(), PrivateServer())
        let repository = try await Self.open(folder, server, as: "ren\u{E9}")
        server.signIn("rene\u{301}")
        let error = await #expect(throws: FeedError.self) { try await repository.sync() }
        #expect(error?.code == .account)
        #expect(server.asked().isEmpty)
    }

    @Test("asks nothing, writes nothing and says so where the variables are those of another", arguments: 0..<5)
    func otherAccount(door: Int) async throws {
        let (folder, server) = (try TemporaryFolder(), PrivateServer())
        let repository = try await Self.open(folder, server)
        server.signIn("bob")
        let error = await #expect(throws: FeedError.self) { try await Self.doors[door](repository) }
        #expect(error?.code == .account && error?.description.contains("bob") == false)
        #expect(server.asked().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("feed.db")))
    }

    @Test("erases what is known of another account by its name, and nothing of its own")
    func erasesOther() async throws {
        let (folder, server) = (try TemporaryFolder(), PrivateServer())
        let ann = try await Self.open(folder, server)
        try await ann.sync()
        server.signIn("bob")
        let bob = try await Self.open(folder, server, as: "bob")
        try await bob.sync()
        try await bob.tap(0)
        let waiting = await #expect(throws: FeedError.self) { try await ann.erase(account: "bob") }
        #expect(waiting?.code == .waitingEvents)
        try await ann.erase(account: "bob", losingEvents: true)
        #expect(try await bob.itemCount(in: "letters") == 0)
        #expect(try await ann.itemCount(in: "letters") == 6)
        let gone = await #expect(throws: FeedError.self) { try await ann.erase(account: "bob") }
        #expect(gone?.code == .unknownName)
    }

    @Test("counts nothing for another where one erased the cache under it, and goes on")
    func erasedUnderneath() async throws {
        let (folder, server, clock) = (try TemporaryFolder(), PrivateServer(), StoppedClock())
        let ann = try await Self.open(folder, server, clock: clock)
        try await ann.sync()
        let viewport = try await ann.viewport(of: "letters")
        _ = try await ann.show(0..<1, in: viewport)
        let bob = try await Self.open(folder, server, as: "bob", clock: clock)
        try await bob.erase()
        // The first source of the new file is that of Bob, as the one of the old was Ann's.
        server.signIn("bob")
        try await bob.sync()
        server.signIn("ann")
        #expect(try await ann.itemCount(in: "letters") == 0)
        try await ann.sync()
        _ = try await ann.show(0..<1, in: viewport)
        _ = try await ann.show(0..<2, in: viewport)
        clock.step(by: 2)
        #expect(try await ann.show(0..<2, in: viewport).impressions.count == 1)
        #expect(try await ann.status().waitingEvents == 1)
        #expect(try await bob.status().waitingEvents == 0)
    }

    @Test("asks for no ad with the variables of another")
    func otherAccountsAd() async throws {
        let (folder, server) = (try TemporaryFolder(), PrivateServer())
        let repository = try await Self.open(folder, server)
        try await repository.sync()
        _ = server.asked()
        let viewport = try await repository.viewport(of: "letters")
        server.signIn("bob")
        let error = await #expect(throws: FeedError.self) { try await repository.show(0..<1, in: viewport) }
        #expect(error?.code == .account)
        #expect(server.asked().isEmpty)
        server.signIn("ann")
        _ = try await repository.show(0..<1, in: viewport)
        #expect(server.asked() == ["ann"])
    }

    @Test(
        "opens, reads, observes and tells its status while the variables never come",
        .timeLimit(.minutes(10)), arguments: [true, false])
    func opensOffline(isWaiting: Bool) async throws {
        let (folder, server) = (try TemporaryFolder(), PrivateServer())
        try await Self.open(folder, server).sync()
        let repository = try await Self.open(folder, server) {
            if isWaiting {
                for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3_600)) }) {}
            }
            throw NoSession()
        }
        #expect(try await repository.items(in: "letters").count == 6)
        #expect(try await repository.screen().sections.map(\.rowCount) == [6])
        #expect(try await repository.status().collections.map(\.items) == [6])
        for try await change in repository.changes() {
            #expect(change.screen.sections.count == 1)
            break
        }
        try await repository.tap(0)
        let backup = URL(filePath: folder.path("backup.db"))
        try await repository.backUp(to: backup)
        guard !isWaiting else { return }
        let error = await #expect(throws: FeedError.self) { try await repository.sync() }
        #expect(error?.code == .variables && error?.cause is NoSession)
        #expect(error?.errorDescription == error?.message && error?.message.contains("NoSession") == true)
        #expect(error?.recoverySuggestion == error?.advice)
    }

    @Test("is that of the environment where none is given, and needs one that the manifest compares requests with")
    func accountAtOpen() async throws {
        let (folder, server) = (try TemporaryFolder(), PrivateServer())
        let url = URL(filePath: folder.path("feed.db"))
        let collections: [FeedManifest.Collection] = [
            .init(name: "l", path: "l", items: "", id: "id", paging: .none)
        ]
        for (account, given) in [(nil, "ann"), ("${FEEDCACHE_NO_SUCH_VARIABLE}", nil)] as [(String?, String?)] {
            let manifest = try FeedManifest(
                source: .init(name: "n", baseURL: "https://api.example.com", account: account), collections: collections
            )
            let error = await #expect(throws: FeedError.self) {
                try await FeedRepository(
                    manifest: manifest, databaseURL: url, account: given, configuration: .init(transport: server))
            }
            #expect(error?.code == .manifest && error?.message.contains("account") == true)
        }
    }
}
