import FeedCache
import FeedModel

/// What a page asks to see: widths, and which rows of each section.
struct PreviewView: Hashable {
    /// How many rows of a section there may be.
    static let mostRows = 1_000
    /// How many rows of all sections that are asked for by name.
    static let mostNamed = 2_500
    /// How many rows of all the others.
    static let mostOthers = 1_500
    /// How many rows of a section that is not asked for by name, unless there are many of them.
    static let standardRows = 100

    /// In CSS pixels.
    let widths: [Int]
    /// The rows by the ID of the section.
    let rows: [SectionID: Range<Int>]
    /// Whether a change is divided into the batches of a UIKit list.
    let isStaged: Bool
    let density: FeedPreview.Density

    /// From `widths=390,834&rows=ID:0-400&rows=…&staged=1`.
    init(_ query: PreviewQuery) throws(PreviewRequestError) {
        let widths = (query["widths"] ?? "390").split(separator: ",", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        guard (1...4).contains(widths.count), widths.allSatisfy((240...2_000).contains) else {
            throw PreviewRequestError(message: "widths are 1 to 4 numbers from 240 to 2000")
        }
        self.widths = widths
        var rows: [SectionID: Range<Int>] = [:]
        for text in query[all: "rows"] {
            guard let colon = text.lastIndex(of: ":"), let range = Self.range(text[text.index(after: colon)...]) else {
                throw PreviewRequestError(message: "rows are ID:FROM-TO, \(Self.mostRows) at most")
            }
            rows[SectionID(String(text[..<colon]))] = range
        }
        guard rows.values.reduce(0, { $0 + $1.count }) <= Self.mostNamed else {
            throw PreviewRequestError(message: "there are \(Self.mostNamed) rows at most that are asked for by name")
        }
        self.rows = rows
        isStaged = query["staged"] == "1"
        density = query["density"].flatMap(FeedPreview.Density.init) ?? .standard
    }

    private static func range(_ text: Substring) -> Range<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0).map(Int.init) }
        guard ends.count == 2, let from = ends[0], let to = ends[1], (from...from + mostRows).contains(to) else {
            return nil
        }
        return from..<to
    }

    /// - Parameter count: how many sections there are.
    func windows(ofSections count: Int) -> FeedWindows {
        FeedWindows(0..<Self.share(of: Self.standardRows, inAll: Self.mostOthers, sections: count), sections: rows)
    }

    /// How many rows each section may have, so that all of them have no more than there may be: in few steps, for with each
    /// one the window of every section becomes another.
    static func share(of rows: Int, inAll most: Int, sections count: Int) -> Int {
        var share = rows
        while share > 1, share * count > most { share /= 2 }
        return share
    }
}

extension FeedPreview.Density {
    /// In CSS pixels; the style sheet has the same.
    var metrics: LayoutMetrics {
        var metrics = LayoutMetrics.page
        switch self {
        case .standard: break
        case .compact:
            (metrics.spacing, metrics.rowHeight, metrics.captionHeight) = (6, 60, 58)
            (metrics.cardWidth, metrics.cardHeight, metrics.mosaicHeight) = (132, 168, 190)
        case .roomy:
            (metrics.spacing, metrics.rowHeight, metrics.captionHeight) = (16, 100, 84)
            (metrics.cardWidth, metrics.cardHeight, metrics.mosaicHeight) = (212, 276, 300)
        }
        return metrics
    }
}
