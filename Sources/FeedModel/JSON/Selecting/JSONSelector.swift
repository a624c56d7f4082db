/// Finds the values at some paths of a JSON text, and those at some paths of each element of one list in it, in the
/// same single pass that checks the whole text.
///
/// Nothing is built but the list of places found, so the cost is that of reading the bytes once. Where an object
/// repeats a key, its last value counts. Make one selector and use it for every text of its shape.
package struct JSONSelector: Sendable {
    /// What is looked up when the pass is over: a path from the place that the pass has found.
    private typealias Later = (number: Int, path: DottedPath)

    let tree: JSONPathTree
    let rowKind: JSONScan.Kind
    /// Paths of the tree: those that were asked for, and that to the list where the pass alone cannot find it.
    let pathCount: Int
    var columnCount: Int { columns.count }
    private let columns: [DottedPath]
    /// Paths to something inside the list of rows, and paths with conditions.
    private let laterPaths: [Later]
    private let laterColumns: [Later]
    /// The rest of the path to the list, where that has a condition, and the levels after it, where it has `*`.
    private let laterRows: [DottedPath]

    package init(
        paths: [DottedPath], rows: DottedPath? = nil, columns: [DottedPath] = [], rowKind: JSONScan.Kind = .elements
    ) {
        var direct: [DottedPath] = []
        var laterPaths: [Later] = []
        for (number, path) in paths.enumerated() {
            let (plain, rest) = path.parts
            if let rows, path != rows, plain.starts(with: rows) {
                // Until it is looked up, its place holds that of the list.
                direct.append(rows)
                laterPaths.append((number, DottedPath(components: path.components.dropFirst(rows.components.count))))
            } else {
                direct.append(plain)
                if !rest.components.isEmpty { laterPaths.append((number, rest)) }
            }
        }
        let cells = columns.map(\.parts)
        laterColumns = cells.enumerated().filter { !$1.rest.components.isEmpty }.map { ($0, $1.rest) }
        let levels = rows?.levels ?? []
        let list = levels.first?.parts
        if let list, !list.rest.components.isEmpty || levels.count > 1 {
            laterRows = [list.rest] + levels.dropFirst()
            direct.append(list.plain)
            tree = JSONPathTree(paths: direct, rows: nil, columns: [])
        } else {
            laterRows = []
            tree = JSONPathTree(paths: direct, rows: rows, columns: cells.map(\.plain))
        }
        pathCount = direct.count
        self.columns = columns
        self.rowKind = rowKind
        self.laterPaths = laterPaths
    }

    /// Checks that `bytes` are one JSON text and gives the places of what was asked for.
    ///
    /// - Parameters:
    ///   - range: of the bytes that are read; nil for all.
    ///   - goesOn: called before each row with its number, from 0; false stops the reading.
    /// - Throws: `JSONSyntaxError`, whatever part of the text is wrong; with the reason `abandoned` where it was
    ///   stopped.
    package func select(
        in bytes: [UInt8], at range: Range<Int>? = nil, goesOn: @escaping (_ row: Int) -> Bool = { _ in true }
    ) throws(JSONSyntaxError) -> JSONSelection {
        var selection = try JSONScanner.reading(bytes, in: range ?? 0..<bytes.count) {
            (scanner) throws(JSONSyntaxError) in
            try scanner.beginDocument()
            var pass = JSONSelectionPass(selector: self, scanner: scanner, goesOn: goesOn)
            try pass.readValue(at: JSONPathTree.root, firstPlace: 0)
            try pass.scanner.endDocument()
            return pass.selection
        }
        try complete(&selection, in: bytes, goesOn)
        return selection
    }

    /// Looks up what the pass has not found by itself.
    private func complete(
        _ selection: inout JSONSelection, in bytes: [UInt8], _ goesOn: @escaping (_ row: Int) -> Bool
    ) throws(JSONSyntaxError) {
        for (number, path) in laterPaths {
            selection.places[number] = selection.places[number].flatMap { path.place(from: $0, in: bytes) }
        }
        if let rest = laterRows.first {
            guard let start = selection.places[pathCount - 1], let list = rest.place(from: start, in: bytes)
            else { return }
            let lister = JSONSelector(paths: [], rows: DottedPath(components: []), columns: columns, rowKind: rowKind)
            selection.forgetRows()
            if laterRows.count > 1, bytes[list.lowerBound] == UInt8(ascii: "[") { selection.rows = [] }
            for list in laterRows.dropFirst().places(from: list, in: bytes) {
                let before = selection.rows?.count ?? 0
                selection.append(rowsOf: try lister.select(in: bytes, at: list) { [goesOn] in goesOn(before + $0) })
            }
            return
        }
        for row in 0..<(laterColumns.isEmpty ? 0 : selection.rows?.count ?? 0) {
            for (column, path) in laterColumns {
                let place = pathCount + row * columnCount + column
                selection.places[place] = selection.places[place].flatMap { path.place(from: $0, in: bytes) }
            }
        }
    }
}

extension Sequence<DottedPath> {
    /// What is in the elements of a list, and in theirs, in order; the list itself where there are no levels.
    func places(from list: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        reduce([list]) { lists, level in
            lists.flatMap { JSONDocument.elements(of: $0, in: bytes) }.compactMap { level.place(from: $0, in: bytes) }
        }
    }
}

extension DottedPath {
    /// Where the path leads from a value of a text that was checked before; nil where nothing is.
    func place(from start: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        components.reduce(start) { place, component in place.flatMap { component.place(in: $0, of: bytes) } }
    }
}

extension DottedPath.Component {
    fileprivate func place(in value: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
        if let condition { return condition.element(of: value, in: bytes) }
        let elements = index == nil ? [] : JSONDocument.elements(of: value, in: bytes)
        if index == -1, let last = elements.last { return last }
        if let index, elements.indices.contains(index) { return elements[index] }
        return JSONDocument.member(key, of: value, in: bytes)
    }
}

/// Where a `JSONSelector` found things: offsets into the text, without the white space around a value.
package struct JSONSelection: Sendable {
    /// The place of each element of the list of rows; `nil` if there is no list at its path.
    package internal(set) var rows: [Range<Int>]?
    /// Where the list is an object, the place of each row's key, without its quotes.
    package internal(set) var rowKeys: [Range<Int>] = []
    /// The places of the values at the paths, then those of the columns, row by row.
    var places: [Range<Int>?]
    private let pathCount: Int
    private let columnCount: Int

    init(pathCount: Int, columnCount: Int) {
        self.pathCount = pathCount
        self.columnCount = columnCount
        places = Array(repeating: nil, count: pathCount)
    }

    package func value(_ path: Int) -> Range<Int>? { path >= 0 && path < pathCount ? places[path] : nil }

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
        rowKeys = []
        places.removeSubrange(pathCount...)
    }

    /// Takes in the rows of a selection that has no paths of its own, after those that are there.
    fileprivate mutating func append(rowsOf other: JSONSelection) {
        guard let others = other.rows else { return }
        rows = (rows ?? []) + others
        rowKeys += other.rowKeys
        places += other.places
    }
}
