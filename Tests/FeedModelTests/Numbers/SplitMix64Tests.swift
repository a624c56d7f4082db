import Testing

@testable import FeedModel

@Suite struct SplitMix64Tests {
    @Test("The numbers are those of the reference implementation")
    func vectors() {
        var numbers = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        ]
        #expect((0..<3).map { _ in numbers.next() } == expected)
    }
}
