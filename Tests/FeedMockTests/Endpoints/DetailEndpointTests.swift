import Testing

@testable import FeedMock

@Suite("Details of the mock's items")
struct DetailEndpointTests {
    @Test("each item has one, with its own version, under its list and ID", arguments: ListName.allCases)
    func one(list: ListName) throws {
        let api = try MockAPI()
        for expected in api.world.ids(of: list, at: 0).prefix(3) {
            let answer = api.get("\(list.rawValue)/\(expected)")
            #expect(answer.status == .ok)
            #expect(answer.header("ETag") != nil)
            let detail = try #require(try object(answer.body)["data"] as? Fields)
            #expect(id(detail) == expected)
            #expect((detail["body"] as? String)?.contains("\n\n") == true)
        }
    }

    @Test("several come at once, in the order that was asked for, without those that are not there")
    func several() throws {
        let api = try MockAPI()
        let ids = Array(api.world.ids(of: .articles, at: 0).prefix(3).reversed())
        let answer = api.get("articles?ids=\(ids[0]),0,\(ids[1]),x,\(ids[2])")
        #expect(try objects(answer.body).map(id) == ids)
        #expect(try objects(api.get("articles?ids=").body).isEmpty)
        let many = (1...1_001).map(String.init).joined(separator: ",")
        #expect(api.get("articles?ids=\(many)").status == .badRequest)
    }

    @Test("one that is not there, or is no more, is not found")
    func missing() throws {
        let api = try MockAPI { $0.clock = .manual() }
        for path in ["articles/0", "articles/031", "articles/x", "articles/", "articles/1/2", "keywords/1"] {
            #expect(api.get(path).status == .notFound, "\(path)")
        }
        let before = Set(api.world.ids(of: .photos, at: 0))
        let gone = try #require(before.subtracting(api.world.ids(of: .photos, at: 40)).first)
        _ = api.clock.advance(by: 40)
        #expect(api.get("photos/\(gone)").status == .notFound)
    }

    @Test("it changes with the item's version, and with nothing else")
    func changes() throws {
        let api = try MockAPI { $0.clock = .manual() }
        var before: [String: (version: Int64, body: String)] = [:]
        for tick in 0..<30 {
            if tick > 0 { _ = api.clock.advance() }
            for id in api.world.ids(of: .articles, at: tick) {
                let detail = try #require(try object(api.get("articles/\(id)").body)["data"] as? Fields)
                let now = (version: try version(detail), body: try #require(detail["body"] as? String))
                if let known = before[id], known.version == now.version { #expect(known.body == now.body) }
                before[id] = now
            }
        }
    }

    @Test("a fault may be for one of them")
    func faults() throws {
        let api = try MockAPI()
        #expect(throws: Never.self) { try api.check(try FaultRule(parsing: "articles/3:404")) }
        #expect(throws: RequestError.self) { try api.check(try FaultRule(parsing: "sections/3:404")) }
    }
}
