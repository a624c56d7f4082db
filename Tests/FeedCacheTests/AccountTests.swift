import FeedCache
import FeedSource
import Foundation
import Testing

@Suite("Accounts and header values")
struct AccountTests {
    private let list = ServerList(style: .pageHasNext, items: .numbered(1...7))

    private func manifest(_ source: String) throws -> Manifest {
        try Manifest(
            toml: Workbench.source() + source + "\n" + Workbench.collection("list", list), file: "feed.toml")
    }

    @Test("a walk that one token began is not gone on with under another, and its validators are not used")
    func otherToken() async throws {
        let bench = try Workbench(list: list)
        let manifest = try manifest(#"headers = { Authorization = "Bearer ${TOKEN}" }"#)
        try bench.reopen(manifest: manifest, environment: ["TOKEN": "alice"])
        try await bench.sync()
        bench.script([nil] + Array(repeating: .fault(.connection), count: 3))
        try await bench.sync()
        _ = bench.asked()
        try bench.reopen(manifest: manifest, environment: ["TOKEN": "bob"])
        try await bench.sync()
        let asked = bench.asked()
        #expect(asked.first?.query == "page=1")
        #expect(asked.allSatisfy { !$0.isConditional })
        try bench.reopen(manifest: manifest, environment: ["TOKEN": "bob"])
        try await bench.sync()
        #expect(bench.asked().allSatisfy { $0.isConditional })
    }

    @Test("under the same account tokens may change freely; another account sees and asks for nothing of it")
    func accounts() async throws {
        let bench = try Workbench(list: list)
        let manifest = try manifest(
            #"""
            account = "${USER_NAME}"
            headers = { Authorization = "Bearer ${TOKEN}" }
            """#)
        try bench.reopen(manifest: manifest, environment: ["USER_NAME": "alice", "TOKEN": "1"])
        try await bench.sync()
        _ = bench.asked()
        try bench.reopen(manifest: manifest, environment: ["USER_NAME": "alice", "TOKEN": "2"])
        try await bench.sync()
        #expect(bench.asked().allSatisfy { $0.isConditional })
        try bench.reopen(manifest: manifest, environment: ["USER_NAME": "bob", "TOKEN": "2"])
        #expect(try bench.keys.isEmpty)
        try await bench.sync()
        #expect(bench.asked().allSatisfy { !$0.isConditional })
        #expect(try bench.keys.count == 7)
    }

    @Test("an account whose variable is not set is an error of the manifest")
    func missingVariable() throws {
        let bench = try Workbench(list: list)
        let manifest = try manifest(#"account = "${USER_NAME}""#)
        #expect(throws: ManifestError.self) { try bench.reopen(manifest: manifest) }
    }

    @Test("neither tokens nor account names are in the database")
    func noSecrets() async throws {
        let bench = try Workbench(list: list)
        let manifest = try manifest(
            #"""
            account = "${USER_NAME}"
            headers = { Authorization = "Bearer ${TOKEN}" }
            """#)
        try bench.reopen(manifest: manifest, environment: ["USER_NAME": "alice-at-home", "TOKEN": "s3cret-token"])
        try await bench.sync()
        for name in ["feed.db", "feed.db-wal"] {
            let bytes = try? String(contentsOf: bench.folder.appending(path: name), encoding: .isoLatin1)
            #expect(bytes?.contains("alice-at-home") != true && bytes?.contains("s3cret-token") != true)
        }
    }
}
