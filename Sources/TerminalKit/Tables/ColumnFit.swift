/// Shares the width of a window among the columns of a table.
struct ColumnFit {
    /// Below this, cells are cut beyond recognition: rather does a column go.
    static let narrowest = 8
    /// The same of flexible columns, which hold texts rather than words.
    static let narrowestFlexible = 12
    /// Down to this, flexible columns give way alone.
    static let comfortable = 16

    /// The cells that each column would like, 0 or more.
    let natural: [Int]
    let areFlexible: [Bool]
    /// Cells between two columns.
    let gap: Int
    /// The column that a row is about; nil for the first, and after it the first flexible one.
    var topic: Int?

    /// The widths of the columns, nil for those that find no room. With the gaps their sum is at most `width`.
    ///
    /// Flexible columns shrink before the others, wide ones before narrow ones. Then columns go, the last first; but of
    /// the flexible ones the first, which holds what a row is about, after all others, and the very first column never.
    /// Where the topic is named, that one never goes, and the very first goes before all others.
    ///
    /// - Parameter width: cells of the window, 1 or more; nil where every column gets what it likes.
    func widths(into width: Int?) -> [Int?] {
        guard let width, !natural.isEmpty else { return natural }
        let shown = columnsShown(width)
        var widths = natural
        var excess = shown.reduce(gap * (shown.count - 1) - width) { $0 + natural[$1] }
        for (isFlexible, floor) in [
            (true, Self.comfortable), (false, Self.narrowest), (true, Self.narrowestFlexible),
        ] {
            let group = shown.filter { areFlexible[$0] == isFlexible }
            excess -= Self.level(&widths, group, floor: floor, by: excess)
        }
        // A window narrower than the first column at its narrowest.
        if excess > 0 { widths[last] = max(0, widths[last] - excess) }
        return natural.indices.map { shown.contains($0) ? widths[$0] : nil }
    }

    /// The columns that have room at their narrowest, in order.
    private func columnsShown(_ width: Int) -> [Int] {
        var used = 0
        let shown = byRank.prefix { column in
            let least = areFlexible[column] ? Self.narrowestFlexible : Self.narrowest
            used += min(natural[column], least) + (column == last ? 0 : gap)
            return used <= width || column == last
        }
        return shown.sorted()
    }

    /// The column that never goes.
    private var last: Int { topic ?? 0 }

    /// The columns, those that go first last.
    private var byRank: [Int] {
        if let topic { return [topic] + natural.indices.filter { $0 != 0 && $0 != topic } + (topic == 0 ? [] : [0]) }
        let topic = areFlexible.firstIndex(of: true) ?? 0
        return [0] + (topic == 0 ? [] : [topic]) + natural.indices.filter { $0 != 0 && $0 != topic }
    }

    /// Lowers the widest columns of a group to a common ceiling, the highest that takes `excess` cells away, or to the
    /// floor; by how many cells is the answer.
    private static func level(_ widths: inout [Int], _ group: [Int], floor: Int, by excess: Int) -> Int {
        guard excess > 0, let widest = group.map({ widths[$0] }).max(), widest > floor else { return 0 }
        let wanted = group.map { widths[$0] }
        func removed(_ ceiling: Int) -> Int { wanted.reduce(0) { $0 + max(0, $1 - ceiling) } }
        var (low, high) = (floor, widest)
        while low < high {
            let middle = (low + high + 1) / 2
            if removed(middle) >= excess { low = middle } else { high = middle - 1 }
        }
        // A ceiling takes a cell of several columns at once: what was too much goes back, from the left.
        var surplus = max(0, removed(low) - excess)
        let taken = removed(low) - surplus
        for column in group where widths[column] > low {
            widths[column] = low + min(1, surplus)
            surplus -= min(1, surplus)
        }
        return taken
    }
}
