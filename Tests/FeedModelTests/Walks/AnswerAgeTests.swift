import FeedModel
import Testing

@Suite("How old an answer may be")
struct AnswerAgeTests {
    private func seconds(
        _ headers: [String: String], isPersonal: Bool = false, unmarked: Int64 = 0, date: Int64 = 0
    ) -> Int64 {
        AnswerAge(
            header: { headers[$0] }, isPersonal: isPersonal, unmarked: unmarked, date: Instant(seconds: date)
        ).seconds
    }

    @Test("is 0 where no cache can have kept it")
    func fresh() {
        #expect(seconds([:]) == 0)
        #expect(seconds(["Cache-Control": "max-age=0, must-revalidate"]) == 0)
        #expect(seconds(["Cache-Control": "private, max-age=600"]) == 0)
        #expect(seconds(["Cache-Control": "No-Store", "Age": "9"]) == 0)
        #expect(seconds(["Cache-Control": "no-cache"], unmarked: 60) == 0)
        #expect(seconds(["Cache-Control": "private=\"X-User\", max-age=600"]) == 600, "the other fields may be kept")
        #expect(seconds(["Cache-Control": "max-age=600"], isPersonal: true) == 0)
        #expect(seconds([:], isPersonal: true, unmarked: 60) == 0)
        #expect(seconds(["Expires": "0"]) == 0)
        #expect(seconds(["X-Cache": "Miss from cloudfront"]) == 0)
    }

    @Test("is the lifetime that it names, or its age where that is greater")
    func lifetimes() {
        #expect(seconds(["Cache-Control": "public, max-age=300", "Age": "40"]) == 300)
        #expect(seconds(["Cache-Control": "max-age=300, s-maxage=\"60\""]) == 60)
        #expect(seconds(["Age": "40"]) == 40)
        #expect(seconds(["Age": "400", "Cache-Control": "max-age=300"]) == 400)
        #expect(seconds(["Age": "10 , 400"]) == 400 && seconds(["Age": "400,10"]) == 400)
        #expect(seconds(["Expires": "Thu, 01 Jan 1970 00:02:00 GMT"], date: 20) == 100)
        #expect(seconds(["Cache-Control": "public, max-age=300"], isPersonal: true) == 300)
    }

    @Test("is as great as it can be where a number of seconds is too large to be read")
    func overflow() {
        let (most, tooLarge): (Int64, String) = (365 * 86_400, "99999999999999999999")
        #expect(seconds(["Cache-Control": "max-age=\(tooLarge)"]) == most)
        #expect(seconds(["Cache-Control": "max-age=3, s-maxage=\(tooLarge)"]) == most)
        #expect(seconds(["Age": tooLarge]) == most)
        #expect(seconds(["Cache-Control": "max-age=-\(tooLarge)"]) == 0)
        let lifetime = AnswerAge.lifetime(header: { _ in "max-age=\(tooLarge)" }, date: nil)
        #expect(lifetime == 2_147_483_648)
    }

    @Test("is an hour for what a cache has kept without a lifetime, or what the manifest says")
    func marks() {
        #expect(seconds(["X-Cache-Status": "HIT"]) == 3_600)
        #expect(seconds(["Cache-Status": "ExampleCache; hit; ttl=30"]) == 3_600)
        #expect(seconds(["CF-Cache-Status": "HIT", "Cache-Control": "max-age=30"]) == 30)
        #expect(seconds(["X-Cache-Status": "HIT"], unmarked: 60) == 60)
        #expect(seconds([:], unmarked: 60) == 60)
    }
}
