import FeedModel
import FeedSlots

/// Rows of one section that a person sees, by what they are.
///
/// Law: what counts as seen is what was shown, wherever it is by now, and nothing that has come between.
struct ShownRows: Sendable {
    struct Row: Sendable {
        let target: FeedEvent.Target
        /// The row it is on where it is shown, from 0.
        let place: Int
    }

    /// From the top.
    let rows: [Row]
    private let firstFraction: Double
    private let lastFraction: Double

    init(_ ids: [FeedRow.ID], of section: FeedSection?, firstFraction: Double, lastFraction: Double) {
        let ids = Set(ids)
        rows = zip(section?.rowIDs ?? [], section?.placedRows ?? []).filter { ids.contains($0.0) }.map(\.1)
        (self.firstFraction, self.lastFraction) = (firstFraction, lastFraction)
    }

    init(_ screen: FeedSection, viewport: Viewport?) {
        rows = screen.placedRows
        firstFraction = viewport?.fraction(ofRow: screen.firstRow) ?? 0
        lastFraction = viewport?.fraction(ofRow: screen.firstRow + screen.rows.count - 1) ?? 0
    }

    /// Which part of a row is on screen: 0 to 1.
    func fraction(at index: Int) -> Double {
        min(index == 0 ? firstFraction : 1, index == rows.count - 1 ? lastFraction : 1)
    }
}

extension FeedSection {
    fileprivate var placedRows: [ShownRows.Row] {
        zip(firstRow..., rows).map { ShownRows.Row(target: FeedEvent.Target($1), place: $0) }
    }
}

extension SectionRows {
    /// Where rows that are shown are by now: the longest run of them that still follow each other.
    func viewport(of shown: ShownRows) throws -> Viewport {
        var (best, run) = (0..<0, 0..<0)
        let places = try places(of: shown.rows)
        for index in places.indices {
            let follows = index > 0 && places[index] != nil && places[index] == places[index - 1].map { $0 + 1 }
            run = (follows ? run.lowerBound : index)..<(places[index] == nil ? index : index + 1)
            if run.count > best.count { best = run }
        }
        guard let last = best.last, let first = places[best.lowerBound] else {
            let top = min(shown.rows.first?.place ?? 0, engine.rows.rowCount)
            return Viewport(first: top, last: top - 1)
        }
        return Viewport(
            first: first, last: first + best.count - 1, firstFraction: shown.fraction(at: best.lowerBound),
            lastFraction: shown.fraction(at: last))
    }

    private func places(of rows: [ShownRows.Row]) throws -> [Int?] {
        guard let first = rows.first else { return [] }
        // Mostly nothing has moved: one read says so.
        let here = try window(offset: first.place, limit: rows.count)
        if here.rows.map(FeedEvent.Target.init) == rows.map(\.target) { return rows.indices.map { first.place + $0 } }
        return try rows.map { row in
            switch row.target {
            case .item(let id): try content.place(of: id.text).flatMap(engine.rows.row(ofContent:))
            case .ad(_, let serial): engine.row(ofAd: serial)
            }
        }
    }
}
