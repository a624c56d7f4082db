import FeedModel
import HTTPTypes
import Testing

@testable import FeedMock

@Suite("Faults by the words of a feed") struct FeedFaultTests {
    private func answer(_ fault: FeedFault, _ target: String, headers: HTTPFields = [:], _ api: MockAPI) -> Answer {
        let request = MockRequest(.get, "\(MockAPI.gourmetPath)/\(target)", headers: headers)
        return fault.answer(to: request, by: api)
    }

    private func ids(_ fault: FeedFault?, _ target: String, _ api: MockAPI) throws -> [String] {
        let answer = fault.map { self.answer($0, target, api) } ?? api.get(target)
        return try objects(answer.body).map(id)
    }

    @Test("slide: the page begins one item later and ends one later")
    func slide() throws {
        let api = try MockAPI()
        let all = try ids(nil, "articles?page=1&per_page=30", api)
        #expect(try ids(.slide, "articles?page=2&per_page=5", api) == Array(all[6..<11]))
        #expect(try ids(.slide, "articles?offset=5&limit=5", api) == Array(all[6..<11]))
        #expect(try ids(.slide, "articles?page=6&per_page=5", api) == Array(all[26..<30]))
    }

    @Test("duplicate-id, renamed-ids and other-account change IDs only as they say")
    func identities() throws {
        let api = try MockAPI()
        for list in ["articles", "keywords"] {
            let right = try ids(nil, "\(list)?per_page=5", api)
            #expect(try ids(.duplicateID, "\(list)?per_page=5", api) == right + [right[0]])
            let renamed = try ids(.renamedIDs, "\(list)?per_page=5", api)
            #expect(renamed.count == 5 && Set(renamed).isDisjoint(with: right))
            let foreign = try ids(.otherAccount, "\(list)?per_page=5", api)
            #expect(foreign.count == 5 && Set(foreign).isDisjoint(with: right + renamed))
        }
        #expect(api.get("articles").body == (try MockAPI().get("articles").body), "the world is as it was")
    }

    @Test("older-version goes a day back, with other content")
    func olderVersion() throws {
        let api = try MockAPI()
        let right = try objects(api.get("articles").body)
        let old = try objects(answer(.olderVersion, "articles", api).body)
        #expect(try old.map(version) == right.map { try version($0) - 86_400_000 })
        #expect(old.allSatisfy { $0["title"] as? String == "as it was" })
    }

    @Test("wrong-total and cursor-loop are false about the list")
    func lists() throws {
        let api = try MockAPI()
        #expect(answer(.wrongTotal, "articles", api).header("X-Total-Count") == "1030")
        let looped = answer(.cursorLoop, "articles?page=2&per_page=5", api)
        let target = "\(MockAPI.gourmetPath)/articles?page=2&per_page=5"
        #expect(looped.header("Link") == "<\(target)>; rel=\"next\"")
        #expect(try objects(looped.body).map(id) == (try ids(nil, "articles?page=1&per_page=5", api)))
        let last = try objects(answer(.cursorLoop, "photos?page=6", api).body)
        #expect(last.first?["has_next_page"] as? Bool == true)
        let hollow = try objects(answer(.emptyPage, "photos?page=6", api).body)
        #expect(
            hollow.first?["has_next_page"] as? Bool == true && (hollow.first?["photos"] as? [Fields])?.isEmpty == true)
    }

    @Test("a version or a total at the end of its range stays a number")
    func extremes() throws {
        let folder = try DataFolder(["db.json": #"{"photos": [{"id": 1, "updated_at": -9223372036854775808}]}"#])
        let api = try folder.api("db.json")
        let old = FeedFault.olderVersion.answer(to: MockRequest(.get, "/photos"), by: api)
        #expect(try objects(old.body).map(version) == [Int64.min &- 86_400_000])
        let exchange = RecordedExchange(
            method: "GET", path: "/photos", query: "", status: 200,
            headers: [("X-Total-Count", "\(Int.max)")], body: Array("[]".utf8))
        let recording = Recording(origin: "https://api.example.com", basePath: "", exchanges: [exchange])
        _ = try RecordingFolder(path: folder.path("r")).add(recording)
        let recorded = try MockAPI { $0.content = .directory(path: folder.path("r")) }
        let total = FeedFault.wrongTotal.answer(to: MockRequest(.get, "/photos"), by: recorded)
        #expect(total.header("X-Total-Count") == "\(Int.max &+ 1_000)")
    }

    @Test("unknown-tombstone adds one, of the list's kind of ID")
    func tombstone() throws {
        let api = try MockAPI()
        for (list, unknown) in [("articles", "999999999"), ("keywords", "never-was")] {
            let items = try objects(answer(.unknownTombstone, "\(list)?per_page=5", api).body)
            #expect(items.count == 6 && items.last.map(id) == unknown && items.last?["deleted"] as? Bool == true)
        }
    }

    @Test("false-304 and new-etag break validation")
    func validators() throws {
        let api = try MockAPI()
        #expect(answer(.falseNotModified, "articles", api).status == .notModified)
        let right = api.get("articles")
        let tag = try #require(right.headers[.eTag])
        let other = answer(.newETag, "articles", headers: [.ifNoneMatch: tag], api)
        #expect(other.status == .ok && other.body == right.body && other.headers[.eTag] != tag)
    }

    @Test("duplicate-section gives two sections one ID")
    func sections() throws {
        let api = try MockAPI()
        let body = try object(answer(.duplicateSection, "sections", api).body)
        let ids = try #require(body["sections"] as? [Fields]).map(id)
        #expect(ids[0] == ids[1] && Set(ids).count == ids.count - 1)
    }

    @Test("no fault traps or changes what it is not about", arguments: FeedFault.allCases)
    func others(fault: FeedFault) throws {
        let api = try MockAPI()
        for target in ["ads", "nothing", "photos?page=99", "photos?page=x", "articles?since=0", ""] {
            let answer = self.answer(fault, target, api)
            #expect(answer.status == api.get(target).status || answer.status == .notModified, "\(target)")
        }
        let post = MockRequest(.post, "\(MockAPI.gourmetPath)/events", body: Array(#"{"events": []}"#.utf8))
        #expect(fault.answer(to: post, by: api).status == .accepted)
    }

    @Test(
        "clock-skew, bandwidth, cut and down are read and written",
        arguments: FeedFault.allCases.map(\.rawValue) + [
            "clock-skew=-3600", "bandwidth=100", "cut=10",
        ])
    func syntax(kind: String) throws {
        let rule = try FaultRule(parsing: "photos:\(kind)*2")
        #expect(rule.description == "photos:\(kind)*2" && rule.times == 2)
        #expect(try FaultRule(parsing: "photos:down").times == nil)
        #expect(try FaultRule(parsing: "photos:down").description == "photos:down*all")
        for wrong in ["cut=0", "cut=x", "cut", "bandwidth=-1", "clock-skew=x", "clock-skew=99999999", "slide=1"] {
            #expect(throws: FaultSyntaxError.self, "\(wrong)") { try FaultRule(parsing: "photos:\(wrong)") }
        }
    }
}
