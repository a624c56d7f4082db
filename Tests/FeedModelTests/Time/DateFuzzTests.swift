import TestSupport
import Testing

@testable import FeedModel

@Suite struct DateFuzzTests {
    @Test("Mutated dates never trap, and an accepted one is written and read back equal")
    func mutated() throws {
        let corpus = try FuzzCorpus.inputs(for: "date")
        for seed in SeededGenerator.seeds(3000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            switch ItemVersion(text: bytes[...]) {
            case .date(let instant): #expect(Instant(rfc3339: instant.description) == instant, "seed \(seed)")
            case .integer(let value): #expect(ItemVersion(text: "\(value)") == .integer(value), "seed \(seed)")
            case .decimal(let value): #expect(ItemVersion(text: "\(value)") == .decimal(value), "seed \(seed)")
            case .none: break
            }
        }
    }
}
