import FeedModel
import TestSupport
import Testing

@testable import FeedShell

@Suite struct FeedOutlineTests {
    /// What each line is, written out.
    private static func lines(_ counts: [Int]) -> [FeedOutline.Line] {
        var all: [FeedOutline.Line] = []
        for (section, count) in counts.enumerated() {
            all.append(.header(section))
            all += (0..<count).map { FeedOutline.Line.row(RowPosition(section: section, row: $0)) }
            all.append(.blank)
        }
        return Array(all.dropLast())
    }

    @Test("Lines, rows and indices are those of the feed written out", arguments: SeededGenerator.seeds(100))
    func writtenOut(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let counts = (0..<Int.random(in: 0...5, using: &generator)).map { _ in Int.random(in: 0...4, using: &generator)
        }
        let outline = FeedOutline(counts.enumerated().map { (.implicit(for: "\($0)"), $1) })
        let lines = Self.lines(counts)
        let rows = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
        #expect(outline.lineCount == lines.count && outline.rowCount == rows.count, "seed \(seed)")
        #expect(
            (-2..<lines.count + 3).allSatisfy {
                outline.line(at: $0) == (lines.indices.contains($0) ? lines[$0] : .blank)
            })
        for (index, line) in rows.enumerated() {
            #expect(outline.line(of: index) == line, "seed \(seed)")
            #expect(outline.position(of: index).map { FeedOutline.Line.row($0) } == lines[line], "seed \(seed)")
            #expect(outline.position(of: index).map(outline.index) == index, "seed \(seed)")
        }
        for line in -1...lines.count {
            let below = rows.firstIndex { $0 >= line } ?? max(0, rows.count - 1)
            #expect(outline.index(atOrBelow: line) == below, "seed \(seed), line \(line)")
        }
        let range = Int.random(in: 0...lines.count, using: &generator)..<lines.count + 2
        let found = outline.rows(on: range).flatMap { section, rows in
            rows.map { FeedOutline.Line.row(RowPosition(section: section, row: $0)) }
        }
        #expect(found == range.compactMap { rows.contains($0) ? lines[$0] : nil }, "seed \(seed)")
    }

    @Test("A search goes over every row once, the one it began at last", arguments: SeededGenerator.seeds(30))
    func wayAround(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let counts = (0..<4).map { _ in Int.random(in: 1...4, using: &generator) }
        let outline = FeedOutline(counts.enumerated().map { (.implicit(for: "\($0)"), $1) })
        let start = Int.random(in: 0..<outline.rowCount, using: &generator)
        guard let position = outline.position(of: start) else { return }
        let place = BrowsePlace(section: "\(position.section)", row: position.row, identity: .content(""))
        for isForward in [true, false] {
            let way = outline.wayAround(from: place, isForward: isForward).flatMap { section, rows in
                (isForward ? Array(rows) : rows.reversed()).map {
                    outline.index(of: RowPosition(section: section, row: $0))
                }
            }
            let step = isForward ? 1 : outline.rowCount - 1
            #expect(way == (1...outline.rowCount).map { (start + $0 * step) % outline.rowCount }, "seed \(seed)")
        }
    }
}
