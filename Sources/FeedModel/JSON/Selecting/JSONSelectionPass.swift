/// One walk of a `JSONSelector` over a text.
///
/// It descends, by recursion, only along the paths that were asked for and never deeper than the scanner's limit;
/// all else is skipped by the scanner, which does not recurse.
struct JSONSelectionPass {
    private let tree: JSONPathTree
    private let rowKind: JSONScan.Kind
    /// Called before each row with its number; false stops the reading.
    private let goesOn: (Int) -> Bool
    var scanner: JSONScanner
    private(set) var selection: JSONSelection

    init(selector: JSONSelector, scanner: JSONScanner, goesOn: @escaping (Int) -> Bool) {
        tree = selector.tree
        rowKind = selector.rowKind
        self.goesOn = goesOn
        self.scanner = scanner
        selection = JSONSelection(pathCount: selector.pathCount, columnCount: selector.columnCount)
    }

    /// Reads the value of `node` here. The numbers of its paths count from `firstPlace`, which is 0
    /// outside the rows and differs from row to row.
    mutating func readValue(at node: Int, firstPlace: Int) throws(JSONSyntaxError) {
        let start = scanner.cursor.position
        let byte = scanner.cursor.byte
        if let rowNode = tree.nodes[node].rowNode, byte == rowKind.brackets.open {
            try readRows(at: rowNode)
        } else if byte == UInt8(ascii: "{"), !tree.nodes[node].edges.isEmpty {
            try readEntries(.members, at: node, firstPlace: firstPlace)
        } else if byte == UInt8(ascii: "["), !tree.nodes[node].edges.isEmpty {
            try readEntries(.elements, at: node, firstPlace: firstPlace)
        } else {
            try scanner.skipValue()
        }
        for number in tree.nodes[node].ends {
            selection.places[firstPlace + number] = start..<scanner.cursor.position
        }
    }

    private mutating func readEntries(
        _ kind: JSONScan.Kind, at node: Int, firstPlace: Int
    ) throws(JSONSyntaxError) {
        let close = kind.brackets.close
        try scanner.enter()
        if scanner.leaveIfEmpty(close) { return }
        var index = 0
        repeat {
            // The key is read before the cursor is.
            let child =
                try kind == .members
                ? tree.child(of: node, at: scanner.key(), in: scanner.cursor) : tree.child(of: node, at: index)
            if let child {
                if kind == .members { forget(child, firstPlace: firstPlace) }
                try readValue(at: child, firstPlace: firstPlace)
            } else {
                try scanner.skipValue()
            }
            index += 1
        } while try scanner.hasNextElement(close)
    }

    /// The elements of an array, or the members of an object, also those that repeat a key.
    private mutating func readRows(at rowNode: Int) throws(JSONSyntaxError) {
        let close = rowKind.brackets.close
        var rows: [Range<Int>] = []
        var keys: [Range<Int>] = []
        try scanner.enter()
        if !scanner.leaveIfEmpty(close) {
            repeat {
                guard goesOn(rows.count) else { throw scanner.error(.abandoned) }
                if rowKind == .members { keys.append(try scanner.key().range) }
                let start = scanner.cursor.position
                try readValue(at: rowNode, firstPlace: selection.appendRow())
                rows.append(start..<scanner.cursor.position)
            } while try scanner.hasNextElement(close)
        }
        selection.rows = rows
        selection.rowKeys = keys
    }

    /// A repeated key makes void what was found under it before.
    private mutating func forget(_ node: Int, firstPlace: Int) {
        for number in tree.nodes[node].covers { selection.places[firstPlace + number] = nil }
        if tree.nodes[node].leadsToRows { selection.forgetRows() }
    }
}
