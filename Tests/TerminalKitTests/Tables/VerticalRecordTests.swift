import TestSupport
import Testing

@testable import TerminalKit

@Suite struct VerticalRecordTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)

    private func record(_ fields: (String, String)...) -> VerticalRecord {
        VerticalRecord(fields: fields.map { .init(name: $0.0, value: $0.1) })
    }

    @Test("Names line up, values are beside them")
    func plain() {
        #expect(
            record(("id", "1"), ("タイトル", "寿司"), ("x", "")).lines(width: nil, style: Self.plain) == [
                "id        1", "タイトル  寿司", "x",
            ])
    }

    @Test("A long value is wrapped under itself, a value's lines stay, controls are shown")
    func wrapped() {
        let lines = record(("id", "1"), ("body", "one two three\nfo\u{1B}ur")).lines(width: 14, style: Self.plain)
        #expect(lines == ["id    1", "body  one two", "      three", "      fo^[ur"])
    }

    @Test("No line is wider than a sensible window or ends in blanks", arguments: SeededGenerator.seeds(200))
    func fits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let record = record(("name", RandomText.make(&generator)), ("n", RandomText.make(&generator, longest: 30)))
        for line in record.lines(width: 20, style: Self.plain) {
            #expect(DisplayWidth.of(line) <= 20, "seed \(seed)")
            #expect(line.last != " ", "seed \(seed)")
        }
    }
}
