/// What a walk that read its list from the first page to the last has found, and when its answers were made.
package struct WholeWalk: Equatable, Sendable {
    /// The most repeated IDs of a walk that are remembered; a list with more of them is odd by its nature.
    package static let mostRepeats = 64

    /// Counts the walks of the collection from 1.
    package let number: Int64
    /// The run that read its last page.
    package var run: Int64
    package let started: Instant
    package var ended: Instant
    /// The earliest time at which one of its answers may have been made, as `AnswerAge` has it.
    package var made: Instant
    /// The earliest and the latest `Date` of its answers, by the server's clock; nil where none had one.
    package var dates: ClosedRange<Instant>?
    package var listing: Listing
    package var rejected: Int
    /// The list's length, the greatest that one of its answers reported.
    package var total: Int?
    /// Numbers of the IDs that came more than once, at most `mostRepeats`.
    package var repeats: Set<UInt64>
    /// What showed that the list moved while it was read; nil for nothing.
    package var drift: String?
    package let itemsBefore: Int

    package init(
        number: Int64, run: Int64, started: Instant, ended: Instant, made: Instant, dates: ClosedRange<Instant>? = nil,
        listing: Listing, rejected: Int = 0, total: Int? = nil, repeats: Set<UInt64> = [], drift: String? = nil,
        itemsBefore: Int
    ) {
        (self.number, self.run, self.started, self.ended) = (number, run, started, ended)
        (self.made, self.dates, self.listing, self.rejected) = (made, dates, listing, rejected)
        (self.total, self.repeats, self.drift, self.itemsBefore) = (total, repeats, drift, itemsBefore)
    }

    /// How many elements the list is short of the server's total; 0 where it is not, or none is given.
    package var shortfall: Int { total.map { max(0, $0 - listing.count) } ?? 0 }

    /// Items that may be in the list though the walk could not tell: elements without an ID, and those that the total
    /// counts and no page had.
    package var unaccounted: Int { rejected + shortfall }

    /// Whether no cache can have kept one of its answers from before it began.
    package var isFresh: Bool { made >= started }

    /// Whether both found the same: the same elements in the same order, and the same total.
    package func agrees(with other: WholeWalk) -> Bool { listing == other.listing && total == other.total }

    /// Whether all its answers were made after `earlier` had ended.
    ///
    /// A time of `earlier` that lies ahead is of a clock that was put back since, and says nothing.
    package func isIndependent(of earlier: WholeWalk) -> Bool {
        guard made >= min(earlier.ended, started) else { return false }
        guard let before = earlier.dates, let dates else { return true }
        return dates.lowerBound >= before.upperBound
    }

    /// What of these IDs, met again in a walk after this one, is a sign that the list moves: it did not repeat them.
    package static func driftingRepeats(_ repeats: Set<UInt64>, after before: WholeWalk?) -> Set<UInt64> {
        guard let before else { return repeats }
        return before.repeats.count >= mostRepeats ? [] : repeats.subtracting(before.repeats)
    }
}
