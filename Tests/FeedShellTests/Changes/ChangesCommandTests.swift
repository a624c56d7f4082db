import FeedCache
import FeedMock
import FeedModel
import FeedStream
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite("The command “changes”")
struct ChangesCommandTests {
    /// A line of NDJSON.
    private struct Line: Decodable {
        struct Body: Decodable {
            var token: String?
            var complete: Bool?
            var lines: [String: Int]?
            var why: String?
            var isSnapshot: Bool?
        }

        let type: String
        let cache: String
        let snapshot: Int64
        let change: Int64
        let id: String?
        let live: Bool?
        let body: Body?
    }

    private func lines(_ output: String) throws -> [Line] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try output.split(separator: "\n").map { try decoder.decode(Line.self, from: Data($0.utf8)) }
    }

    private func token(_ output: String) throws -> String {
        try #require(try lines(output).last?.body?.token)
    }

    private func withSynced(_ body: (ShellFixture) async throws -> Void) async throws {
        try await withMockServer(MockConfiguration()) { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            try await body(fixture)
        }
    }

    private func path(_ fixture: ShellFixture) -> String { fixture.folder.appending(path: "feed.db").path }

    @Test("tells everything to a new reader, and nothing to one that has it")
    func snapshot() async throws {
        try await withSynced { fixture in
            let all = try await fixture.run("changes")
            #expect(all.status == .done && all.errors.isEmpty)
            let told = try lines(all.output)
            #expect(told.first?.type == "hello" && told.first?.body?.why == "new")
            #expect(told.last?.type == "state" && told.last?.body?.complete == true)
            let items = told.count { $0.type == "item" }
            #expect(items > 20 && told.last?.body?.lines?["item"] == items)
            let next = try await fixture.run("changes --after \(try token(all.output))")
            #expect(next.status == .done)
            #expect(try lines(next.output).map(\.type) == ["hello", "state"])
            #expect(try lines(next.output)[0].body?.isSnapshot == false)
            #expect(try token(next.output) == token(all.output))
        }
    }

    @Test("has the same values in CSV as in NDJSON, and the body to the byte as export prints it")
    func formats() async throws {
        try await withSynced { fixture in
            let json = try await fixture.run("changes").output.split(separator: "\n").map(String.init)
            let csv = CSVReader.records(try await fixture.run("changes --format csv").output)
            #expect(csv[0] == FeedMessage.columns)
            #expect(csv.count == json.count + 1)
            let exported = try await fixture.run("export photos").output.split(separator: "\n")
            let photos = csv.filter { $0[0] == "item" && $0[6] == "photos" }
            #expect(photos.count == exported.count)
            for (line, record) in zip(json, csv.dropFirst()) where record[0] == "item" {
                #expect(line.hasSuffix(#","body":\#(record[14])}"#))
                #expect(line.contains(#""id":"\#(record[7])""#) && line.contains(#""change":\#(record[3]),"#))
                if record[6] == "photos" { #expect(exported.contains { $0.hasSuffix(#""payload":\#(record[14])}"#) }) }
            }
        }
    }

    @Test("ends at the first line of type state after the limit, and the next token goes on there")
    func limit() async throws {
        try await withSynced { fixture in
            var after = ""
            var ids: Set<String> = []
            var isComplete = false
            var rounds = 0
            while !isComplete {
                let result = try await fixture.run("changes --limit 5\(after)")
                let told = try lines(result.output)
                #expect(told.last?.type == "state")
                for line in told where line.type == "item" { ids.insert(line.id ?? "") }
                isComplete = told.last?.body?.complete ?? false
                after = " --after \(try token(result.output))"
                rounds += 1
            }
            #expect(rounds > 3 && ids.count > 10)
        }
    }

    // MARK: Bad input

    @Test(
        "refuses what is no token",
        arguments: ["x", "", "fc1", "fc1.a.b.c", "fc0.00.1.1.1.1.1.1.1.x", "1", "fc-1.00"])
    func malformed(text: String) async throws {
        let fixture = try ShellFixture()
        let result = try await fixture.run("changes --after \(ShellFixture.quoted(text))")
        #expect(result.status == .usage && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("token"), "\(result.errors)")
    }

    @Test("knows a reader by its name, and tells it again what it has not taken")
    func consumer() async throws {
        try await withSynced { fixture in
            func items(_ line: String) async throws -> (count: Int, token: String) {
                let output = try await fixture.run(line).output
                return (try lines(output).count { $0.type == "item" }, try token(output))
            }
            let all = try await items("changes --as search")
            #expect(all.count > 0)
            #expect(try await items("changes --as search").count == all.count)
            #expect(try await items("changes --as search --after \(all.token)").count == 0)
            #expect(try await items("changes --as search").count == 0)
            let consumers = try await fixture.run("consumers --json").output
            #expect(consumers.contains(#""name":"search","kind":"reader","run":1,"#))
            #expect(consumers.contains(#""runs_behind":0,"changes_behind":0,"#))
            #expect(try await fixture.run("consumers forget search").status == .done)
            #expect(try await items("changes --as search").count == all.count)
            #expect(try await fixture.run("changes --as ' '").status == .usage)
            #expect(try await fixture.run("changes --as search --sql postgresql").status == .usage)
        }
    }

    @Test("refuses a token that was cut short, or in which a digit is another")
    func damaged() async throws {
        try await withSynced { fixture in
            let token = try token(try await fixture.run("changes").output)
            for cut in 1..<token.count {
                #expect(try await fixture.run("changes --after \(token.dropLast(cut))").status == .usage)
            }
            for place in token.indices {
                var other = token
                other.replaceSubrange(place...place, with: token[place] == "7" ? "8" : "7")
                let status = try await fixture.run("changes --after \(other)").status
                // Another format is one that this program does not know.
                #expect(status == .usage || other.hasPrefix("fc7") && status == .badData, "\(other)")
            }
        }
    }

    @Test("refuses a token of a later format, and one of another cache, which no snapshot follows")
    func foreignTokens() async throws {
        try await withSynced { fixture in
            let later = try await fixture.run("changes --after fc2.00.1")
            #expect(later.status == .badData && later.output.isEmpty && later.errors.contains("format 2"))
            let token = try token(try await fixture.run("changes").output)
            let name = try await fixture.run("changes --new-cache").output
            #expect(name.count == 33 && !token.contains(name.dropLast()))
            let other = try await fixture.run("changes --after \(token)")
            #expect(other.status == .noInput && other.output.isEmpty && other.errors.contains("another") == false)
            #expect(other.errors.contains(name.dropLast()), "\(other.errors)")
            #expect(try lines(try await fixture.run("changes").output).allSatisfy { $0.cache == name.dropLast() })
        }
    }

    @Test("sends a snapshot where the file was put back, or went its own way, and says so")
    func putBack() async throws {
        try await withSynced { fixture in
            let copy = fixture.folder.appending(path: "copy.db").path
            #expect(try await fixture.run("backup \(copy)").status == .done)
            #expect(try await fixture.run("sync -q --full").status == .done)
            let token = try token(try await fixture.run("changes").output)
            let ahead = try await fixture.run("changes --db \(copy) --after \(token)")
            #expect(ahead.status == .done)
            #expect(ahead.errors.contains("put back") && ahead.errors.split(separator: "\n").count == 1)
            #expect(try lines(ahead.output).first?.body?.why == "forked")
            for _ in 0..<3 { #expect(try await fixture.run("sync -q --full --db \(copy)").status == .done) }
            let fork = try await fixture.run("changes --db \(copy) --after \(token)")
            #expect(fork.status == .done)
            #expect(try lines(fork.output).first?.body?.why == "forked")
        }
    }

    @Test("says where there is no cache yet, and makes none")
    func noCache() async throws {
        let fixture = try ShellFixture()
        for line in ["changes", "changes --new-cache"] {
            let result = try await fixture.run(line)
            #expect(result.status == .noInput && result.errors.contains("no cache"), "\(result.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: path(fixture)))
    }

    @Test(
        "refuses what makes no sense",
        arguments: ["--limit 0", "--format json", "--format table", "--sql sqlite", "--sql postgresql --follow"])
    func usage(options: String) async throws {
        let fixture = try ShellFixture()
        let result = try await fixture.run("changes \(options)")
        #expect(result.status == .usage && result.output.isEmpty, "\(result)")
    }

    // MARK: Following

    @Test("goes on with what is written, and ends when it is stopped")
    func following() async throws {
        try await withSynced { fixture in
            let cache = try fixture.shell.cache(SharedOptions.parse([]))
            let rounds = Counter()
            let path = path(fixture)
            let commits = Commits(of: cache.database) { _ in
                guard await rounds.next() <= 2 else { throw CancellationError() }
                let source = try FeedDatabase(path: path).source(named: "gourmet")
                _ = try RunStore.begin(.sync, of: source, process: 1, now: Instant(seconds: 0))
            }
            var completes = 0
            await #expect(throws: CancellationError.self) {
                var messages = cache.messages(follows: true, commits: commits).makeAsyncIterator()
                while let chunk = try await messages.nextChunk() {
                    guard chunk.isComplete else { continue }
                    completes += 1
                    if completes > 1 { #expect(chunk.lines.contains { $0.kind == .run }) }
                }
            }
            #expect(completes >= 3)
        }
    }

    @Test("looks for commits at least every half second")
    func interval() async throws {
        try await withSynced { fixture in
            let cache = try fixture.shell.cache(SharedOptions.parse([]))
            let commits = Commits(of: cache.database) { duration in
                #expect(duration <= .milliseconds(500) && duration > .zero)
                throw CancellationError()
            }
            await #expect(throws: CancellationError.self) {
                var messages = cache.messages(follows: true, commits: commits).makeAsyncIterator()
                while try await messages.nextChunk() != nil {}
            }
        }
    }

    private actor Counter {
        private var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }
}
