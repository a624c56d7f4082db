import FeedCache
import FeedLab
import FeedModel
import FeedShell
import FeedSlots
import Foundation
import TerminalKit

/// Many policies in one world, for people and as JSON.
struct SweepTable {
    let world: SweepWorld
    let sweep: PolicySweep
    let base: SlotPolicy
    let results: [SweepResult]

    var head: [String] {
        let common = base == .none ? [] : ["Policy, but for what is swept: \(base)."]
        return ["\(world) (seed \(world.seed))"] + common + [""]
    }

    var table: Table {
        var table = Table(
            columns: sweep.axes.map { .number($0.key.rawValue) } + [
                .number("requests"), .number("fills"), .number("shown"), .number("never shown"), .number("show rate"),
                .number("impressions"), .number("ads/screen"), .number("rows shifted"),
            ])
        table.rows = results.map { result in
            let counts = result.counts
            return result.candidate.values.map { "\($0)" } + [
                "\(counts.requests)", "\(counts.fills)", "\(counts.shown)", "\(result.neverShown)",
                result.showRate.map(Percent.text) ?? "–", "\(counts.impressions)",
                result.adsPerScreen.map(Self.digits) ?? "–", "\(counts.rowsShifted)",
            ]
        }
        return table
    }

    /// What the table says, carefully.
    var conclusion: [String] {
        var lines = [
            """
            fills: requests that brought an ad; shown: on screen at all; impressions: seen for as long as the policy \
            wants; rows shifted: rows on screen that an answer changed
            """
        ]
        guard let most = results.map(\.counts.impressions).max(), most > 0,
            let best = results.compactMap(\.shownPerRequest).max()
        else { return lines + ["In this world no ad was seen."] }
        let shows = results.filter { $0.shownPerRequest == best }
        let earns = results.filter { $0.counts.impressions == most }
        lines.append(
            """
            In this world \(names(earns)) had most impressions (\(most)), and \(names(shows)) showed most of what was \
            asked for (\(Percent.text(best)) of the requests). Whether people mind the ads, it cannot say.
            """)
        return lines
    }

    private func names(_ results: [SweepResult]) -> String {
        let shown = results.prefix(2).map { result in
            zip(sweep.axes, result.candidate.values).map { "\($0.key.rawValue)=\($1)" }.joined(separator: " ")
        }
        let rest = results.count - shown.count
        return shown.joined(separator: rest > 0 ? ", " : " and ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func digits(_ value: Double) -> String { String(format: "%.2f", value) }

    // MARK: JSON

    var json: JSONValue {
        .object([
            (
                "world",
                .object([
                    ("items", .number(world.items)), ("height", .number(world.height)),
                    ("rows_per_second", .real(world.rowsPerSecond)), ("pause_s", .real(world.pause / .seconds(1))),
                    ("latency_s", .real(world.latency / .seconds(1))), ("fill", .real(world.fill)),
                    ("seed", .verbatim("\(world.seed)")),
                ])
            ), ("policies", .array(results.map(json))),
        ])
    }

    private func json(_ result: SweepResult) -> JSONValue {
        let counts = result.counts
        let values = zip(sweep.axes, result.candidate.values).map { ($0.key.rawValue, JSONValue.number($1)) }
        return .object([
            ("policy", .object(values)), ("description", .string("\(result.candidate.policy)")),
            ("requests", .number(counts.requests)), ("fills", .number(counts.fills)),
            ("shown", .number(counts.shown)), ("loaded_never_shown", .number(result.neverShown)),
            ("show_rate", result.showRate.map(JSONValue.real) ?? .null), ("impressions", .number(counts.impressions)),
            ("screens", .number(counts.screens)),
            ("ads_per_screen", result.adsPerScreen.map(JSONValue.real) ?? .null),
            ("rows_shifted", .number(counts.rowsShifted)),
        ])
    }
}
