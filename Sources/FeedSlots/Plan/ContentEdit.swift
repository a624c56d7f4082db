import FeedModel

/// How a content list became another one: which items stayed where they were, and where the gaps between them are now.
///
/// Of the items both lists have, the fewest possible count as moved: those that stayed are a longest increasing
/// subsequence of the new places. An edit stores runs of neighbours that stayed neighbours, so its size is that of
/// the change and not of the list.
package struct ContentEdit: Equatable, Sendable {
    /// Items that stayed, side by side in both lists.
    struct Run: Equatable, Sendable {
        let old: Int
        let new: Int
        let count: Int
    }

    package let newCount: Int
    private(set) var runs: [Run] = []

    /// From the IDs of both lists, or whatever names their items: row numbers of a database take a tenth of the memory
    /// of texts. No ID occurs twice in a list (of those that do, one place counts). O(n log n) at worst in what lies
    /// between the common head and tail of both lists; nothing is stored of what lies outside.
    package init<ID: Hashable>(from old: some RandomAccessCollection<ID>, to new: some RandomAccessCollection<ID>) {
        var head = 0
        for (left, right) in zip(old, new) {
            guard left == right else { break }
            head += 1
        }
        var tail = 0
        for (left, right) in zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()) {
            guard left == right else { break }
            tail += 1
        }
        newCount = new.count
        append(old: 0, new: 0, count: head)
        let middle = new.dropFirst(head).dropLast(tail).enumerated()
        let places = Dictionary(middle.map { ($1, head + $0) }, uniquingKeysWith: { first, _ in first })
        let targets = old.dropFirst(head).dropLast(tail).map { places[$0] }
        for index in LongestIncreasingSubsequence.indices(of: targets) {
            if let place = targets[index] { append(old: head + index, new: place, count: 1) }
        }
        append(old: old.count - tail, new: newCount - tail, count: tail)
    }

    private mutating func append(old: Int, new: Int, count: Int) {
        guard count > 0 else { return }
        if let last = runs.last, last.old + last.count == old, last.new + last.count == new {
            runs[runs.count - 1] = Run(old: last.old, new: last.new, count: last.count + count)
        } else {
            runs.append(Run(old: old, new: new, count: count))
        }
    }

    /// The new place of an old item that stayed; nil where it moved or is gone. O(log runs).
    func newIndex(ofStaying old: Int) -> Int? {
        let index = runCount(startingUpTo: old) - 1
        guard index >= 0, old < runs[index].old + runs[index].count else { return nil }
        return runs[index].new + old - runs[index].old
    }

    /// Where the gap above old item `offset` (or after the last) is now: next to the nearest item that stayed, the one
    /// above if two are as near; its range is all that lies between the nearest ones that stayed. Nil where none
    /// stayed. The order of gaps is kept. O(log runs).
    func place(ofGap offset: Int) -> SlotPlace? {
        let next = runCount(startingUpTo: offset - 1)
        let above = next > 0 ? runs[next - 1] : nil
        if let above, offset < above.old + above.count { return SlotPlace(above.new + offset - above.old) }
        let below = next < runs.count ? runs[next] : nil
        if above == nil, below == nil { return nil }
        let lowest = above.map { $0.new + $0.count } ?? 0
        let highest = below?.new ?? newCount
        let wayUp = above.map { offset - ($0.old + $0.count) } ?? .max
        let wayDown = below.map { $0.old - offset } ?? .max
        return SlotPlace(wayDown < wayUp ? highest : lowest, from: lowest, to: highest)
    }

    /// Whether the items above and below a gap are the same as before: those above old item `gap`, of `oldCount`, and
    /// those above new item `offset`.
    func keepsNeighbours(ofGap gap: Int, in oldCount: Int, movedTo offset: Int) -> Bool {
        let above = gap == 0 ? offset == 0 : newIndex(ofStaying: gap - 1) == offset - 1
        let below = gap == oldCount ? offset == newCount : newIndex(ofStaying: gap) == offset
        return above && below
    }

    private func runCount(startingUpTo old: Int) -> Int {
        runs.indices.partitioned { runs[$0].old <= old }
    }
}
