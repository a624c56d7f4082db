import Foundation
import TestSupport
import Testing

@testable import FeedModel

/// What is found, in both ways of looking.
private func hits(_ text: String, _ payload: String) -> [TextSearch.Hit] {
    guard let search = TextSearch(text) else { return [] }
    var payload = payload
    return payload.withUTF8 { bytes in
        let hits = search.hits(in: UnsafeRawBufferPointer(bytes))
        #expect(search.matches(UnsafeRawBufferPointer(bytes)) == !hits.isEmpty)
        return hits
    }
}

@Suite("Finding a text in payloads")
struct TextSearchTests {
    @Test(
        "is done whatever the case, width and accents, and whatever is escaped",
        arguments: [
            ("ｶﾌｪ", "カフェ"), ("カフェ", "ｶﾌｪ"), ("CAFE", "The Cafe"), ("cafe", "ＣＡＦＥ"), ("ＣＡＦＥ", "cafe"),
            ("ÉCLAIR", "éclair"),
            ("ガラス", "ｶﾞﾗｽ"), ("ﾊﾟﾝ", "パン"), ("が", "か\u{3099}"), ("ばば", "は\u{3099}ば"), ("ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς"),
            ("ж", "Ж"), ("cafe", "Café"), ("café", "CAFE"), ("cafe x", "cafe\u{301} x"), ("ệ", "e\u{323}\u{302}"),
            ("αθηνα", "Αθήνα"), ("i", "İ"), ("naïve", "nai\u{308}ve"),
            ("a b", "A\u{3000}B"), ("🍣", "nice 🍣!"), ("ヴ", "ｳﾞ"), ("ブ", "ﾌﾞ"), ("だ", "た\u{3099}"), ("づ", "つ\u{3099}"),
        ])
    func folding(needle: String, text: String) {
        #expect(hits(needle, "{\"t\":\"\(text)\"}").count == 1)
        let escaped = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
        #expect(hits(needle, "{\"t\":\"\(escaped)\"}").count == 1)
    }

    @Test(
        "takes texts for the same that Unicode calls equivalent, and those that differ in case alone",
        arguments: [
            ("한국어", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}\u{110B}\u{1165}"), ("가", "\u{1100}\u{1161}"),
            ("가", "\u{1100}\u{1161}"), ("각", "가\u{11A8}"), ("й", "и\u{306}"), ("Й", "и\u{306}"), ("й", "И\u{306}"),
            ("ѐ", "е\u{300}"), ("\u{623}", "\u{627}\u{654}"), ("\u{958}", "\u{915}\u{93C}"),
            ("\u{CCB}", "\u{CC6}\u{CC2}\u{CD5}"), ("\u{FB2C}", "\u{5E9}\u{5BC}\u{5C1}"), ("≠", "=\u{338}"),
            ("\u{1109A}", "\u{11099}\u{110BA}"), ("\u{212B}", "Å"), ("\u{212B}", "å"), ("\u{2126}", "Ω"),
            ("\u{2126}", "ω"), ("\u{212A}", "k"), ("\u{F900}", "豈"), ("\u{2F800}", "丽"), ("\u{2329}", "\u{3008}"),
            ("\u{37E}", ";"), ("Ⓐ", "ⓐ"), ("Ⅰ", "ⅰ"), ("\u{10400}", "\u{10428}"), ("\u{A640}", "\u{A641}"),
            ("\u{2C62}", "\u{26B}"), ("\u{13A0}", "\u{AB70}"),
        ])
    func equivalence(one: String, other: String) {
        for (needle, text) in [(one, other), (other, one), (one, one), (other, other)] {
            #expect(hits(needle, "{\"t\":\"x \(text) y\"}").map(\.place) == [2], "\(needle) in \(text)")
        }
    }

    @Test("keeps the marks of other scripts", arguments: [("и", "йа"), ("क", "\u{958}")])
    func marks(needle: String, text: String) {
        for text in [text, text.decomposedStringWithCanonicalMapping] {
            #expect(hits(needle, "{\"t\":\"\(text)\"}").isEmpty)
        }
    }

    @Test("looks into values at any depth, not into names, numbers and what is not there")
    func values() {
        let payload =
            #"{"cafe":1,"a":{"b":["x","my cafe"]},"n":12,"q":"\\\/ca\\fe","t":"caf\u0065 cafe","ca":"fe","o":{"cafe":true}}"#
        let found = hits("cafe", payload)
        #expect(found.map(\.field) == ["a.b.1", "t"])
        #expect(found.map(\.place) == [3, 0])
        #expect(found.map(\.text) == ["my cafe", "cafe cafe"])
        #expect(hits("12", payload).isEmpty && hits("true", payload).isEmpty && hits("cafés", payload).isEmpty)
        #expect(hits("x", "\"xyz\"").map(\.field) == [""])
        #expect(hits("x", "no JSON, but x").isEmpty)
    }

    @Test("counts characters, not bytes or scalars, before the place")
    func place() {
        #expect(hits("z", #"{"t":"👨‍👩‍👧é\u0301z"}"#).first?.place == 2)
    }

    @Test("finds quotes, backslashes and line breaks", arguments: ["\"", "\\", "\n", "a\"b"])
    func escapes(text: String) {
        var bytes = Array("{\"t\":".utf8)
        JSONWriter.append("x a\"b\\c\nd", to: &bytes)
        #expect(hits(text, String(decoding: bytes + Array("}".utf8), as: UTF8.self)).count == 1)
    }

    @Test("names the path of each value, however the payload nests")
    func paths() {
        let payload = #"{"a":[[],{},["x",{"b":"x"},[["x"]]],"x"],"é.\u0022":{"":"x"},"c":{"d":[1,"x"]},"e":"x"}"#
        let fields = ["a.2.0", "a.2.1.b", "a.2.2.0.0", "a.3", #""é.\"""# + #"."""#, "c.d.1", "e"]
        #expect(hits("x", payload).map(\.field) == fields)
        #expect(hits("x", " [ \"x\" , { \"k\" : \"x\" } ] ").map(\.field) == ["0", "1.k"])
        let names = #"{"_a1":"x","\u0061":"x","1a":"x","-1":"x","*":"x","@a":"x","a b":"x","[a]":"x"}"#
        #expect(hits("x", names).map(\.field) == ["_a1", "a", "1a", "-1", "*", #""@a""#, "a b", #""[a]""#])
    }

    @Test("half of a surrogate pair is found as the character that stands for it")
    func surrogates() {
        #expect(hits("\u{FFFD}", #"{"t":"a\ud800b"}"#).map(\.place) == [1])
        #expect(hits("\u{FFFD}", #"{"t":"\udfff"}"#).map(\.place) == [0])
    }

    @Test("an empty text finds nothing")
    func empty() {
        #expect(TextSearch("") == nil)
    }

    /// Whether it may be joined with what is before it.
    private func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        [0x3099, 0x309A, 0xFF9E, 0xFF9F].contains(scalar.value) || (0x300...0x36F).contains(scalar.value)
            || (0x1161...0x11C2).contains(scalar.value)
    }

    @Test("finds any piece of any text, in either case", arguments: SeededGenerator.seeds(300))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = RandomText.make(&generator, longest: 30)
        guard !text.isEmpty else { return }
        let scalars = Array(text.unicodeScalars)
        let start = Int.random(in: 0..<scalars.count, using: &generator)
        let end = Int.random(in: (start + 1)...scalars.count, using: &generator)
        let piece = String(String.UnicodeScalarView(scalars[start..<end]))
        // What is cut off from what it is joined with is another text.
        guard !isJoined(scalars[start]), end == scalars.count || !isJoined(scalars[end]) else { return }
        var bytes = Array("[".utf8)
        JSONWriter.append(text, to: &bytes)
        let payload = String(decoding: bytes + Array("]".utf8), as: UTF8.self)
        #expect(hits(piece, payload).count == 1, "\(piece.debugDescription) in \(text.debugDescription)")
    }
}

@Suite("Finding a text by bytes")
struct TextSearchLawTests {
    /// The plain way: every value is unescaped, folded and looked through.
    private func plain(_ text: String, _ document: JSONDocument) -> [TextSearch.Hit] {
        let folded = FoldedText(text)
        var hits: [TextSearch.Hit] = []
        func collect(_ place: Range<Int>, _ path: [DottedPath.Component]) {
            for member in document.members(of: place) { collect(member.value, path + [.init(member.key)]) }
            for (index, element) in document.elements(of: place).enumerated() {
                collect(element, path + [.init("\(index)")])
            }
            guard case .string(let value) = document.scalar(at: place), let scalar = FoldedText(value).place(of: folded)
            else { return }
            let end = value.unicodeScalars.index(value.unicodeScalars.startIndex, offsetBy: scalar)
            hits.append(
                .init(
                    field: DottedPath(components: path).description, place: value[..<end].count, text: value,
                    title: ItemSummary.title(of: document)))
        }
        collect(document.root, [])
        return hits
    }

    @Test("gives what looking through every value gives", arguments: SeededGenerator.seeds(40))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = RandomJSON.text(using: &generator)
        let document = try JSONDocument(bytes)
        let payload = String(decoding: bytes, as: UTF8.self)
        for text in ["a", "A", "b ", "\"", "\\", "\n", "\u{0}", "é", "É", "日", "🍣", "0", ",", "ab", "/"] {
            let expected = plain(text, document)
            #expect(hits(text, payload) == expected, "\(text.debugDescription) in \(payload)")
        }
    }

    @Test(
        "a few bytes are found eight at a time, none before the place that is given",
        arguments: SeededGenerator.seeds(100))
    func byteSet(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let wanted = Set(
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            })
        let set = try #require(ByteSet(wanted))
        let bytes = (0..<40).map { _ in
            Bool.random(using: &generator)
                ? (wanted.randomElement(using: &generator) ?? 0) ^ (1 << UInt8.random(in: 0..<8, using: &generator))
                : UInt8.random(in: 0...255, using: &generator)
        }
        for start in 0...bytes.count {
            let first = bytes[start...].firstIndex(where: wanted.contains) ?? bytes.count
            let found = bytes.withUnsafeBytes { set.next(from: start, in: $0) }
            #expect(found >= start && found <= first && (found == first || found > bytes.count - 8))
        }
    }
}

@Suite("Counting values")
struct FacetCountTests {
    private func count(_ field: String, _ payloads: [String]) throws -> FacetCount {
        var counts = FacetCounts([FacetCount(field: field, path: try DottedPath(parsing: field))])
        for payload in payloads { counts.add(payload) }
        return try #require(counts.facets.first)
    }

    @Test("puts the most frequent first, and counts an item once for each element of an array")
    func values() throws {
        let payloads = [
            #"{"t":["a","b","a"]}"#, #"{"t":"b"}"#, #"{"t":null}"#, "{}", #"{"t":{"x":1}}"#, #"{"t":[1,true]}"#,
        ]
        let values = try count("t", payloads).values
        #expect(values.map(\.value) == ["b", "1", "a", "true"])
        #expect(values.map(\.count) == [2, 1, 1, 1])
    }

    @Test("counts dates by day, and many days by month")
    func dates() throws {
        let near = try count("d", ["02", "02", "03"].map { "{\"d\":\"2026-01-\($0)T10:00:00Z\"}" })
        #expect(near.values == [.init(value: "2026-01-02", count: 2), .init(value: "2026-01-03", count: 1)])
        let days = (1...12).flatMap { month in
            (1...8).map { "{\"d\":\"2026-\(month < 10 ? "0" : "")\(month)-0\($0)\"}" }
        }
        #expect(try count("d", days).values.map(\.count) == Array(repeating: 8, count: 12))
        #expect(try count("d", days + ["{\"d\":\"soon\"}"]).values.count == 97)
    }
}
