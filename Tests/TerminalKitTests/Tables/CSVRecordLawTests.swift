import TestSupport
import Testing

@testable import FeedShell

@Suite struct CSVLawTests {
    @Test(
        "What is written is read again, but for the apostrophe before a formula", arguments: SeededGenerator.seeds(300))
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "", "a", "\"", ",", "\n", "\r", "\r\n", "=", "-1", "日本", "🍣", "\u{0}", "\u{1B}", " ", "'", "\u{301}",
        ]
        let columns = Int.random(in: 1...4, using: &generator)
        let records = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            (0..<columns).map { _ in
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator) ?? ""
                }.joined()
            }
        }
        let text = records.map(CSVExport.line).joined()
        let read = CSVReader.records(text)
        let expected = records.map { record in
            record.map { value in
                let isFormula = value.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false
                return isFormula && Double(value) == nil ? "'" + value : value
            }
        }
        #expect(
            read.map { $0.map { Array($0.unicodeScalars) } } == expected.map { $0.map { Array($0.unicodeScalars) } },
            "seed \(seed): \(text.debugDescription)")
    }
}
