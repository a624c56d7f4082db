/// Which elements of two lists are the same: the first occurrence of an identity in the old list pairs with the first
/// in the new one, the second with the second, and so on.
///
/// The common head and tail are compared, not hashed, and so is all of a list with a handful of changes: it costs
/// little more than reading it. Expected O(n); `moves` adds O(n log n) at worst.
struct ListPairing {
    static let none = -1

    /// How many elements at the beginning are the same.
    let head: Int
    /// How many elements at the end are the same, after the head.
    var tail: Int
    /// For each element of the new list between head and tail its old index, or `none`.
    var partners: [Int] = []
    /// The old indices without a partner, ascending.
    var unpairedOld: [Int] = []
    private let oldCount: Int
    private let newCount: Int

    /// - Parameters:
    ///   - mark: gives a number that elements of the same identity share, at less cost than a hash; nil where there is none.
    ///   - identity: gives what is compared and hashed of an element.
    init<Element, Identity: Hashable>(
        old: [Element], new: [Element], mark: (Element) -> UInt64? = { _ in nil }, identity: (Element) -> Identity
    ) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, identity(old[head]) == identity(new[head]) { head += 1 }
        var tail = 0
        while tail < shorter - head,
            identity(old[old.count - 1 - tail]) == identity(new[new.count - 1 - tail])
        {
            tail += 1
        }
        self.head = head
        self.tail = tail
        (oldCount, newCount) = (old.count, new.count)
        if !pairMiddle(old: old, new: new, mark: mark, identity: identity) {
            // An identity of the tail occurs before it too, where its occurrences may pair otherwise.
            self.tail = 0
            partners.removeAll(keepingCapacity: true)
            unpairedOld.removeAll(keepingCapacity: true)
            _ = pairMiddle(old: old, new: new, mark: mark, identity: identity)
        }
    }

    /// Pairs the elements between head and tail; false where the tail cannot be set apart.
    mutating func pairMiddle<Element, Identity: Hashable>(
        old: [Element], new: [Element], mark: (Element) -> UInt64?, identity: (Element) -> Identity
    ) -> Bool {
        let oldMiddle = head..<(old.count - tail)
        let newMiddle = head..<(new.count - tail)
        let oldTail = oldMiddle.upperBound..<old.count
        if pairNearMatch(oldMiddle, newMiddle, old: old, new: new, identity: identity) { return true }
        if oldMiddle.isEmpty || newMiddle.isEmpty, oldTail.isEmpty {
            partners = Array(repeating: Self.none, count: newMiddle.count)
            unpairedOld = Array(oldMiddle)
            return true
        }

        var index = OccurrenceIndex(positionCount: newMiddle.count, foreignCount: oldTail.isEmpty ? 0 : oldMiddle.count)
        for position in newMiddle.reversed() {
            let added = identity(new[position])
            index.prepend(position - head, hash: added.hashValue) { identity(new[head + $0]) == added }
        }
        let pairCount = takePartners(of: oldMiddle, old: old, new: new, identity: identity, from: &index)
        if pairCount == oldMiddle.count && pairCount == newMiddle.count { return true }
        let marks = oldTail.isEmpty ? nil : IdentityMarks(old[oldMiddle], new[newMiddle], mark: mark)
        for position in oldTail {
            if let marks, let mark = mark(old[position]), !marks.mayContain(mark) { continue }
            let tailed = identity(old[position])
            let isRepeated = index.contains(hash: tailed.hashValue) { key in
                key >= 0 ? identity(new[head + key]) == tailed : identity(old[-2 - key]) == tailed
            }
            if isRepeated { return false }
        }
        return true
    }

    /// Finds the partner of each old element; gives how many have one.
    mutating func takePartners<Element, Identity: Hashable>(
        of oldMiddle: Range<Int>, old: [Element], new: [Element], identity: (Element) -> Identity,
        from index: inout OccurrenceIndex
    ) -> Int {
        partners = Array(repeating: Self.none, count: index.positionCount)
        let canGuess = !index.hasDuplicates
        var guess = 0
        for position in oldMiddle {
            let wanted = identity(old[position])
            // Neighbours mostly stay neighbours: looking there first saves most of the hashing.
            if canGuess, guess < partners.count, partners[guess] == Self.none, identity(new[head + guess]) == wanted {
                partners[guess] = position
                guess += 1
                continue
            }
            let found = index.takeFirst(hash: wanted.hashValue, foreign: position) { key in
                key >= 0 ? identity(new[head + key]) == wanted : identity(old[-2 - key]) == wanted
            }
            // A good guess does not take from the index, so what it gives may have a partner already.
            if let found, partners[found] == Self.none {
                partners[found] = position
                guess = found + 1
            } else {
                unpairedOld.append(position)
            }
        }
        return oldMiddle.count - unpairedOld.count
    }

    /// The elements with a partner that have to move, by new index. They are as few as possible: all others keep their
    /// order.
    func moves() -> [OffsetPair<Int>] {
        if isInOrder { return [] }
        let kept = LongestIncreasingSubsequence.indices(of: partners.lazy.map { $0 == Self.none ? nil : $0 })
        var moves: [OffsetPair<Int>] = []
        var nextKept = 0
        for (index, partner) in partners.enumerated() where partner != Self.none {
            if nextKept < kept.count, kept[nextKept] == index {
                nextKept += 1
            } else {
                moves.append(OffsetPair(old: partner, new: head + index))
            }
        }
        return moves
    }

    private var isInOrder: Bool {
        var last = Self.none
        for partner in partners where partner != Self.none {
            if partner < last { return false }
            last = partner
        }
        return true
    }

    /// The old index of the element at `index` of the new list, nil if it has no partner.
    func oldIndex(of index: Int) -> Int? {
        if index < head { return index }
        if index >= newCount - tail { return index - newCount + oldCount }
        let partner = partners[index - head]
        return partner == Self.none ? nil : partner
    }
}
