import FeedCache
import Foundation

/// Parts of a whole for people.
enum Percent {
    /// “4.2 %”, with a second digit below 1 %.
    static func text(_ part: Double) -> String { digits(part) + " %" }

    /// “3.1–5.6 %”.
    static func text(_ interval: WilsonInterval) -> String { "\(digits(interval.low))–\(digits(interval.high)) %" }

    private static func digits(_ part: Double) -> String {
        String(format: part > 0 && part < 0.01 ? "%.2f" : "%.1f", part * 100)
    }
}
