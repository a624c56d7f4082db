import Testing

@testable import FeedMock

@Suite struct DirectAnswerTests {
    private let photos = "\(MockAPI.gourmetPath)/photos"

    @Test("an answer in memory is the one that a connection carries")
    func same() async throws {
        try await withMockServer { mock, baseURL in
            let wired = try await RawClient(baseURL).send("GET", photos)
            let direct = try #require(mock.answer("GET", photos, authority: "127.0.0.1"))
            #expect(direct.status == wired.status && direct.body == wired.body)
            let tag = direct.headers.first { $0.name.lowercased() == "etag" }?.value
            #expect(tag != nil && tag == wired.headers["etag"])
            let (first, second) = (mock.journal.entries[0], mock.journal.entries[1])
            #expect(second.status == first.status && second.bytes == first.bytes)
            #expect(second.headers["host"] == "127.0.0.1" && second.number == 2)
        }
    }

    @Test("planned answers and validators hold in memory too")
    func planned() throws {
        let mock = try MockServer()
        mock.answer(.get("photos"), with: .status(503), .connectionLost, .world)
        #expect(mock.answer("GET", photos)?.status == 503)
        #expect(mock.answer("GET", photos) == nil)
        let answer = try #require(mock.answer("GET", photos))
        let tag = try #require(answer.headers.first { $0.name.lowercased() == "etag" }?.value)
        #expect(mock.answer("GET", photos, headers: [("If-None-Match", tag)])?.status == 304)
        #expect(mock.journal.entries.map(\.status) == [503, nil, 200, 304])
        #expect(mock.answer("HEAD", photos)?.body == [])
        #expect(mock.answer("NO METHOD", photos)?.status == 400)
    }

    @Test(
        "what breaks a connection gives no answer, and is in the journal", arguments: [Fault.reset, .truncate, .empty])
    func broken(fault: Fault) throws {
        let mock = try MockServer()
        mock.faults.add(FaultRule("photos", fault, times: 1))
        #expect(mock.answer("GET", photos) == nil)
        #expect(mock.journal.entries.first?.fault == fault.description)
        #expect(mock.answer("GET", photos)?.status == 200)
    }

    @Test("a planned break breaks the connection on the wire")
    func lost() async throws {
        try await withMockServer { mock, baseURL in
            mock.answer(.get("photos"), with: .connectionLost, .world)
            let lost = try? await RawClient(baseURL).send("GET", photos)
            #expect(lost?.status == nil)
            #expect(mock.journal.entries.map(\.status) == [nil])
            let next = try await RawClient(baseURL).send("GET", photos)
            #expect(next.status == 200)
        }
    }
}
