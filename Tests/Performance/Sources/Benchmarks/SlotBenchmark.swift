@testable import FeedModel
@testable import FeedSlots

/// Ads in a long section: to place one, and to ask which row shows what.
enum SlotBenchmark {
    private static let table = TextTable(
        title: "slots: 100,000 content items",
        columns: [
            .text("what", 28), .number("ads", 8), .number("fastest/ns each", 15), .number("median/ns each", 15),
            .number("allocations", 11),
        ])

    static func run() throws {
        table.printHeader()
        for adCount in [10, 1_000, 10_000] {
            let placing = try Measurement.of { try engine(adCount: adCount) }
            printRow("ask for and place an ad", adCount, placing.cost, operations: adCount)
            let rows = placing.value.rows
            let count = 100_000
            printRow(
                "row to content", adCount,
                Measurement.of { (0..<count).reduce(0) { sum, row in sum &+ (rows[row] == nil ? 0 : 1) } }.cost,
                operations: count)
            printRow(
                "content to row", adCount,
                Measurement.of { (0..<count).reduce(0) { $0 &+ (rows.row(ofContent: $1) ?? 0) } }.cost,
                operations: count)
        }
    }

    /// A section as somebody leaves it who scrolled past so many ads.
    private static func engine(adCount: Int) throws -> SlotEngine {
        var engine = SlotEngine(policy: try SlotPolicy(every: 10), contentCount: 100_000)
        for ad in 0..<adCount {
            let first = ad * 11 + 1
            // Fast enough that no ad grows too old unseen.
            let time = Instant(millisecondsSince1970: Int64(ad) * 100)
            _ = engine.show(Viewport(first: first, last: first + 6), at: time)
            _ = engine.answer(.ad(id: "ad", payload: "{}"), at: time)
        }
        return engine
    }

    private static func printRow(_ what: String, _ ads: Int, _ cost: Measurement, operations: Int) {
        table.printRow([
            what, "\(ads)", cost.fastest.nanoseconds(each: operations), cost.median.nanoseconds(each: operations),
            cost.allocationText,
        ])
    }
}
