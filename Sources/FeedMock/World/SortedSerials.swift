/// A set of serials in ascending order, answering "how many of them come before" by binary search.
struct SortedSerials: Sendable {
    private var serials: [Int] = []

    var count: Int { serials.count }

    func contains(_ serial: Int) -> Bool {
        let place = firstPlace { serials[$0] >= serial }
        return place < serials.count && serials[place] == serial
    }

    mutating func insert(_ serial: Int) {
        let place = firstPlace { serials[$0] >= serial }
        if place == serials.count || serials[place] != serial {
            serials.insert(serial, at: place)
        }
    }

    func count(from serial: Int) -> Int {
        serials.count - firstPlace { serials[$0] >= serial }
    }

    /// Counting non-members downward from `head`: how many members lie above non-member number `index`.
    func membersFromTop(skipping index: Int, head: Int) -> Int {
        // The j-th member from the top has (head - member) - j non-members above it, which never falls as j grows.
        let last = serials.count - 1
        return firstPlace { head - serials[last - $0] - $0 > index }
    }

    /// Counting non-members upward from `floor`: non-member number `index`, from 0.
    func nonMember(_ index: Int, from floor: Int) -> Int {
        let start = serials.count - count(from: floor)
        let skipped = firstPlace(in: start..<serials.count) { serials[$0] - floor - ($0 - start) > index } - start
        return floor + index + skipped
    }

    /// The first place where `isPast` holds; it must be true for all places after that.
    private func firstPlace(in range: Range<Int>? = nil, where isPast: (Int) -> Bool) -> Int {
        var (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? serials.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isPast(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
