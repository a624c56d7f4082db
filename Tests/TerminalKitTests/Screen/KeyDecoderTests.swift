import TestSupport
import Testing

@testable import TerminalKit

@Suite struct KeyDecoderTests {
    private static let sequences: [(String, TerminalKey)] = [
        ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("k", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down), ("j", .down),
        ("\r", .down), ("\u{1B}[5~", .pageUp), ("b", .pageUp), ("\u{1B}[6~", .pageDown), (" ", .pageDown),
        ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("g", .home),
        ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("G", .end), ("q", .leave), ("\u{3}", .interrupt),
        ("\u{1A}", .suspend), ("\u{C}", .redraw), ("\u{1B}[1;5A", .up), ("\u{1B}[6;2~", .pageDown),
    ]

    private func keys(_ text: String) -> [TerminalKey] {
        var decoder = KeyDecoder()
        return decoder.decode(text.utf8) + decoder.flush()
    }

    @Test("Every key in every spelling")
    func keys() {
        for (text, key) in Self.sequences { #expect(keys(text) == [key], "\(text.debugDescription)") }
    }

    @Test("Keys in any pieces are the same keys", arguments: SeededGenerator.seeds(100))
    func pieces(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let typed = (0..<12).compactMap { _ in Self.sequences.randomElement(using: &generator) }
        var bytes = Array(typed.map(\.0).joined().utf8)[...]
        var (decoder, keys) = (KeyDecoder(), [TerminalKey]())
        while !bytes.isEmpty {
            let piece = bytes.prefix(Int.random(in: 1...4, using: &generator))
            keys += decoder.decode(piece)
            bytes = bytes.dropFirst(piece.count)
        }
        #expect(keys == typed.map(\.1), "seed \(seed)")
        #expect(!decoder.isWaiting, "seed \(seed)")
    }

    @Test("An ESC alone leaves, once nothing followed it; a sequence that was cut off is no key")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty && decoder.isWaiting)
        #expect(decoder.flush() == [.leave] && !decoder.isWaiting)
        #expect(decoder.decode("\u{1B}[1;".utf8).isEmpty && decoder.isWaiting)
        #expect(decoder.flush().isEmpty && decoder.decode("j".utf8) == [.down])
    }

    @Test("What is no key is passed over whole: its letters are not taken for keys")
    func unknown() {
        let foreign = [
            "\u{1B}[200~", "\u{1B}[M", "\u{1B}[?1;2c", "\u{1B}OP", "\u{1B}k", "\u{1B}[1;5;7;8j", "x", "寿司", "\u{0}",
        ]
        for text in foreign { #expect(keys(text).isEmpty, "\(text.debugDescription)") }
        #expect(keys("\u{1B}[" + String(repeating: "1;", count: 500) + "q").isEmpty)
        #expect(keys("\u{1B}[15\u{3}") == [.interrupt])
        #expect(keys("\u{1B}\u{1B}[A") == [.up])
    }

    @Test("No bytes break it", arguments: SeededGenerator.seeds(50))
    func anything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var decoder = KeyDecoder()
        _ = decoder.decode((0..<500).map { _ in UInt8.random(in: 0...255, using: &generator) })
        _ = decoder.flush()
        #expect(decoder.decode("\u{1B}[Aj".utf8) == [.up, .down], "seed \(seed)")
    }
}

extension KeyDecoder {
    /// The keys that are complete with these bytes.
    fileprivate mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
        presses(bytes).compactMap { press in
            switch press {
            case .byte(let byte): TerminalKey(byte)
            case .key(let key): key
            }
        }
    }
}
