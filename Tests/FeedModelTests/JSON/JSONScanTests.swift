import TestSupport
import Testing

@testable import FeedModel

@Suite("Stepping through JSON that was checked before")
struct JSONScanTests {
    private func members(of bytes: [UInt8]) -> [(name: String, value: Range<Int>)] {
        bytes.withUnsafeBytes { bytes in
            var scan = JSONScan(.members, of: bytes)
            var members: [(name: String, value: Range<Int>)] = []
            while let member = scan.next() {
                let key = Array(bytes)[member.key.range.clamped(to: 0..<bytes.count)]
                members.append((JSONText(unescaping: key).string, member.value))
            }
            return members
        }
    }

    private func elements(of bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBytes { bytes in
            var scan = JSONScan(.elements, of: bytes)
            var elements: [Range<Int>] = []
            while let element = scan.next() { elements.append(element.value) }
            return elements
        }
    }

    /// What the checking scanner meets.
    private func checked(_ kind: JSONScan.Kind, of bytes: [UInt8]) throws -> [(name: String, value: Range<Int>)] {
        var entries: [(name: String, value: Range<Int>)] = []
        try JSONScanner.reading(bytes, in: 0..<bytes.count) { (scanner) throws(JSONSyntaxError) in
            try scanner.beginDocument()
            guard scanner.cursor.byte == kind.brackets.open else { return }
            try scanner.enter()
            if scanner.leaveIfEmpty(kind.brackets.close) { return }
            repeat {
                let key = kind == .members ? try scanner.key().range : 0..<0
                let start = scanner.cursor.position
                try scanner.skipValue()
                entries.append((JSONText(unescaping: bytes[key]).string, start..<scanner.cursor.position))
            } while try scanner.hasNextElement(kind.brackets.close)
        }
        return entries
    }

    @Test("gives what the checking reader gives", arguments: SeededGenerator.seeds(400))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for bytes in [
            RandomJSON.text(using: &generator),
            Array("{\"a\":".utf8) + RandomJSON.text(using: &generator) + Array("}".utf8),
        ] {
            let found = members(of: bytes)
            let expected = try checked(.members, of: bytes)
            #expect(found.map { ExactText($0.name) } == expected.map { ExactText($0.name) })
            #expect(found.map(\.value) == expected.map(\.value))
            #expect(try elements(of: bytes) == checked(.elements, of: bytes).map(\.value))
        }
    }

    @Test("gives every member, also those that repeat a name or spell it with escapes")
    func repeated() {
        let bytes = Array(#" { "a" : 1 , "\u0061":[ {"a":"}"} ],"a":"x\"]}","":{}}  "#.utf8)
        #expect(members(of: bytes).map(\.name) == ["a", "a", "a", ""])
        #expect(
            members(of: bytes).map { String(decoding: bytes[$0.value], as: UTF8.self) } == [
                "1", #"[ {"a":"}"} ]"#, #""x\"]}""#, "{}",
            ])
        bytes.withUnsafeBytes { bytes in
            var scan = JSONScan(.members, of: bytes)
            var isA: [Bool] = []
            while let member = scan.next() {
                isA.append(
                    "a".utf8.withContiguousStorageIfAvailable {
                        scan.matches(member, UnsafeRawBufferPointer($0))
                    } ?? false)
            }
            #expect(isA == [true, true, true, false])
        }
    }

    @Test("of bytes that are no JSON ends without a trap", arguments: SeededGenerator.seeds(200))
    func nonsense(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = RandomJSON.text(using: &generator)
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.removeSubrange(place...)
            default: bytes.insert(contentsOf: "\"[{}]\\:,".utf8.shuffled(using: &generator), at: place)
            }
        }
        for start in ["", "{", "[", "{\"a\":"] {
            let broken = Array(start.utf8) + bytes
            for range in members(of: broken).map(\.value) + elements(of: broken) {
                #expect(range.lowerBound >= 0 && range.upperBound <= broken.count)
            }
        }
    }
}
