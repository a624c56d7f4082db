import TestSupport
import Testing

@testable import TerminalKit

@Suite("A record of CSV") struct CSVRecordTests {
    @Test("is quoted as RFC 4180 says, and nothing in it is a formula")
    func lines() {
        #expect(
            CSVRecord.line(["a", "b,c", "say \"x\"", "two\nlines"]) == "a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\"\r\n")
        #expect(CSVRecord.line(["=1+1", "@x", "+cmd", "-5", "+3.5"]) == "'=1+1,'@x,'+cmd,-5,+3.5\r\n")
    }

    @Test("guards signs of full width and blanks that some spreadsheets pass over, too")
    func otherFormulas() {
        for opening in ["＝", "＋", "－", "＠", "\t", "\r", "\n"] {
            #expect(CSVRecord.line([opening + "1+1", "x"]).replacing("\"", with: "") == "'\(opening)1+1,x\r\n")
        }
    }

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
        let text = records.map(CSVRecord.line).joined()
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
