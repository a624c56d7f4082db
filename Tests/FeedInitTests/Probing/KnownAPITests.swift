import FeedModel
import TestSupport
import Testing

@testable import FeedInit

@Suite("Manifests that are proposed for well-known servers", .serialized)
struct KnownAPITests {
    @Test("read all 250 items", arguments: KnownAPI.allCases)
    func whole(api: KnownAPI) async throws {
        let server = try await LoopbackAPI(api.answer)
        let outcome = try await server.propose(api.url, body: api.body)
        let (report, keys) = try await server.sync(outcome.text)
        #expect(keys == KnownAPI.keys, "\(outcome.text)")
        #expect(report?.outcome == .complete, "\(String(describing: report?.failure)) \(outcome.text)")
    }

    @Test("read a server that counts pages from 0 and does not say so")
    func fromZero() async throws {
        let server = try await LoopbackAPI { name in
            let page = Int(name.split(separator: "page=").dropFirst().first ?? "") ?? 0
            let ids = (min(page * 10, 35)..<min(page * 10 + 10, 35)).map { "{\"id\":\($0)}" }
            return TableAnswer(body: "[\(ids.joined(separator: ","))]")
        }
        let outcome = try await server.propose("/v1/list")
        #expect(outcome.text.contains("first = 0"))
        #expect(try await server.sync(outcome.text).keys.count == 35)
    }

    @Test(
        "are refused where the answer says that there is more and nothing gives it",
        arguments: [
            #""total":99"#, #""has_more":true"#, #""done":false"#, #""next_cursor":"x""#, #""totalSize":99"#,
            #""pagination":{"page":1,"pageSize":3,"pageCount":4,"total":12}"#,
        ])
    func partial(more: String) async throws {
        let server = try await LoopbackAPI { _ in
            TableAnswer(body: #"{"data":[{"id":1},{"id":2},{"id":3}],\#(more)}"#)
        }
        let error = await #expect(throws: ProposalError.self) { try await server.propose("/v1/list") }
        #expect(error?.report.code == "init_paging")
        #expect(error?.message.contains("not the whole list") == true)
    }

    @Test("doubt an answer of as many items as were asked for, or of a round number", arguments: ["?limit=30", ""])
    func doubt(query: String) async throws {
        let server = try await LoopbackAPI { _ in
            TableAnswer(body: "[\((1...30).map { "{\"id\":\($0)}" }.joined(separator: ","))]")
        }
        let outcome = try await server.propose("/v1/list" + query)
        #expect(outcome.proposal.doubt?.contains("30 items") == true)
        #expect(outcome.proposal.paging.evidence.contains("Look at it: 30 items"))
        let probe = try #require(try await server.probe(outcome.text).first)
        #expect(probe.suspicions.map(\.kind) == [.roundCount])
    }

    @Test("look at all items of an answer for the ID: names that repeat after the 600th need their type")
    func lateRepeat() async throws {
        let items =
            (0..<617).map { "{\"name\":\"n\($0)\",\"type\":\"A\"}" }
            + (0..<617).map {
                "{\"name\":\"n\($0)\",\"type\":\"B\"}"
            }
        let server = try await LoopbackAPI { _ in TableAnswer(body: "{\"rrsets\":[\(items.joined(separator: ","))]}") }
        let outcome = try await server.propose("/v1/list")
        #expect(outcome.text.contains(#"id = ["name", "type"]"#), "\(outcome.text)")
    }
}
