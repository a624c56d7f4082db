import TestSupport
import Testing

@testable import FeedModel

@Suite struct JSONNestingTests {
    @Test("It behaves as an array of flags does, across the borders of its words")
    func againstModel() {
        for seed in SeededGenerator.seeds(30) {
            var generator = SeededGenerator(seed: seed)
            var nesting = JSONNesting()
            var model: [Bool] = []
            for _ in 0..<2000 {
                if model.isEmpty || model.count < 300 && Int.random(in: 0..<20, using: &generator) < 11 {
                    let flag = Bool.random(using: &generator)
                    nesting.push(isObject: flag)
                    model.append(flag)
                } else {
                    nesting.pop()
                    model.removeLast()
                }
                #expect(nesting.depth == model.count, "seed \(seed)")
                if let last = model.last { #expect(nesting.isInObject == last, "seed \(seed)") }
            }
        }
    }
}
