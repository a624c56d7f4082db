import TestSupport
import Testing

@testable import FeedModel

@Suite struct DateFuzzTests {
    @Test("Mutated dates never trap, and an accepted one is written and read back equal")
    func mutated() {
        let corpus = [
            "2024-02-29T23:59:59.123456789+09:00", "2023-12-31t23:59:60z", "1970-01-01", "9999-12-31T23:59:59-23:59",
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "-170141183460469231731687303715884105728", "1700000000000",
        ]
        for seed in SeededGenerator.seeds(3000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = Array((corpus.randomElement(using: &generator) ?? "").utf8)
            bytes.mutate(using: &generator)
            switch ItemVersion(text: bytes[...]) {
            case .date(let instant): #expect(Instant(rfc3339: instant.description) == instant, "seed \(seed)")
            case .integer(let value): #expect(ItemVersion(text: "\(value)") == .integer(value), "seed \(seed)")
            case .none: break
            }
        }
    }
}
