import FeedCache
import FeedModel

/// What a page asks to see: widths, and how many rows of each section from the first on.
struct PreviewView: Hashable {
    /// How many rows of a section there may be.
    static let mostRows = 2_000
    /// How many rows of all sections that are asked for by name.
    static let mostInAll = 4_000
    /// How many rows of a section where it is not asked for by name.
    static let standardRows = 100

    /// In CSS pixels.
    let widths: [Int]
    /// How many rows by the ID of the section.
    let rows: [String: Int]
    /// Whether a change is divided into the batches of a UIKit list.
    let isStaged: Bool

    /// From `widths=390,834&rows=ID:400&rows=…&staged=1`.
    init(_ query: PreviewQuery) throws(PreviewRequestError) {
        let widths = (query["widths"] ?? "390").split(separator: ",", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        guard (1...4).contains(widths.count), widths.allSatisfy((240...2_000).contains) else {
            throw PreviewRequestError(message: "widths are 1 to 4 numbers from 240 to 2000")
        }
        self.widths = widths
        var rows: [String: Int] = [:]
        for text in query[all: "rows"] {
            guard let colon = text.lastIndex(of: ":"), let count = Int(text[text.index(after: colon)...]),
                (0...Self.mostRows).contains(count)
            else { throw PreviewRequestError(message: "rows are ID:NUMBER, \(Self.mostRows) at most") }
            rows[String(text[..<colon])] = count
        }
        guard rows.values.reduce(0, +) <= Self.mostInAll else {
            throw PreviewRequestError(message: "there are \(Self.mostInAll) rows at most in all sections")
        }
        self.rows = rows
        isStaged = query["staged"] == "1"
    }

    var windows: FeedWindows { FeedWindows(0..<Self.standardRows, sections: rows.mapValues { 0..<$0 }) }
}
