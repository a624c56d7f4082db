import Testing

@testable import FeedSource

@Suite("The limits of a request")
struct RequestLimitsTests {
    @Test(
        "follow from the whole time, and never pass it",
        arguments: [
            (Duration.milliseconds(1), Duration.milliseconds(1), Duration.milliseconds(1)),
            (.seconds(3), .seconds(3), .seconds(3)), (.seconds(15), .seconds(10), .seconds(5)),
            (.seconds(60), .seconds(40), .seconds(20)),
        ])
    func derived(whole: Duration, firstByte: Duration, idle: Duration) {
        let limits = RequestLimits(whole: whole)
        #expect(limits == RequestLimits(whole: whole, firstByte: firstByte, idle: idle))
        #expect(limits.firstByte <= whole && limits.idle <= whole)
    }
}
