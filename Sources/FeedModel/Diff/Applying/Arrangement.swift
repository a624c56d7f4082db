/// How a list is put together from an older one: what stands where, and what has to be brought.
struct Arrangement {
    /// For each place of the new list the old index of what stands there, nil where it has to be brought.
    let sources: [Int?]

    /// Takes `departures` out of a list and leaves free `arrivals` for others; the rest stays in its order.
    ///
    /// Gives nil if a departure is not there, if there is no place for an arrival, or if one is named twice.
    init?(oldCount: Int, departures: [Int], arrivals: [Int]) {
        var stays = Array(repeating: true, count: oldCount)
        for index in departures {
            guard stays.indices.contains(index), stays[index] else { return nil }
            stays[index] = false
        }
        var isFree = Array(repeating: true, count: oldCount - departures.count + arrivals.count)
        for index in arrivals {
            guard isFree.indices.contains(index), isFree[index] else { return nil }
            isFree[index] = false
        }
        var staying = stays.indices.lazy.filter { stays[$0] }.makeIterator()
        sources = isFree.map { $0 ? staying.next() : nil }
    }
}
