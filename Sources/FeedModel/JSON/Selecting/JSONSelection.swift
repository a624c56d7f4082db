/// Where a `JSONSelector` found things: offsets into the text, without the white space around a value.
public struct JSONSelection: Sendable {
    /// The place of each element of the list of rows; `nil` if there is no list at its path.
    public internal(set) var rows: [Range<Int>]?
    /// The places of the values at the paths, and behind them those of the columns, row by row.
    var places: [Range<Int>?]
    private let pathCount: Int
    private let columnCount: Int

    init(pathCount: Int, columnCount: Int) {
        self.pathCount = pathCount
        self.columnCount = columnCount
        places = Array(repeating: nil, count: pathCount)
    }

    /// The place of the value at the path of that number; `nil` if there is none.
    public func value(_ path: Int) -> Range<Int>? {
        path >= 0 && path < pathCount ? places[path] : nil
    }

    /// The place of a column's value in a row; `nil` if there is none.
    public func cell(row: Int, column: Int) -> Range<Int>? {
        guard row >= 0, row < rows?.count ?? 0, column >= 0, column < columnCount else { return nil }
        return places[pathCount + row * columnCount + column]
    }

    /// Makes room for the cells of one more row; gives the place of its first.
    mutating func appendRow() -> Int {
        let first = places.count
        for _ in 0..<columnCount { places.append(nil) }
        return first
    }

    mutating func forgetRows() {
        rows = nil
        places.removeSubrange(pathCount...)
    }
}
