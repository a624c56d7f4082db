import FeedModel
import FeedSource
import TestSupport
import Testing

@testable import FeedInit

@Suite("An answer that is no list, or is hostile")
struct HostileAnswerTests {
    /// Whatever an answer is, there is a manifest that can be read, or an error.
    private func look(_ body: [UInt8], _ headers: HeaderFields = HeaderFields()) throws {
        do {
            var proposal = try ProposalFixture.proposal(body, headers: headers)
            for guess in [PagingGuess.none(evidence: "")] + proposal.pagings {
                proposal.paging = guess
                let text = try proposal.text()
                #expect(throws: Never.self, "\(text)") { try Manifest(toml: text, file: "feed.toml") }
            }
        } catch let error as ProposalError {
            #expect(!error.message.utf8.contains { $0 < 0x20 })
        } catch let error as SourceError {
            #expect(error.code == .malformed)
        }
    }

    static let bodies: [String] = [
        "", " ", "<html>", "nope", "{", "\u{FEFF}[]",
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        String(repeating: #"{"a":"#, count: 400) + "[1]" + String(repeating: "}", count: 400),
        String(repeating: "[", count: 100_000), #"[{"id":1e999},{"id":2}]"#, #"[{"":1},{"":2}]"#,
        #"[{"id":"\u0000"},{"id":"\ud800"}]"#, #"{"a\"b\\c\n.d[x=y]":[{"i\"'d":1},{"i\"'d":2}],"next\u0001":"?a=b"}"#,
        #"{"next":"http://[::","data":[{"id":1}]}"#, #"{"next":-1,"data":[{"id":1}]}"#,
        #"{"total":1e400,"data":[{"id":1}]}"#,
        #"{"next":{"next":{"next":"?a"}},"data":[{"id":1}]}"#, #"{"continue":{},"data":[{"id":1}]}"#,
        #"{"total_pages":99999999999999999999,"page":1,"data":[{"id":1}]}"#, #"[1,"a",2,"a"]"#, #"["'''","'"]"#,
        #"{"items":{"a":{"x":1},"b":{"x":1},"c":{"x":1}},"items":[{"id":1}]}"#, #"[[{"id":1}],[{"id":2}]]"#,
    ]

    @Test("gives an error or a manifest that can be read", arguments: bodies)
    func hostile(body: String) throws {
        try look(Array(body.utf8))
    }

    @Test("gives the same with hostile headers")
    func headers() throws {
        for (name, value) in [
            ("Link", "<>; rel=next"), ("Link", "<http://[::>; rel=next"), ("X-Next", "?\u{7}"), ("Next-Page", "/"),
            ("X-Total-Count", "-1"), ("X-Total-Count", "99999999999999999999"), ("X-Pages", ""),
            ("Link", "<?limit=9>;rel=next"),
            ("Link", "<?page%5Bsize%5D=9&=1&&>;rel=next"),
        ] {
            try look(Array(#"[{"id":1}]"#.utf8), HeaderFields([.init(name: name, value: value)]))
        }
    }

    @Test("is bytes drawn at random, or a good answer with some of them changed", arguments: SeededGenerator.seeds(400))
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var body = Array(
            #"{"meta":{"next":"/a?page=2&limit=2","total":9,"has_more":true},"data":[{"id":1,"updated_at":5,"deleted":false},{"id":2}]}"#
                .utf8)
        if Int.random(in: 0..<10, using: &random) == 0 {
            body = (0..<Int.random(in: 0..<60, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        } else {
            body.mutate(using: &random)
        }
        try look(body)
    }

    @Test("has names and values of any letters", arguments: SeededGenerator.seeds(200))
    func names(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func text() -> String {
            var writer = JSONWriter()
            writer.string(RandomText.make(&random))
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let id = text()
        try look(
            Array(
                "{\(text()):{\"next\":\(text()),\"total\":3},\(text()):[{\(id):1,\"updated_at\":\(text())},{\(id):2}]}"
                    .utf8),
            HeaderFields([.init(name: "X-Next", value: "?" + RandomText.make(&random))]))
    }

    @Test("has thousands of fields and items: a part of them is looked at")
    func long() throws {
        let items = (0..<20_000).map { #"{"id":\#($0),"f\#($0)":\#($0)}"# }.joined(separator: ",")
        let fields = (0..<5_000).map { #""k\#($0)":{"a\#($0)":1}"# }.joined(separator: ",")
        let proposal = try ProposalFixture.proposal("{\"data\":[\(items)],\(fields)}")
        #expect(proposal.value("items") == #""data""#)
        #expect(proposal.value("id") == #""id""#)
        #expect(proposal.count == 20_000)
    }
}
