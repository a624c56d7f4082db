import Testing

@testable import FeedModel

@Suite struct CivilDateTests {
    @Test("Known days have their known distance from 1970")
    func anchors() throws {
        #expect(try #require(CivilDate(year: 1970, month: 1, day: 1)).daysSince1970 == 0)
        #expect(try #require(CivilDate(year: 2000, month: 2, day: 29)).daysSince1970 == 11_016)
        #expect(try #require(CivilDate(year: 1969, month: 12, day: 31)).daysSince1970 == -1)
        #expect(try #require(CivilDate(year: 0, month: 1, day: 1)).daysSince1970 == -719_528)
        #expect(try #require(CivilDate(year: 9999, month: 12, day: 31)).daysSince1970 == 2_932_896)
    }

    @Test("Distance and date are inverse over the whole calendar")
    func roundTrip() {
        for days in stride(from: -719_528, through: 2_932_896, by: 61) {
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
            #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date, "a day that exists")
        }
    }

    @Test("Each day is followed by the next of its month, or the first of the next month or year")
    func succession() throws {
        var last = CivilDate(daysSince1970: -26_000)
        for days in -25_999...48_000 {
            let date = CivilDate(daysSince1970: days)
            let follows =
                (date.year, date.month, date.day) == (last.year, last.month, last.day + 1)
                || (date.year, date.month, date.day) == (last.year, last.month + 1, 1)
                || (date.year, date.month, date.day, last.month) == (last.year + 1, 1, 1, 12)
            if !follows { Issue.record("\(date) after \(last)") }
            last = date
        }
    }

    @Test(
        "Days that do not exist are refused",
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
            (2024, 1, 32), (-1, 1, 1), (10_000, 1, 1),
        ])
    func refused(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
}
