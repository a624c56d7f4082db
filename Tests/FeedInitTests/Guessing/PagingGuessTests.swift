import FeedModel
import FeedSource
import Testing

@testable import FeedInit

@Suite("How a list seems to be read page by page")
struct PagingGuessTests {
    /// An answer, and the first guess as the manifest writes it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var url = ProposalFixture.url
        var headers: [String: String] = [:]
        /// What is beside the list of three items.
        var body = ""
        var request: String?
        let paging: String

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "Link", headers: ["Link": "<?page=2>; rel=\"next\""], paging: #"{ style = "link" }"#),
        Row(
            name: "Link with a size", url: "https://api.example.com/v1/list?per_page=3",
            headers: ["Link": "<?page=2&per_page=3>; rel=next", "X-Total-Count": "30"],
            paging: #"{ style = "link", total_header = "X-Total-Count", size_param = "per_page", size = 3 }"#),
        Row(
            name: "a header", headers: ["Next-Page": "/a?_token=x"],
            paging: #"{ style = "next_url", next_header = "Next-Page" }"#),
        Row(
            name: "DRF", body: #""count":9,"next":"http://h/?page=2","previous":null"#,
            paging: #"{ style = "next_url", next = "next", total = "count" }"#),
        Row(
            name: "DRF at its end", body: #""count":3,"next":null,"previous":null"#,
            paging: #"{ style = "next_url", next = "next", total = "count" }"#),
        Row(
            name: "HAL", body: #""_links":{"next":{"href":"/l?page=2&page_size=3"}},"total":9"#,
            paging:
                #"{ style = "next_url", next = "_links.next.href", total = "total", size_param = "page_size", size = 3 }"#
        ),
        Row(
            name: "FHIR", body: #""link":[{"relation":"self","url":"x"},{"relation":"next","url":"/l?a=b"}]"#,
            paging: #"{ style = "next_url", next = "link[relation=next].url" }"#),
        Row(
            name: "OData", body: #""@odata.nextLink":"List?$skiptoken=a","@odata.count":5"#,
            paging: #"{ style = "next_url", next = '"@odata.nextLink"', total = '"@odata.count"' }"#),
        Row(
            name: "a token", body: #""nextPageToken":"abc""#,
            paging: #"{ style = "cursor", param = "pageToken", next = "nextPageToken" }"#),
        Row(
            name: "a token in snake case", body: #""meta":{"next_cursor":"abc","has_more":true}"#,
            paging: #"{ style = "cursor", param = "cursor", next = "meta.next_cursor", has_next = "meta.has_more" }"#),
        Row(
            name: "a token that looks like a path", body: #""next":"/9j/4AAQSkZJRg==""#,
            paging: #"{ style = "cursor", param = "cursor", next = "next" }"#),
        Row(
            name: "MediaWiki", body: #""continue":{"apcontinue":"B","continue":"-||"}"#,
            paging: #"{ style = "cursor", next = "continue" }"#),
        Row(
            name: "DynamoDB", body: #""Count":3,"LastEvaluatedKey":{"id":{"N":"3"}}"#,
            request: #"{"TableName":"books","Limit":3}"#,
            paging:
                #"{ style = "cursor", param = "ExclusiveStartKey", next = "LastEvaluatedKey", size_param = "Limit", size = 3 }"#
        ),
        Row(
            name: "a token of AWS", body: #""NextToken":"abc""#, request: #"{"kind":"a"}"#,
            paging: #"{ style = "cursor", param = "NextToken", next = "NextToken" }"#),
        Row(
            name: "Relay", body: #""pageInfo":{"hasNextPage":true,"endCursor":"c1"},"totalCount":9"#,
            request: #"{"variables":{"first":3,"after":null}}"#,
            paging:
                #"{ style = "cursor", param = "variables.after", next = "pageInfo.endCursor", has_next = "pageInfo.hasNextPage", total = "totalCount", size_param = "variables.first", size = 3 }"#
        ),
        Row(
            name: "pages with has_next", body: #""page":1,"has_next_page":true"#,
            paging: #"{ style = "page", has_next = "has_next_page" }"#),
        Row(
            name: "pages from 0", body: #""number":0,"page":0,"totalPages":4"#,
            paging: #"{ style = "page", first = 0, total_pages = "totalPages" }"#),
        Row(
            name: "WordPress", url: "https://api.example.com/v1/list?page=1&per_page=3",
            headers: ["X-WP-TotalPages": "4", "X-WP-Total": "10"],
            paging:
                #"{ style = "page", total_pages_header = "X-WP-TotalPages", total_header = "X-WP-Total", size_param = "per_page", size = 3 }"#
        ),
        Row(
            name: "pages in brackets", url: "https://api.example.com/v1/list?page[size]=3",
            paging: #"{ style = "page", param = "page[number]", size_param = "page[size]", size = 3 }"#),
        Row(
            name: "an offset in the request", url: "https://api.example.com/v1/list?skip=0&limit=3",
            body: #""total":9"#,
            paging: #"{ style = "offset", param = "skip", total = "total", size_param = "limit", size = 3 }"#),
        Row(
            name: "an offset in the answer", body: #""offset":0,"limit":3"#,
            paging: #"{ style = "offset", size = 3 }"#),
        Row(name: "nothing", paging: #"{ style = "page" }"#),
    ]

    @Test("is guessed from the answer", arguments: rows)
    func guessed(row: Row) throws {
        let items = #"[{"id":1},{"id":2},{"id":3}]"#
        let body = row.body.isEmpty ? items : "{\"data\":\(items),\(row.body)}"
        var proposal = try ProposalFixture.proposal(
            body, url: row.url, headers: HeaderFields(row.headers.map { .init(name: $0.key, value: $0.value) }),
            request: row.request)
        proposal.paging = try #require(proposal.pagings.first)
        #expect(proposal.value("paging") == row.paging)
        #expect(throws: Never.self) { try Manifest(toml: proposal.text(), file: "feed.toml") }
    }

    @Test("takes no number for a total that is the page’s where there is another page")
    func total() throws {
        let guesses = try ProposalFixture.proposal(#"{"count":2,"next":"?page=2","data":[{"id":1},{"id":2}]}"#).pagings
        #expect(guesses.first?.knowsEnd == false)
    }

    @Test("takes no number for a total that may count what is in the items")
    func nested() throws {
        let guesses = try ProposalFixture.proposal(
            #"{"total_replies":9,"replies":[{"id":1,"replies":[{"id":3}]},{"id":2,"replies":[]}]}"#,
            url: "https://api.example.com/v1/list?limit=2&offset=0"
        ).pagings
        #expect(guesses.first?.style == .offset && guesses.first?.knowsEnd == false)
    }

    @Test("leaves parameters that the paging sets out of the path")
    func path() throws {
        var proposal = try ProposalFixture.proposal(
            #"[{"id":1}]"#, url: "https://api.example.com/v1/list?page=1&per_page=3&kind=a",
            headers: ["Link": "<?page=2>; rel=next"])
        #expect(try proposal.text().contains("path = \"list?page=1&per_page=3&kind=a\""))
        proposal.paging = try #require(proposal.pagings.first)
        #expect(try proposal.text().contains("path = \"list?page=1&kind=a\""))
    }

    @Test("in a body only has parameters that are there")
    func body() throws {
        let proposal = try ProposalFixture.proposal(#"[{"id":1}]"#, request: #"{"skip":0,"filter":{"limit":5}}"#)
        #expect(proposal.pagings.map(\.style) == [.offset])
        #expect(proposal.pagings.first?.text == "offset with “skip”")
    }
}
