import FeedModel
import Foundation
import TerminalKit

/// Two sections or items compared, in words that need no book, and as JSON.
struct ComparisonText {
    let comparison: TapComparison
    let names: (first: String, second: String)
    let ratio: ExposureRatio
    let areSections: Bool

    private var sampleRatio: SampleRatio {
        SampleRatio(
            first: comparison.total(.first).impressions, second: comparison.total(.second).impressions,
            expectedShare: ratio.share)
    }

    var table: Table {
        var table = Table(
            columns: [.text("compared", isFlexible: true)] + ClickThrough.columns + [.number("on equal rows")])
        let rates = comparison.rates
        let sides = [
            (names.first, comparison.total(.first), rates?.first),
            (names.second, comparison.total(.second), rates?.second),
        ]
        table.rows = sides.map { name, counts, equal in [name] + counts.cells + [equal.map(Percent.text) ?? "–"] }
        return table
    }

    // MARK: Words

    var verdict: String {
        switch comparison.verdict {
        case .notComparable:
            if let unseen { return "no difference can be claimed yet: \(unseen)" }
            return """
                no difference can be claimed: the two were never seen on the same row, and rows further up are tapped \
                more, whatever is on them
                """
        case .noDifference:
            guard comparison.oddsRatio != nil else {
                return "no difference can be claimed yet: there are too few taps on rows that both were on"
            }
            return "no difference can be claimed yet: \(equalRows)what there is may be chance (\(odds))"
        case .higher(let group):
            let (higher, lower) = group == .first ? (names.first, names.second) : (names.second, names.first)
            return """
                “\(higher)” is higher than “\(lower)”: \(equalRows)this is no chance (\(odds)), whatever the number of \
                looks
                """
        }
    }

    private var unseen: String? {
        switch (comparison.total(.first).impressions, comparison.total(.second).impressions) {
        case (0, 0): "neither was seen"
        case (0, _): "“\(names.first)” was not seen"
        case (_, 0): "“\(names.second)” was not seen"
        default: nil
        }
    }

    private var equalRows: String {
        guard let rates = comparison.rates else { return "" }
        return """
            on equal rows “\(names.first)” is tapped \(Percent.text(rates.first)) of the time and “\(names.second)” \
            \(Percent.text(rates.second)); \

            """
    }

    private var odds: String {
        let (low, high) = comparison.oddsRatioInterval
        let range =
            switch (low > 0, high.isFinite) {
            case (true, true): "\(Self.factor(low)) to \(Self.factor(high)) times"
            case (true, false): "at least \(Self.factor(low)) times"
            case (false, true): "at most \(Self.factor(high)) times"
            case (false, false): "any number of times"
            }
        return "the odds of a tap on “\(names.first)” are \(range) those on “\(names.second)”, with 95 % certainty"
    }

    private static func factor(_ value: Double) -> String {
        switch value {
        case ..<0.01: "less than 0.01"
        case ..<10: String(format: "%.2f", value)
        case ..<1000: String(format: "%.0f", value)
        default: "more than 1000"
        }
    }

    var notes: [String] {
        var notes: [String] = []
        let (first, second) = (sampleRatio.first, sampleRatio.second)
        if unseen != nil { return notes }
        if sampleRatio.isAlarming {
            notes.append(
                """
                alarm: \(first) impressions to \(second) are not the expected \(ratio.text); find out why before you \
                believe the verdict, or say with --ratio what to expect
                """)
        } else if first + second > 0 {
            notes.append("\(first) impressions to \(second) go together with the expected \(ratio.text)")
        }
        if areSections {
            notes.append("rows are those inside a section: the place of a section on the screen counts too")
        }
        return notes
    }

    // MARK: JSON

    var json: JSONValue {
        let interval = comparison.oddsRatioInterval
        return .object([
            ("first", side(names.first, .first, comparison.rates?.first)),
            ("second", side(names.second, .second, comparison.rates?.second)),
            ("shared_rows", .array(comparison.sharedPositions.map { .number($0) })),
            ("verdict", .string(word)), ("sentence", .string(verdict)), ("p_value", .real(comparison.pValue)),
            ("e_value", .real(comparison.eValue)),
            (
                "odds_ratio",
                .object([
                    ("estimate", comparison.oddsRatio.map(JSONValue.real) ?? .null), ("low", .real(interval.low)),
                    ("high", .real(interval.high)),
                ])
            ),
            (
                "sample_ratio",
                .object([
                    ("expected", .string(ratio.text)), ("p_value", .real(sampleRatio.pValue)),
                    ("alarm", .bool(sampleRatio.isAlarming)),
                ])
            ),
        ])
    }

    private var word: String {
        switch comparison.verdict {
        case .notComparable: "not_comparable"
        case .noDifference: "no_difference"
        case .higher(.first): "first_higher"
        case .higher(.second): "second_higher"
        }
    }

    private func side(_ name: String, _ group: ComparedGroup, _ equal: Double?) -> JSONValue {
        .object(
            [("id", .string(name))] + comparison.total(group).jsonMembers.dropLast() + [
                ("rate_on_equal_rows", equal.map(JSONValue.real) ?? .null)
            ])
    }
}
