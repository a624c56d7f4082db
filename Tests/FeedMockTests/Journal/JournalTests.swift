import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import FeedMock

@Suite("The journal", .timeLimit(.minutes(10))) struct JournalTests {
    private let base = MockAPI.gourmetPath

    /// A server whose waits last until the gate opens; and the waits that begin.
    private func held(_ faults: [FaultRule]) -> (MockConfiguration, AsyncStream<Void>, AsyncStream<Void>.Continuation) {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        var configuration = MockConfiguration()
        configuration.faults = faults
        configuration.grace = .milliseconds(1)
        configuration.pause = { _ in
            begin.yield()
            for await _ in gate { return }
            throw CancellationError()
        }
        return (configuration, begun, open)
    }

    @Test("a request is in it when it is received, its answer when it was sent")
    func received() async throws {
        let (configuration, _, open) = held([FaultRule("photos", .stall(seconds: 60))])
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            async let answer = client.send("GET", "\(base)/photos?page=2")
            let waiting = try await server.journal.first { !$0.isEmpty && $0[0].fault != nil }
            #expect(waiting.status == nil && waiting.elapsed == nil && waiting.outcome == "no answer yet")
            #expect(waiting.name == "photos" && waiting.parameter("page") == "2" && waiting.fault == "stall=60")
            open.yield()
            #expect(try await answer.status == 200)
            let entry = try #require(server.journal.entries.first)
            #expect(entry.status == 200 && entry.elapsed != nil && entry.bytes > 0)
            #expect(entry.responseHeaders["content-type"]?.hasPrefix("application/json") == true)
            #expect(entry.responseHeaders["etag"] != nil)
        }
    }

    @Test("a client that leaves during a stall is aborted")
    func aborted() async throws {
        let (configuration, begun, open) = held([FaultRule("photos", .stall(seconds: 60))])
        try await withMockServer(configuration) { server, baseURL in
            let port = try #require(Int(baseURL.split(separator: ":")[2].prefix { $0 != "/" }))
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            let request = "GET \(base)/photos HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            try await channel.writeAndFlush(ByteBuffer(string: request))
            for await _ in begun { break }
            try await channel.close()
            let entry = try await server.journal.first { $0.first?.isAborted == true }
            #expect(entry.status == nil && entry.outcome == "aborted" && entry.elapsed != nil)
            open.finish()
        }
    }

    @Test("a body is kept to its limit, and its length whole")
    func body() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            _ = try await client.send("POST", "\(base)/events", body: #"{"events": []}"#)
            let long = String(repeating: "x", count: Journal.bodyLimit + 5)
            _ = try await client.send("POST", "\(base)/events", body: long)
            let tooLong = String(repeating: "x", count: MockAPI.bodyLimit + 5)
            _ = try await client.send("POST", "\(base)/events", body: tooLong)
            let entries = server.journal.entries
            #expect(String(decoding: entries[0].body, as: UTF8.self) == #"{"events": []}"#)
            #expect(entries[1].body.count == Journal.bodyLimit && entries[1].bodyLength == Journal.bodyLimit + 5)
            #expect(entries.map(\.status) == [202, 400, 413])
        }
    }

    @Test("over HTTP a wait ends with the next request, and not with one before")
    func waiting() async throws {
        let (configuration, _, open) = held([])
        defer { open.finish() }
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            _ = try await client.send("GET", "\(base)/keywords")
            async let answer = client.send("GET", "/__mock/journal?wait=60&after=1")
            _ = try await client.send("GET", "\(base)/articles")
            let entries = try #require(try object(try await answer.body)["entries"] as? [Fields])
            #expect(entries.count == 1 && entries.first?["path"] as? String == "\(base)/articles")
            #expect(entries.first?["aborted"] as? Bool == false && entries.first?["number"] as? Int == 2)
        }
    }

    @Test("a form and headers with credentials are not shown")
    func secrets() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            let headers = [
                "Content-Type: application/x-www-form-urlencoded", "X-API-Key: s3cret", "Authorization: Basic s3cret",
            ]
            _ = try await client.send("POST", "\(base)/token", headers: headers, body: "client_secret=s3cret")
            let shown = String(decoding: try await client.send("GET", "/__mock/unmatched").body, as: UTF8.self)
            #expect(shown.contains("(sent)") && shown.contains("\"unmatched\":true") && !shown.contains("s3cret"))
        }
    }

    @Test("an entry that was cleared is not brought back by its answer")
    func cleared() throws {
        let journal = Journal()
        func entry(_ number: Int) -> JournalEntry { JournalEntry(number, MockRequest(.get, "/a"), named: "a") }
        let old = journal.append(entry)
        journal.clear()
        let new = journal.append(entry)
        #expect(journal.update(old) { $0.status = 200 } == nil)
        #expect(journal.update(new) { $0.status = 201 }?.status == 201)
        #expect(journal.entries.map(\.status) == [201] && journal.count == 1)
    }

    @Test("it is bounded, and entries are found after the first were forgotten")
    func bounded() throws {
        let journal = Journal()
        var last: Journal.Ticket?
        for _ in 0..<(2 * Journal.capacity + 1) {
            last = journal.append { JournalEntry($0, MockRequest(.get, "/a"), named: "a") }
        }
        #expect(journal.entries.count == Journal.capacity + 1 && journal.count == 2 * Journal.capacity + 1)
        let ticket = try #require(last)
        #expect(journal.update(ticket) { $0.status = 200 }?.number == ticket.number)
    }
}

extension Journal {
    /// Waits for entries of which this holds.
    ///
    /// - Returns: the first of them.
    fileprivate func first(when isDone: @escaping @Sendable ([JournalEntry]) -> Bool) async throws -> JournalEntry {
        // Ended by the suite's time limit only.
        let entries = await wait(atMost: .seconds(3_600), pause: { try await Task.sleep(for: $0) }, until: isDone)
        return try #require(entries.first)
    }
}
