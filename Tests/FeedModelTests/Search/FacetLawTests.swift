import TestSupport
import Testing

@testable import FeedModel

@Suite("Counting values by their bytes")
struct FacetLawTests {
    /// The plain way: each value is parsed, and its text is counted.
    private func plain(_ path: DottedPath, _ payloads: [String]) throws -> [ExactText: Int] {
        var counts: [ExactText: Int] = [:]
        for payload in payloads {
            let document = try JSONDocument(Array(payload.utf8))
            guard let place = document.value(at: path) else { continue }
            let values = document.scalar(at: place) == .array ? document.elements(of: place) : [place]
            let texts = values.compactMap { value -> ExactText? in
                switch document.scalar(at: value) {
                case .null, .array, .object: nil
                case .bool(let value): ExactText(value ? "true" : "false")
                case .number(let text), .string(let text): ExactText(text)
                }
            }
            for text in Set(texts) { counts[text, default: 0] += 1 }
        }
        return counts
    }

    @Test("gives what parsing every payload gives", arguments: SeededGenerator.seeds(200))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let hostile = DottedPath(components: [.init(field: "\u{0}\"")])
        let paths = try ["f", "é", "f.g", "f.1", "g"].map { try DottedPath(parsing: $0) } + [hostile]
        let names = ["f", "\u{0}\"", "é", "g", "ff"]
        let payloads = (0..<12).map { _ in
            var bytes = Array("{ ".utf8)
            for index in 0..<Int.random(in: 0...5, using: &generator) {
                if index > 0 { bytes += ",".utf8 }
                let name = names.randomElement(using: &generator) ?? "f"
                if name == "f", Bool.random(using: &generator) {
                    bytes += #""\u0066""#.utf8
                } else {
                    JSONWriter.append(name, to: &bytes)
                }
                bytes += " :".utf8
                if Bool.random(using: &generator) {
                    bytes += RandomJSON.text(depth: 2, using: &generator)
                } else {
                    bytes += "[\"x\", \"\\u0078\",1,true,{\"g\":\"x\"},\"1\" ]".utf8
                }
            }
            return String(decoding: bytes + Array("}".utf8), as: UTF8.self)
        }
        var counts = FacetCounts(paths.map { FacetCount(field: $0.description, path: $0) })
        for payload in payloads { counts.add(payload) }
        for (path, facet) in zip(paths, counts.facets) {
            let found = facet.values.map { (ExactText($0.value), $0.count) }
            #expect(
                try Dictionary(uniqueKeysWithValues: found) == plain(path, payloads), "\(path) in \(payloads)")
            #expect(facet.uncounted == 0)
        }
    }

    @Test("leaves out texts that are long, once for an item, and those after 100,000 different ones")
    func uncounted() throws {
        var counts = FacetCounts([FacetCount(field: "t", path: try DottedPath(parsing: "t"))])
        let long = String(repeating: "é", count: 101)
        counts.add("{\"t\":[\"\(long)\",\"\(long)\",\"x\"]}")
        for number in 0..<100_002 { counts.add("{\"t\":\(number)}") }
        counts.add("{\"t\":\"7\"}")
        let facet = try #require(counts.facets.first)
        #expect(facet.uncounted == 4)
        #expect(facet.values.count == 100_000)
        #expect(facet.values.first == .init(value: "7", count: 2))
    }

    @Test("counts an item once for a day and for a month, and every date")
    func dates() throws {
        var counts = FacetCounts([FacetCount(field: "t", path: try DottedPath(parsing: "t"))])
        counts.add(#"{"t":["2024-01-01T01:00:00Z","2024-01-01T02:00:00Z","2024-01-31T02:00:00Z"]}"#)
        counts.add(#"{"t":"2024-01-01T09:00:00Z"}"#)
        let days = try #require(counts.facets.first)
        #expect(days.values == [.init(value: "2024-01-01", count: 2), .init(value: "2024-01-31", count: 1)])
        for day in 0..<63 {
            let date = Instant(seconds: 1_704_067_200 + Int64(day) * 86_400).description
            counts.add("{\"t\":\"\(date)\"}")
        }
        let months = try #require(counts.facets.first)
        #expect(
            months.values == [
                .init(value: "2024-01", count: 33), .init(value: "2024-02", count: 29),
                .init(value: "2024-03", count: 3),
            ])
        for second in 0..<100_500 {
            let date = Instant(seconds: 1_704_067_200 + Int64(second)).description
            counts.add("{\"t\":\"\(date)\"}")
        }
        let many = try #require(counts.facets.first)
        #expect(many.uncounted == 0 && many.values.reduce(0) { $0 + $1.count } == 65 + 100_500)
    }

    @Test("takes the day of a date from either form of ISO 8601")
    func basicDates() throws {
        var counts = FacetCounts([FacetCount(field: "t", path: try DottedPath(parsing: "t"))])
        for date in ["20240131T235959Z", "2024-01-31T23:59:59Z", "20240131T010000+0200", "2024-01-31"] {
            counts.add("{\"t\":\"\(date)\"}")
        }
        #expect(counts.facets.first?.values == [.init(value: "2024-01-31", count: 4)])
        for day in 1...62 {
            let date = Instant(seconds: 1_706_659_200 + Int64(day) * 86_400).description.prefix(10)
            counts.add("{\"t\":\"\(date.filter { $0 != "-" })T120000Z\"}")
        }
        #expect(counts.facets.first?.values.map(\.value) == ["2024-03", "2024-02", "2024-01", "2024-04"])
    }

    @Test("knows every text that it was given, however many there are", arguments: SeededGenerator.seeds(20))
    func tally(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (tally, expected) = (TextTally(), [String: Int]())
        for _ in 0..<2_000 {
            let text = "\(Int.random(in: 0..<700, using: &generator))" + (Bool.random(using: &generator) ? "\u{0}" : "")
            var bytes = text
            let number = bytes.withUTF8 { tally.number(of: UnsafeRawBufferPointer($0), addingUpTo: 600) }
            guard let number else {
                #expect(expected[text] == nil && expected.count == 600)
                continue
            }
            tally.addOne(to: number)
            expected[text, default: 0] += 1
        }
        #expect(tally.count == expected.count && tally.total == expected.values.reduce(0, +))
        #expect(Dictionary(uniqueKeysWithValues: tally.counts.map { ($0.text, $0.count) }) == expected)
    }
}
