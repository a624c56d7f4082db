import Foundation
import TestSupport
import Testing

@testable import TerminalKit

@Suite struct LineReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ bytes: [UInt8], limit: Int = 100) throws -> [LineReading] {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path("input")))
        let descriptor = open(folder.path("input"), O_RDONLY)
        defer { close(descriptor) }
        let reader = LineReader(descriptor: descriptor, limit: limit)
        var readings: [LineReading] = []
        repeat { readings.append(reader.next()) } while readings.last != .end && readings.count < 1_000_000
        return readings
    }

    private func read(_ text: String, limit: Int = 100) throws -> [LineReading] {
        try read(Array(text.utf8), limit: limit)
    }

    @Test("Lines come without their line breaks, the last one also without having one")
    func lines() throws {
        #expect(try read("") == [.end])
        #expect(try read("a\n\nb") == [.line("a"), .line(""), .line("b"), .end])
        #expect(try read("a\r\nb\rc\r\n") == [.line("a"), .line("b\rc"), .end])
        #expect(try read("寿司\n") == [.line("寿司"), .end])
    }

    @Test("A byte order mark is not part of the first line")
    func byteOrderMark() throws {
        #expect(try read("\u{FEFF}a\n\u{FEFF}b\n") == [.line("a"), .line("\u{FEFF}b"), .end])
    }

    @Test("What is no UTF-8 is repaired")
    func repair() throws {
        #expect(try read([0x61, 0xFF, 0x62, 0x0A]) == [.line("a\u{FFFD}b"), .end])
    }

    @Test("A line that is too long is passed over, and the next one is read")
    func tooLong() throws {
        #expect(try read("12345\n123456\n1\n", limit: 5) == [.line("12345"), .tooLong, .line("1"), .end])
        #expect(try read("12345\r\n123456", limit: 5) == [.line("12345"), .tooLong, .end])
        let huge = String(repeating: "x", count: 300_000)
        #expect(try read(huge + "\nb\n" + huge, limit: 10) == [.tooLong, .line("b"), .tooLong, .end])
    }

    @Test("Lines across the chunks of reading are whole", arguments: SeededGenerator.seeds(20))
    func chunks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let lines = (0..<40).map { _ in
            String(repeating: "日x", count: Int.random(in: 0...6_000, using: &generator))
        }
        let readings = try read(lines.map { $0 + "\n" }.joined(), limit: 1 << 20)
        #expect(readings == lines.map { .line($0) } + [.end], "seed \(seed)")
    }

    @Test("A failure is reported")
    func failure() {
        #expect(LineReader(descriptor: -1).next() == .failed(EBADF))
    }
}
