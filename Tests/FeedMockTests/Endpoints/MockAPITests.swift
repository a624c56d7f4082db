import HTTPTypes
import TestSupport
import Testing

@testable import FeedMock

@Suite struct MockAPITests {
    @Test("sections come in both wire forms, with unique IDs, and name lists that are there")
    func sections() throws {
        let body = try object(try MockAPI().get("sections").body)
        let sections = try #require(body["sections"] as? [Fields])
        #expect(Set(sections.map(id)).count == sections.count)
        #expect(
            Set(sections.compactMap { $0["layout"] as? String })
                == ["carousel", "chips", "list", "ranking", "mosaic", "waterfall"])
        let collections = sections.compactMap { $0["collection"] as? String }
        #expect(Set(collections) == Set(ListName.allCases.map(\.rawValue)))
        let inline = sections.compactMap { $0["items"] as? [Fields] }
        #expect(inline.count == 2 && inline.allSatisfy { !$0.isEmpty })
        #expect(sections.allSatisfy { $0["sectionType"] is String && $0["sectionTitle"] is String })
        let policies = sections.compactMap { $0["ads"] as? Fields }
        #expect(policies.contains { $0["every"] as? Int == 6 })
    }

    @Test("sections change places as the world moves, and none is lost", arguments: SeededGenerator.seeds(10))
    func reordering(seed: UInt64) {
        let world = World(seed: seed)
        let orders = (0..<40).map { Screen(world: world, tick: $0).order().map(\.id) }
        #expect(Set(orders).count > 1, "seed \(seed)")
        #expect(
            orders.allSatisfy { $0.sorted() == Section.all.map(\.id).sorted() && $0.first == "banners" }, "seed \(seed)"
        )
    }

    @Test("the same requests for ads end the same way, and some of each kind")
    func ads() throws {
        let targets = (0..<200).map { "ads?section=articles&slot=\($0 % 50)" }
        let (first, second) = (try MockAPI(), try MockAPI())
        let answers = targets.map { first.get($0) }
        #expect(answers.map(\.body) == targets.map { second.get($0).body })
        second.reset()
        #expect(answers.map(\.body) == targets.map { second.get($0).body })
        #expect(Set(answers.map(\.status)) == [.ok, .noContent, .serviceUnavailable])
        let ads = try answers.filter { $0.status == .ok }.map { try object($0.body) }
        #expect(Set(ads.map(id)).count < ads.count, "ads repeat")
        #expect(ads.allSatisfy { $0["expires_in"] is Int })
    }

    @Test("an ad policy is kept", arguments: [(1.0, HTTPResponse.Status.ok), (0.0, .noContent)])
    func adPolicy(fillRate: Double, status: HTTPResponse.Status) throws {
        let api = try MockAPI { $0.ads = AdPolicy(fillRate: fillRate, failureRate: 0, campaigns: 0) }
        #expect((0..<50).allSatisfy { api.get("ads?section=s&slot=\($0)").status == status })
    }

    @Test("an ad says for how long it may be shown, as its policy does")
    func adLifetime() throws {
        var policy = AdPolicy(fillRate: 1, failureRate: 0)
        policy.expiresIn = 90
        let api = try MockAPI { [policy] in $0.ads = policy }
        #expect(try object(api.get("ads?section=s&slot=0").body)["expires_in"] as? Int == 90)
    }

    @Test(
        "an ad for nothing in particular is refused",
        arguments: ["ads", "ads?section=&slot=1", "ads?section=a", "ads?section=a&slot=-1"])
    func adRefusals(target: String) throws {
        #expect(try MockAPI().get(target).status == .badRequest)
    }

    @Test("what is not there is a 404 in JSON", arguments: ["nothing", "photos/0", "../photos"])
    func notFound(path: String) throws {
        let answer = try MockAPI().get(path)
        #expect(answer.status == .notFound)
        #expect(try object(answer.body)["error"] != nil)
    }

    @Test("a method that is not for a path is refused, and those that are get named")
    func methods() throws {
        let api = try MockAPI()
        #expect(api.post("photos", "{}").status == .methodNotAllowed)
        #expect(api.get("events").headers[.allow] == "POST")
        #expect(api.answer(MockRequest(.delete, "/__mock/tick")).headers[.allow] == "GET, HEAD, POST")
    }

    @Test("only successful reading has a validator")
    func validators() throws {
        let api = try MockAPI()
        #expect(api.get("photos").headers[.eTag] != nil)
        #expect(api.get("nothing").headers[.eTag] == nil)
        let tag = try #require(api.get("articles").headers[.eTag])
        #expect(api.get("articles", headers: [.ifNoneMatch: tag]).status == .notModified)
        api.clock.advance(by: 10)
        #expect(api.get("articles", headers: [.ifNoneMatch: tag]).status == .ok)
    }

    @Test("the base says what is there")
    func index() throws {
        let shown = try object(try MockAPI().get("").body)
        #expect(shown["collections"] is [String])
    }

    @Test("no request makes it trap, and every error is JSON", arguments: SeededGenerator.seeds(200))
    func fuzz(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let api = try MockAPI()
        let pieces = [
            MockAPI.gourmetPath, "/__mock", "/", "photos", "articles", "ads", "events", "journal", "faults", "tick",
            "?", "&",
            "=", "page", "per_page", "limit", "offset", "since", "slot", "by", "9223372036854775807",
            "-9223372036854775808",
            "0", "1", "1000", "%", "%00", "%2e", "é", "#",
        ]
        let count = Int.random(in: 1...9, using: &generator)
        let target = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
        for method in [HTTPRequest.Method.get, .post, .delete, .put] {
            let answer = api.answer(MockRequest(method, target, body: Array(target.utf8)))
            if answer.status.code >= 400 {
                #expect(try object(answer.body)["error"] is Fields, "seed \(seed): \(method) \(target)")
            }
        }
    }
}
