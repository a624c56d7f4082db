import Testing

@testable import FeedMock

@Suite struct WorldClockTests {
    @Test("a manual clock moves by hand only, and never back")
    func manual() {
        let clock = WorldClock.manual()
        #expect(clock.tick == 0)
        #expect(clock.advance() == 1)
        #expect(clock.advance(by: 4) == 5)
        #expect(clock.advance(by: -3) == 5)
        #expect(clock.advance(by: Int.max) == WorldClock.lastTick)
        #expect(clock.advance(by: Int.max) == WorldClock.lastTick)
    }

    @Test("a clock with a period that is not positive never ticks", arguments: [Duration.zero, .seconds(-1)])
    func standing(period: Duration) {
        #expect(WorldClock.every(period).tick == 0)
    }

    @Test("a clock with a period ticks by itself")
    func running() {
        #expect(WorldClock.every(.nanoseconds(1)).tick > 0)
    }
}
