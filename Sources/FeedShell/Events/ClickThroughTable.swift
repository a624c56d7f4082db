import FeedModel
import FeedStore
import Foundation
import TerminalKit

struct ClickThroughTable {
    let lines: [ClickThroughLine]
    let grouping: ClickThroughGrouping
    /// Whether all lines are of one section, which is not repeated then.
    let isOfOneSection: Bool

    var table: Table {
        let columns: [Table.Column] =
            switch grouping {
            case .section: [.text("section", isFlexible: true)]
            case .item: [.text("section", isFlexible: true), .text("kind"), .text("id", isFlexible: true)]
            case .position: [.number("row")]
            }
        var table = Table(columns: columns + ClickThrough.columns)
        table.rows = lines.map { names($0.subject) + $0.counts.cells }
        return table
    }

    private func names(_ subject: ClickThroughSubject) -> [String] {
        switch subject {
        case .section(let id): [id.text]
        case .item(let id, let section): [isOfOneSection ? "" : section.text, "item", id.text]
        case .ad(let id, let section): [isOfOneSection ? "" : section.text, "ad", id.text]
        case .position(let row): ["\(row)"]
        }
    }

    var notes: [String] {
        guard lines.contains(where: { $0.counts.impressions > 0 || $0.counts.uncountedTaps > 0 }) else {
            return ["nothing was seen yet: impressions are counted as a section is scrolled"]
        }
        var notes = ["taps: impressions that were tapped; interval: where the true rate lies, 19 times out of 20"]
        let uncounted = lines.reduce(0) { $0 + $1.counts.uncountedTaps }
        if uncounted > 0 {
            let taps = uncounted == 1 ? "1 tap is" : "\(uncounted) taps are"
            notes.append("\(taps) in no rate: repeated, or before the row had been seen long enough to count")
        }
        if grouping == .position { notes.append("rows further up are tapped more because they are further up") }
        return notes
    }

    // MARK: JSON

    var json: JSONValue { .array(lines.map { .object(Self.names($0.subject) + $0.counts.jsonMembers) }) }

    private static func names(_ subject: ClickThroughSubject) -> [(String, JSONValue)] {
        switch subject {
        case .section(let id): [("section", .string(id.text))]
        case .item(let id, let section): [("section", .string(section.text)), ("item", .string(id.text))]
        case .ad(let id, let section): [("section", .string(section.text)), ("ad", .string(id.text))]
        case .position(let row): [("row", .number(row))]
        }
    }
}

extension ClickThrough {
    static let columns: [Table.Column] = [
        .number("impressions"), .number("taps"), .number("rate"), .number("95 % interval"),
    ]

    var cells: [String] {
        guard let rate else { return ["0", "0", "–", "–"] }
        return ["\(impressions)", "\(taps)", Percent.text(rate), Percent.text(interval)]
    }

    /// Counts, rate (null where there is none) and interval.
    var jsonMembers: [(String, JSONValue)] {
        [
            ("impressions", .number(impressions)), ("taps", .number(taps)),
            ("rate", rate.map(JSONValue.real) ?? .null), ("low", .real(interval.low)), ("high", .real(interval.high)),
            ("uncounted_taps", .number(uncountedTaps)),
        ]
    }
}

package enum Percent {
    /// “4.2 %”, with a second digit below 1 %.
    package static func text(_ part: Double) -> String { digits(part) + " %" }

    /// “3.1–5.6 %”.
    static func text(_ interval: WilsonInterval) -> String { "\(digits(interval.low))–\(digits(interval.high)) %" }

    private static func digits(_ part: Double) -> String {
        String(format: part > 0 && part < 0.01 ? "%.2f" : "%.1f", part * 100)
    }
}
