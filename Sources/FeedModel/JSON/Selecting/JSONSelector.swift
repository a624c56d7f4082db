/// Finds the values at some paths of a JSON text, and those at some paths of each element of one list in it, in the
/// same single pass that checks the whole text.
///
/// Nothing is built but the list of places found, so the cost is that of reading the bytes once. Where an object
/// repeats a key, its last value counts. Make one selector and use it for every text of its shape.
///
/// ```swift
/// let selector = JSONSelector(
///     paths: [DottedPath("0.has_next_page")], rows: DottedPath("0.photos"), columns: [DottedPath("id")])
/// let selection = try selector.select(in: body)
/// ```
package struct JSONSelector: Sendable {
    let tree: JSONPathTree
    let pathCount: Int
    let columnCount: Int
    /// Paths to something inside the list of rows. Rare, so they are looked up when the pass is over.
    private let pathsInsideRows: [(number: Int, path: DottedPath)]

    /// - Parameters:
    ///   - paths: where the single values are.
    ///   - rows: where the list is.
    ///   - columns: where the wanted values are in each of its elements.
    package init(paths: [DottedPath], rows: DottedPath? = nil, columns: [DottedPath] = []) {
        var direct = paths
        var inside: [(number: Int, path: DottedPath)] = []
        if let rows {
            for (number, path) in paths.enumerated() where path != rows && path.starts(with: rows) {
                inside.append((number, DottedPath(components: path.components.dropFirst(rows.components.count))))
                // Until it is looked up, its place holds that of the list.
                direct[number] = rows
            }
        }
        tree = JSONPathTree(paths: direct, rows: rows, columns: columns)
        pathCount = paths.count
        columnCount = columns.count
        pathsInsideRows = inside
    }

    /// Checks that `bytes` are one JSON text and gives the places of what was asked for.
    ///
    /// - Parameter goesOn: called before each row with its number, from 0; false stops the reading.
    /// - Throws: `JSONSyntaxError`, whatever part of the text is wrong; with the reason `abandoned` where it was
    ///   stopped.
    package func select(
        in bytes: [UInt8], goesOn: @escaping (_ row: Int) -> Bool = { _ in true }
    ) throws(JSONSyntaxError) -> JSONSelection {
        var selection = try JSONScanner.reading(bytes, in: 0..<bytes.count) { (scanner) throws(JSONSyntaxError) in
            try scanner.beginDocument()
            var pass = JSONSelectionPass(selector: self, scanner: scanner, goesOn: goesOn)
            try pass.run()
            try pass.scanner.endDocument()
            return pass.selection
        }
        for (number, path) in pathsInsideRows {
            guard let list = selection.places[number] else { continue }
            selection.places[number] = try JSONSelector(paths: [path]).select(valueAt: list, in: bytes).places[0]
        }
        return selection
    }

    /// The places in one value of a text that was checked before.
    func select(valueAt range: Range<Int>, in bytes: [UInt8]) throws(JSONSyntaxError) -> JSONSelection {
        try JSONScanner.reading(bytes, in: range) { (scanner) throws(JSONSyntaxError) in
            var pass = JSONSelectionPass(selector: self, scanner: scanner)
            try pass.run()
            return pass.selection
        }
    }
}

/// Where a `JSONSelector` found things: offsets into the text, without the white space around a value.
package struct JSONSelection: Sendable {
    /// The place of each element of the list of rows; `nil` if there is no list at its path.
    package internal(set) var rows: [Range<Int>]?
    /// The places of the values at the paths, then those of the columns, row by row.
    var places: [Range<Int>?]
    private let pathCount: Int
    private let columnCount: Int

    init(pathCount: Int, columnCount: Int) {
        self.pathCount = pathCount
        self.columnCount = columnCount
        places = Array(repeating: nil, count: pathCount)
    }

    /// The place of the value at the path of that number; `nil` if there is none.
    package func value(_ path: Int) -> Range<Int>? {
        path >= 0 && path < pathCount ? places[path] : nil
    }

    /// The place of a column's value in a row; `nil` if there is none.
    package func cell(row: Int, column: Int) -> Range<Int>? {
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
