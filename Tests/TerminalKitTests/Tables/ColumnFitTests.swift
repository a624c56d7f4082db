import TestSupport
import Testing

@testable import TerminalKit

@Suite struct ColumnFitTests {
    private func widths(_ natural: [Int], flexible: Set<Int> = [], into width: Int?) -> [Int?] {
        let areFlexible = natural.indices.map(flexible.contains)
        return ColumnFit(natural: natural, areFlexible: areFlexible, gap: 2).widths(into: width)
    }

    @Test("What fits is left alone")
    func wide() {
        #expect(widths([3, 30, 10], into: nil) == [3, 30, 10])
        #expect(widths([3, 30, 10], into: 47) == [3, 30, 10])
        #expect(widths([], into: 10) == [])
    }

    @Test("Flexible columns shrink together, down to what is comfortable; then the others; then all")
    func order() {
        #expect(widths([4, 40, 60], flexible: [1, 2], into: 58) == [4, 25, 25])
        #expect(widths([4, 24, 60], flexible: [2], into: 44) == [4, 20, 16])
        #expect(widths([4, 24, 60], flexible: [2], into: 29) == [4, 8, 13])
    }

    @Test("Cells that level columns would lose for nothing are given back")
    func surplus() {
        #expect(widths([20, 20, 20], into: 62) == [20, 19, 19].map { Optional($0) })
    }

    @Test("Columns go from the right, the first flexible one last, the very first never")
    func dropping() {
        #expect(widths([10, 10, 10, 20], flexible: [3], into: 32) == [8, 8, nil, 12])
        #expect(widths([10, 10, 10, 20], flexible: [3], into: 22) == [8, nil, nil, 12])
        #expect(widths([20, 10, 10, 20], flexible: [0, 3], into: 32) == [12, 8, 8, nil])
        #expect(widths([10, 10], flexible: [1], into: 3) == [3, nil])
        #expect(widths([10], into: 0) == [0])
    }

    @Test(
        "The window is never exceeded, and no room is left while a column is cut", arguments: SeededGenerator.seeds(500)
    )
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let natural = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            Int.random(in: 0...60, using: &generator)
        }
        let flexible = Set(natural.indices.filter { _ in Bool.random(using: &generator) })
        let width = Int.random(in: 1...160, using: &generator)
        let result = widths(natural, flexible: flexible, into: width)
        let shown = result.compactMap(\.self)
        let used = shown.reduce(0, +) + 2 * (shown.count - 1)
        #expect(used <= width, "seed \(seed)")
        #expect(zip(natural, result).allSatisfy { ($1 ?? 0) <= $0 && ($1 ?? 0) >= 0 }, "seed \(seed)")
        let isCut = zip(natural, result).contains { wanted, got in got.map { $0 < wanted } ?? false }
        if isCut { #expect(used == width, "seed \(seed)") }
    }

    @Test("What a row is about stays, and the very first column goes first")
    func topic() {
        func widths(into width: Int) -> [Int?] {
            ColumnFit(
                natural: [9, 8, 12, 5, 60], areFlexible: [false, false, true, false, true], gap: 2, topic: 4
            ).widths(into: width)
        }
        #expect(widths(into: 34) == [nil, 8, nil, nil, 24])
        #expect(widths(into: 50) == [nil, 8, 12, 5, 19])
        #expect(widths(into: 10) == [nil, nil, nil, nil, 10])
        #expect(widths(into: 102) == [9, 8, 12, 5, 60])
    }
}
