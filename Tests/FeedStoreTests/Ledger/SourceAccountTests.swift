import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("The account of a source in the change stream")
struct SourceAccountTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A cache with one run of an account.
    private func cache(
        _ name: String, source: String = "test", account: String = "alice", key: String? = nil
    ) throws -> (database: FeedDatabase, store: SourceStore) {
        let database = try FeedDatabase(path: folder.path(name))
        let store = try database.source(named: source, account: account)
        try store.nameAccount(account, of: source, key: key, now: Instant(seconds: 1))
        _ = try RunStore.begin(.sync, of: store, process: 1, now: Instant(seconds: 2))
        return (database, store)
    }

    private func reader(_ database: FeedDatabase, after token: ChangeToken? = nil) -> ChangeReader {
        ChangeReader(database, after: token, program: "test", host: "h") { Instant(seconds: 9) }
    }

    private func names(_ database: FeedDatabase) throws -> Set<String> {
        var reader = reader(database)
        return Set(try reader.next().lines.compactMap(\.account))
    }

    @Test("has one name in all caches, and another one for another account, source or key")
    func names() throws {
        let first = try names(cache("a.db").database)
        #expect(first.count == 1)
        #expect(try names(cache("b.db").database) == first)
        let others = [
            try cache("c.db", source: "other"), try cache("d.db", account: "bob"), try cache("e.db", key: "k"),
            try cache("f.db", key: "l"),
        ]
        let all = try others.reduce(first) { try $0.union(names($1.database)) }
        #expect(all.count == 5)
        #expect(try names(cache("g.db", key: "k").database).isSubset(of: all))
    }

    @Test("is stored without the account or the key, and the digest stays what it was")
    func secrets() throws {
        let (database, store) = try cache("a.db", account: "alice@example.com", key: "a secret key")
        let digest = try database.read { try $0.accounts(of: "test") }
        #expect(digest.count == 1 && digest[0].digest != digest[0].name)
        #expect(try database.source(named: "test", account: "alice@example.com").id == store.id)
        database.closeConnections()
        let bytes = try Data(contentsOf: URL(filePath: database.path))
        for secret in ["alice@example.com", "a secret key"] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }

    @Test("is told under another name once it has one, and what was forgotten under the one that it had")
    func rename() throws {
        let (database, store) = try cache("a.db")
        var reader = reader(database)
        let before = try #require(try names(database).first)
        let token = try #require(try reader.next().token)
        try store.nameAccount("alice", of: "test", key: "k", now: Instant(seconds: 3))
        try store.nameAccount("alice", of: "test", key: "k", now: Instant(seconds: 4))
        let after = try #require(try names(database).subtracting([before]).first)
        _ = try database.forget(
            ForgetScope(source: try database.read { try $0.sourceName("test", account: "alice") }), losesEvents: true,
            isDryRun: false, now: Instant(seconds: 5))
        _ = try database.prune(PruneOptions(removedItems: .seconds(0)), now: Instant(seconds: 1 << 30))
        for start in [token, nil] {
            var next = self.reader(database, after: start)
            let lines = try next.next().lines.filter { $0.account != nil }
            #expect(lines.map(\.kind) == [.rename, .forget] && lines.map(\.account) == [after, after])
            #expect(String(decoding: lines[0].bytes ?? [], as: UTF8.self) == #"{"from":"\#(before)"}"#)
        }
    }

    @Test("has its digest for a name until it is given one")
    func earlier() throws {
        let database = try FeedDatabase(path: folder.path("a.db"))
        let store = try database.source(named: "test", account: "alice")
        _ = try RunStore.begin(.sync, of: store, process: 1, now: Instant(seconds: 2))
        let digest = try database.read { try $0.saltedDigest(of: ["alice"]) }
        #expect(try names(database) == [digest])
        try store.nameAccount("alice", of: "test", key: nil, now: Instant(seconds: 3))
        let named = try names(cache("b.db").database)
        #expect(try names(database) == named)
    }
}
