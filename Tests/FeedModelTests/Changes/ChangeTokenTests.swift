import TestSupport
import Testing

@testable import FeedModel

@Suite("Tokens and version texts of the change stream")
struct ChangeTokenTests {
    @Test("a token is read back as it was, and is short")
    func roundTrip() throws {
        for seed in SeededGenerator.seeds(300) {
            var generator = SeededGenerator(seed: seed)
            func number(from least: Int64) -> Int64 {
                Int64.random(in: least...(Int64.max >> Int64.random(in: 0...62, using: &generator)), using: &generator)
            }
            let token = ChangeToken(
                cache: String(repeating: "f", count: 32), snapshot: number(from: 0), base: number(from: -1),
                position: number(from: -1), floor: number(from: 0), event: number(from: 0), head: number(from: 0),
                mark: number(from: 0))
            #expect(token.text.utf8.count <= ChangeToken.longestText)
            #expect(try ChangeToken(text: token.text) == token)
        }
    }

    private static let versions: [String] = [
        "", "x", "-170141183460469231731687303715884105728", "-9223372036854775809", "-2", "-1.5", "-1", "-0.25", "0",
        "0.000000000000000001", "0.5", "1", "1.25", "9", "10", "9223372036854775807", "18446744073709551617",
        "170141183460469231731687303715884105727", "0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z",
        "1970-01-01T00:00:00Z", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00.000000000000000001Z",
        "2024-01-01T02:00:00+01:00", "9999-12-31T23:59:59Z",
    ]

    @Test("the text of a version sorts by its bytes as the version does")
    func order() {
        let versions = Self.versions.map { ItemVersion(text: $0) }
        for left in versions {
            for right in versions {
                let texts = (Array(left.sortedText.utf8), Array(right.sortedText.utf8))
                #expect(texts.0.lexicographicallyPrecedes(texts.1) == (left < right), "\(left) \(right)")
                #expect((texts.0 == texts.1) == (left == right))
            }
        }
    }

    @Test("a line is the same in NDJSON, CSV and COPY, whatever characters it has")
    func lines() throws {
        let body = #"{"id":"a\u0000","n":18446744073709551617,"e":1e400000,"s":"\ud800","q":"\"\\.,\u2028"}"#
        var line = FeedMessage(.item, cache: "c", snapshot: 3, change: -4)
        line.source = "a,\"b\""
        line.collection = ""
        line.id = "x\ny \u{2028}\n\\.\n\t\r"
        line.isLive = true
        line.version = "v\u{0}"
        line.versionOrder = ""
        line.place = FeedMessage.Place(walk: nil, number: 1, part: 2, rank: -3)
        line.milliseconds = 5
        line.bytes = Array(body.utf8)
        var csv: [UInt8] = []
        line.appendCSV(to: &csv)
        let record = try #require(CSVReader.records(String(decoding: csv, as: UTF8.self)).first)
        #expect(
            record == [
                "item", "c", "3", "-4", "a,\"b\"", "", "", "x\ny \u{2028}\n\\.\n\t\r", "true", "v\u{FFFD}", "", "",
                "[true,null,1,2,-3]", "5", body,
            ])
        var copy: [UInt8] = []
        line.appendCopy(to: &copy)
        let row = try #require(String(decoding: copy, as: UTF8.self).split(separator: "\n").first)
        #expect(row.utf8.count + 1 == copy.count)
        let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map { field -> String? in
            if field == "\\N" { return nil }
            return field.replacing(/\\([\\tnr])/) { ["\\": "\\", "t": "\t", "n": "\n", "r": "\r"][String($0.1)] ?? "" }
                .description
        }
        #expect(
            fields == [
                "item", "c", "3", "-4", "a,\"b\"", nil, "", "x\ny \u{2028}\n\\.\n\t\r", "true", "v\u{FFFD}", "", nil,
                "[true,null,1,2,-3]", "5", body,
            ])
        var json: [UInt8] = []
        line.appendJSON(to: &json)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.hasSuffix(",\"body\":\(body)}\n"))
        #expect(text.dropLast().contains("\n") == false)
        let document = try JSONDocument(Array(text.utf8))
        #expect(document.members(of: document.root).map(\.key) == FeedMessage.columns)
    }
}
