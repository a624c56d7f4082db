import FeedModel
import FeedSource
import Testing

@testable import FeedInit

@Suite("What an answer’s list and items seem to be")
struct ItemGuessTests {
    /// An answer, and what should be found in it: `items`, `id`, `version`, `deleted`.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let items: String
        let id: String
        var version: String?
        var deleted: String?

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "a bare array", body: #"[{"id":1},{"id":2}]"#, items: #""""#, id: #""id""#),
        Row(
            name: "an envelope with side lists",
            body:
                #"{"included":[{"id":1},{"id":2},{"id":3}],"data":[{"id":7,"updated_at":"2026-01-01T00:00:00Z"}],"errors":[]}"#,
            items: #""data""#, id: #""id""#, version: #""updated_at""#),
        Row(
            name: "an array of one around the page", body: #"[{"page":1,"photos":[{"id":3},{"id":4}],"more":false}]"#,
            items: #""0.photos""#, id: #""id""#),
        Row(
            name: "one item that has a list", body: #"[{"id":9,"comments":[{"id":1},{"id":2}]}]"#, items: #""""#,
            id: #""id""#),
        Row(
            name: "a deep list", body: #"{"response":{"body":{"things":[{"uuid":"a"},{"uuid":"b"}]}}}"#,
            items: #""response.body.things""#, id: #""uuid""#),
        Row(
            name: "edges", body: #"{"data":{"posts":{"edges":[{"cursor":"x","node":{"id":"a","updatedAt":5}}]}}}"#,
            items: #""data.posts.edges""#, id: #""node.id""#, version: #""node.updatedAt""#),
        Row(
            name: "OData", body: #"{"@odata.context":"c","value":[{"@odata.etag":"e","CustomerID":"ALFKI"}]}"#,
            items: #""value""#, id: #""CustomerID""#),
        Row(
            name: "a name that holds dots", body: #"{"my.list":[{"the.id":1},{"the.id":2}]}"#, items: #"'"my.list"'"#,
            id: #"'"the.id"'"#),
        Row(
            name: "JSON:API",
            body: #"{"data":[{"type":"a","id":"1","attributes":{"updated-at":"2026-01-01"}},{"type":"b","id":"1"}]}"#,
            items: #""data""#, id: #"["type", "id"]"#),
        Row(
            name: "an ID in two parts",
            body: #"[{"repo_id":1,"number":1},{"repo_id":1,"number":2},{"repo_id":2,"number":1}]"#,
            items: #""""#, id: #"["repo_id", "number"]"#),
        Row(
            name: "texts", body: #"{"repositories":["alpine","team/app"]}"#, items: #""repositories""#, id: #""@value""#
        ),
        Row(
            name: "an object by keys",
            body:
                #"{"rates":{"EUR":{"rate":1,"updated":2},"USD":{"rate":2,"updated":2},"CHF":{"rate":3,"updated":2}}}"#,
            items: #""rates""#, id: #""@key""#, version: #""updated""#),
        Row(
            name: "huge numbers",
            body: #"[{"id":123456789012345678901234567890},{"id":123456789012345678901234567891}]"#,
            items: #""""#, id: #""id""#),
        Row(
            name: "no usual name, but one that differs",
            body: #"[{"mail":"a@b","age":1},{"mail":"b@b","age":1},{"mail":"c@b","age":2}]"#, items: #""""#,
            id: #""mail""#),
        Row(
            name: "the GMT of two times",
            body: #"[{"id":1,"modified":"2026-01-01T00:00:00","modified_gmt":"2026-01-01T00:00:00"}]"#, items: #""""#,
            id: #""id""#, version: #""modified_gmt""#),
        Row(
            name: "releases, which are no versions", body: #"[{"id":1,"version":"1.9"},{"id":2,"version":"1.10"}]"#,
            items: #""""#, id: #""id""#),
        Row(
            name: "deletion times", body: #"[{"id":1,"deleted_at":null},{"id":2,"deleted_at":"2026-01-01T00:00:00Z"}]"#,
            items: #""""#, id: #""id""#, deleted: #""deleted_at""#),
        Row(
            name: "words for deleted are no marks", body: #"[{"id":1,"deleted":"maybe"},{"id":2,"deleted":"no"}]"#,
            items: #""""#, id: #""id""#),
        Row(
            name: "an author’s ID is not the item’s",
            body: #"[{"author":{"id":1},"slug":"a"},{"author":{"id":2},"slug":"b"}]"#,
            items: #""""#, id: #""slug""#),
        Row(
            name: "a time that only some have",
            body: #"[{"id":1,"edited_at":null},{"id":2,"edited_at":"2026-01-01T00:00:00Z"}]"#,
            items: #""""#, id: #""id""#),
    ]

    @Test("is found, and the manifest that says so can be read", arguments: rows)
    func found(row: Row) throws {
        let proposal = try ProposalFixture.proposal(row.body)
        #expect(proposal.value("items") == row.items)
        #expect(proposal.value("id") == row.id)
        #expect(proposal.value("version") == row.version)
        #expect(proposal.value("deleted") == row.deleted)
        let manifest = try Manifest(toml: proposal.text(), file: "feed.toml")
        let page = try #require(manifest.collections.first).decoder.decode(Array(row.body.utf8))
        #expect(page.rejectedCount == 0 && page.itemCount > 0)
        #expect(manifest.warnings.isEmpty)
    }

    @Test("may be groups of items: the evidence says how the items are read")
    func groups() throws {
        let rules = (0..<6).map { #"{"name":"r\#($0)","query":"up == 0"}"# }
        let groups = [0, 3].map {
            #"{"name":"g\#($0)","rules":[\#(rules[$0..<$0 + 3].joined(separator: ","))],"limit":0}"#
        }
        let body = #"{"data":{"groups":[\#(groups.joined(separator: ","))]}}"#
        let proposal = try ProposalFixture.proposal(body)
        #expect(proposal.value("items") == #""data.groups""#)
        let path = "data.groups.*.rules"
        #expect(proposal.findings.first?.evidence.hasSuffix("items = \"\(path)\".") == true)
        let text = try proposal.text().replacing("items = \"data.groups\"", with: "items = \"\(path)\"")
        let decoder = try #require(Manifest(toml: text, file: "feed.toml").collections.first).decoder
        #expect(try decoder.decode(Array(body.utf8)).itemCount == 6)
    }

    @Test(
        "is not called groups where what is in its items is the lesser part of them",
        arguments: [
            #"[{"id":1,"text":"a book, and what it is about","tags":[{"a":1},{"a":2}]}]"#,
            #"[{"id":1,"parts":[{"some":"thing that is long"}]},{"id":2,"parts":[]}]"#,
            #"[{"id":1,"names":["one","two","three"]}]"#,
        ])
    func noGroups(body: String) throws {
        #expect(try ProposalFixture.proposal(body).findings.first?.evidence.contains("Look at it") == false)
    }

    @Test("has evidence for each part, as a comment above its key")
    func evidence() throws {
        let text = try ProposalFixture.proposal(#"{"data":[{"id":"a\u0007b"},{"id":"c"}]}"#).text()
        #expect(text.contains("# An array of 2 objects.\nitems = \"data\"\n"))
        #expect(text.contains("# Each of 2 items has one, no two the same: \"a b\", \"c\".\nid = \"id\"\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 120 })
    }

    @Test(
        "is none: the error says what is there instead",
        arguments: [
            ("{}", "init_no_list"), (#"{"id":1,"title":"x"}"#, "init_no_list"), ("3", "init_no_list"),
            ("[[1,2],[3,4]]", "init_no_list"), ("[null,true]", "init_no_list"), ("[]", "init_empty_list"),
            (#"{"data":[],"total":0}"#, "init_empty_list"), (#"[{"a":null},{"a":null}]"#, "init_no_id"),
            (#"[{"a":1.5},{"a":2.5}]"#, "init_no_id"), (#"[{},{}]"#, "init_no_id"),
        ])
    func none(body: String, code: String) throws {
        let error = #expect(throws: ProposalError.self) { try ProposalFixture.proposal(body) }
        #expect(error?.code == code)
        #expect(error?.advice != nil)
    }

    @Test(
        "is none in a document of links, which the error names",
        arguments: [
            #"{"lists":["/v1/books","/v1/authors"]}"#, #"["https://api.example.com/v1/books","/v1/authors"]"#,
            #"{"books":"/v1/books","authors":"/v1/authors"}"#,
        ])
    func root(body: String) {
        let error = #expect(throws: ProposalError.self) { try ProposalFixture.proposal(body) }
        #expect(error?.code == "init_no_list")
        #expect(
            error?.advice == "did you mean https://api.example.com/v1/books or https://api.example.com/v1/authors?")
    }

    @Test("is none in a document of links, which the error names without their secrets")
    func links() throws {
        let error = #expect(throws: ProposalError.self) {
            try ProposalFixture.proposal(#"{"books":"https://api.example.com/books/?token=abc","n":1}"#)
        }
        #expect(error?.advice == "did you mean https://api.example.com/books/?token=…?")
    }
}
