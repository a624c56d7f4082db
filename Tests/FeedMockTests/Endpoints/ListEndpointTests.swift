import Testing

@testable import FeedMock

@Suite struct ListEndpointTests {
    @Test(
        "each list is a bare array of items with ID and version", arguments: ListName.allCases.filter { $0 != .photos })
    func arrays(list: ListName) throws {
        let api = try MockAPI()
        let answer = api.get(list.rawValue)
        let items = try objects(answer.body)
        #expect(answer.status == .ok)
        #expect(items.map(id) == api.world.ids(of: list, at: 0))
        #expect(try items.allSatisfy { try version($0) < WorldTime.epoch })
        #expect(answer.header("X-Total-Count") == String(items.count))
        #expect(answer.header("Link") == nil)
    }

    @Test(
        "items have the fields such an API gives them",
        arguments: [
            ("featured_banners", ["title", "image_url", "link_url", "date_string"]),
            ("featured_interviews", ["title", "profile_name", "date_string", "image_url", "tags"]),
            ("keywords", ["keyword", "search_count"]),
            ("new_arrivals", ["title", "area", "genre", "opened_on", "budget", "tags"]),
            ("articles", ["title", "profile_name", "date_string", "image_url", "tags", "description"]),
        ])
    func fields(list: String, names: [String]) throws {
        for item in try objects(try MockAPI().get(list).body) {
            #expect(Set(names).isSubset(of: item.keys), "\(list)")
        }
    }

    @Test("photos are a one-element array around a page")
    func photos() throws {
        let api = try MockAPI { $0.perPage = 50 }
        var met: [String] = []
        for number in 1...3 {
            let pages = try objects(api.get("photos?page=\(number)").body)
            let page = try #require(pages.first)
            #expect(pages.count == 1)
            #expect(page["page"] as? Int == number)
            #expect(page["has_next_page"] as? Bool == (number < 3))
            met += try #require(page["photos"] as? [Fields]).map(id)
        }
        #expect(met == api.world.ids(of: .photos, at: 0))
    }

    @Test("a photo has images with sizes, and gifts with a price or none")
    func photoFields() throws {
        let pages = try objects(try MockAPI().get("photos?per_page=120").body)
        let photos = try #require(pages[0]["photos"] as? [Fields])
        var prices: [Any] = []
        for photo in photos {
            let images = try #require(photo["images"] as? [Fields])
            #expect(!images.isEmpty)
            #expect(images.allSatisfy { $0["url"] is String && $0["width"] is Int && $0["height"] is Int })
            let gifts = try #require(photo["gifts"] as? [Fields])
            #expect(gifts.allSatisfy { $0["flag"] is Bool })
            prices += gifts.compactMap { $0["price"] }
        }
        #expect(prices.contains { $0 is Int } && prices.contains { !($0 is Int) })
    }

    @Test("page 9,999 of a million items is answered like the first")
    func scale() throws {
        let api = try MockAPI { $0.sizes[.photos] = 1_000_000 }
        let page = try objects(api.get("photos?page=9999&per_page=100").body)[0]
        let photos = try #require(page["photos"] as? [Fields])
        #expect(photos.map(id).first == "200" && photos.count == 100)
        #expect(page["has_next_page"] as? Bool == true)
        #expect(try objects(api.get("photos?page=10001&per_page=100").body)[0]["has_next_page"] as? Bool == false)
    }

    @Test("a long list without parameters is cut, and links to the rest")
    func bare() throws {
        let api = try MockAPI { $0.sizes[.articles] = 2_500 }
        let answer = api.get("articles")
        #expect(try objects(answer.body).count == 1_000)
        let link = try #require(answer.header("Link"))
        #expect(link.contains("</api/mock/v1/gourmet/articles?page=2&per_page=1000>; rel=\"next\""))
        #expect(answer.header("X-Total-Count") == "2500")
    }

    @Test("what changed since a version comes alone, tombstones included")
    func delta() throws {
        let api = try MockAPI { $0.seed = 3 }
        let before = try objects(api.get("articles").body)
        api.clock.advance(by: 25)
        let after = Set(try objects(api.get("articles").body).map(id))
        let changes = try objects(api.get("articles?since=\(WorldTime.epoch)").body)
        let removed = Set(changes.filter { $0["deleted"] as? Bool == true }.map(id))
        #expect(!removed.isEmpty && removed.isDisjoint(with: after))
        #expect(Set(before.map(id)).subtracting(after).isSubset(of: removed))
        #expect(try changes.allSatisfy { try version($0) > WorldTime.epoch })
        let newest = try #require(try changes.map(version).max())
        #expect(try objects(api.get("articles?since=\(newest)").body).isEmpty)
    }

    @Test("a version too long ago is gone")
    func gone() throws {
        let api = try MockAPI()
        api.clock.advance(by: 12_000)
        #expect(api.get("photos?since=5").status == .gone)
        #expect(api.get("photos").status == .ok)
    }

    @Test(
        "nonsense is refused with JSON that says what is wrong",
        arguments: [
            "articles?page=0", "articles?per_page=1001", "articles?since=x", "articles?page=1&limit=5",
            "photos?offset=3",
        ])
    func refusals(target: String) throws {
        let answer = try MockAPI().get(target)
        #expect(answer.status == .badRequest)
        let error = try #require(try object(answer.body)["error"] as? Fields)
        #expect(error["code"] is String && error["message"] is String)
    }
}
