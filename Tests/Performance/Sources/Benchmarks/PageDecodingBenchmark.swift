import Foundation

@testable import FeedModel
@testable import FeedSource

/// Reading a page of items, beside Foundation's ways, which build what the cache leaves as bytes.
enum PageDecodingBenchmark {
    /// What Foundation's decoder is asked for: no more than the cache wants to know.
    private struct Page: Decodable {
        struct Item: Decodable {
            let id: Int
            let updatedAt: String
        }

        let data: [Item]
    }

    private static let table = TextTable(
        title: "decode: a page of 100 items",
        columns: [
            .text("way", 28), .number("fastest/ms", 10), .number("median/ms", 10), .number("MB/s", 8),
            .number("allocations", 11),
        ])

    static func run() throws {
        table.printHeader()
        let body = page()
        let data = Data(body)
        let decoder = PageDecoder(
            items: DottedPath("data"), id: .path(DottedPath("id")), version: DottedPath("updatedAt"))
        printRow("PageDecoder", body.count, try Measurement.of { try decoder.decode(body).items.count })
        let foundation = JSONDecoder()
        printRow(
            "JSONDecoder", body.count,
            try Measurement.of { try foundation.decode(Page.self, from: data).data.count })
        printRow(
            "JSONSerialization", body.count,
            try Measurement.of { try JSONSerialization.jsonObject(with: data) as? [String: Any] }.cost)
    }

    private static func printRow(_ way: String, _ size: Int, _ result: (value: Int, cost: Measurement)) {
        printRow(way, size, result.cost)
    }

    private static func printRow(_ way: String, _ size: Int, _ cost: Measurement) {
        let speed = Double(size) / 1e6 / (cost.fastest / .seconds(1))
        table.printRow([
            way, cost.fastest.milliseconds, cost.median.milliseconds, String(format: "%.0f", speed),
            cost.allocationText,
        ])
    }

    /// Items of some 600 bytes with nested values, long texts and escapes.
    private static func page() -> [UInt8] {
        let items = (0..<100).map { index in
            #"{"id":\#(index),"updatedAt":"2026-04-01T00:\#(String(format: "%02d", index % 60)):00Z","title":"#
                + #""昔ながらの卵サンド \#(index)","description":"\#(String(repeating: "fluffy \\\"chilled\\\" tantan noodles ", count: 8))","#
                + #""author":{"name":"Hinata","followers":[1,2,3,4,5]},"image":{"url":"https://img.example.com/\#(index).jpg","#
                + #""width":1200,"height":800},"tags":["ramen","lunch","late"],"price":12.50,"isOpen":true}"#
        }
        return Array(#"{"data":[\#(items.joined(separator: ","))],"next":null}"#.utf8)
    }
}
