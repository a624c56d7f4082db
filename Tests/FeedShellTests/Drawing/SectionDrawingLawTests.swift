import FeedCache
import FeedModel
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

/// What holds for every drawing.
@Suite struct SectionDrawingLawTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)

    /// Rows by chance. Each title begins with a letter of its own.
    private static func rows(_ generator: inout SeededGenerator, longest: Int = 14) -> [DrawnRow] {
        var index = 0
        return (0..<Int.random(in: 0...longest, using: &generator)).map { number in
            let texts = (0..<3).map { _ in JSONText.quoted(RandomText.make(&generator)) }
            let title = JSONText.quoted("\(firstScalar(of: number))" + RandomText.make(&generator))
            let (width, height) = (Int.random(in: 0...9, using: &generator), Int.random(in: 0...9, using: &generator))
            let payload =
                "{\"title\": \(title), \"area\": \(texts[0]), "
                + "\"description\": \(texts[1]), \"width\": \(width), \"height\": \(height)}"
            if number > 0, Int.random(in: 0..<5, using: &generator) == 0 {
                return DrawnRow(.ad(slot: number, serial: 1, id: "ad", payload: payload), number: number)
            }
            defer { index += 1 }
            return DrawnRow(
                .content(index: index, id: ItemID(texts[2]), version: nil, payload: payload), number: number)
        }
    }

    /// One that no other text of these tests holds.
    private static func firstScalar(of number: Int) -> Unicode.Scalar {
        Unicode.Scalar(0x5000 + UInt32(number)) ?? "?"
    }

    private static func drawing(_ layout: SectionLayout, _ width: Int) -> SectionDrawing {
        SectionDrawing(layout: layout.rawValue, rowCount: 24, width: width, glyphs: .unicode)
    }

    /// A line cell by cell; the second cell of a wide character is nil.
    private static func cells(_ line: String) -> [Character?] {
        line.flatMap { [$0] + Array(repeating: nil, count: max(0, DisplayWidth.of($0) - 1)) }
    }

    @Test("No line is wider than the window, ends in blanks or holds a control", arguments: SectionLayout.allCases)
    func width(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(6) {
            var generator = SeededGenerator(seed: seed)
            let rows = Self.rows(&generator)
            for width in [1, 2, 5, 10, 11, 31, 32, 80, 119, 121, 200, Int.random(in: 10...200, using: &generator)] {
                for line in Self.drawing(layout, width).draw(rows, Self.plain).lines {
                    #expect(DisplayWidth.of(line) <= width, "seed \(seed), \(width) cells")
                    #expect(line.last != " ", "seed \(seed), \(width) cells")
                    #expect(TerminalSanitizer.line(line) == line, "seed \(seed), \(width) cells")
                }
            }
        }
    }

    @Test("The title of every row that is shown begins once", arguments: SectionLayout.allCases)
    func titles(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(20) {
            var generator = SeededGenerator(seed: seed)
            let rows = Self.rows(&generator)
            // Below that an ad's mark may leave no room.
            let width = Int.random(in: 14...200, using: &generator)
            let (lines, shown) = Self.drawing(layout, width).draw(rows, Self.plain)
            #expect(layout == .carousel ? shown >= min(1, rows.count) : shown == rows.count, "seed \(seed)")
            for row in rows {
                let count = lines.joined().unicodeScalars.filter { $0 == Self.firstScalar(of: row.number) }.count
                #expect(count == (row.number < shown ? 1 : 0), "seed \(seed), \(width) cells, row \(row.number)")
            }
        }
    }

    @Test(
        "No box overlaps another: its sides go straight down", arguments: [SectionLayout.carousel, .mosaic, .waterfall])
    func boxes(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(20) {
            var generator = SeededGenerator(seed: seed)
            let rows = Self.rows(&generator)
            let width = Int.random(in: 32...200, using: &generator)
            let (lines, shown) = Self.drawing(layout, width).draw(rows, Self.plain)
            let cells = lines.map(Self.cells)
            for (upper, lower) in zip(cells, cells.dropFirst()) {
                let open = upper.enumerated().first { x, cell in
                    let below = x < lower.count ? lower[x] : nil
                    return cell.map("╭╮│".contains) ?? false && !(below.map("│╰╯".contains) ?? false)
                }
                #expect(open == nil, "seed \(seed), \(width) cells")
            }
            for corner in "╭╮╰╯" {
                #expect(lines.joined().filter { $0 == corner }.count == shown, "seed \(seed), \(width) cells")
            }
        }
    }

    @Test("A page that is added moves nothing that is placed", arguments: SectionLayout.allCases)
    func pages(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(20) {
            var generator = SeededGenerator(seed: seed)
            let rows = Self.rows(&generator)
            let drawing = Self.drawing(layout, Int.random(in: 10...200, using: &generator))
            let (page, _) = drawing.draw(Array(rows.prefix(rows.count / 2)), Self.plain)
            let (whole, _) = drawing.draw(rows, Self.plain)
            #expect(page.count <= whole.count, "seed \(seed)")
            for (before, after) in zip(page, whole) {
                let after = Self.cells(after)
                let moved = Self.cells(before).enumerated().first { x, cell in
                    cell != " " && cell != "›" && (x >= after.count || after[x] != cell)
                }
                #expect(moved == nil, "seed \(seed)")
            }
        }
    }
}

extension JSONText {
    fileprivate static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONWriter.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
