import FeedModel
package import TerminalKit

/// Records of one kind on their way to be shown, in whatever mode: they are handed over one by one, so that memory does
/// not grow with their number.
package struct Listing<Element> {
    /// The record, for every mode but the table.
    let fields: Fields<Element>
    /// The record in JSON, where that is another; nil where it is the same.
    var json: Fields<Element>?
    /// The table for people, which may leave things out.
    let columns: [Table.Column]
    /// A row of the table, a cell a column.
    let cells: (Element) -> [String]
    /// Hands over each element in order.
    let forEach: ((Element) throws -> Void) throws -> Void
    /// What surrounds the array in JSON; nil where the array is the document.
    var document: (@Sendable (_ records: JSONValue) -> JSONValue)?
    var hasHeader = true

    /// - Parameter forEach: reads and hands over each element in order.
    init(
        reading forEach: @escaping ((Element) throws -> Void) throws -> Void, fields: Fields<Element>,
        columns: [Table.Column], cells: @escaping (Element) -> [String]
    ) {
        self.forEach = forEach
        self.fields = fields
        self.columns = columns
        self.cells = cells
    }

    /// - Parameters:
    ///   - columns: none where the table is drawn in another way.
    package init(
        _ elements: some Sequence<Element>, fields: Fields<Element>, columns: [Table.Column] = [],
        cells: @escaping (Element) -> [String] = { _ in [] }
    ) {
        self.init(reading: { try elements.forEach($0) }, fields: fields, columns: columns, cells: cells)
    }
}

extension Listing {
    /// The same records, and how many of them were handed over so far.
    func counted() -> (listing: Listing, count: () -> Int) {
        var count = 0
        var listing = Listing(
            reading: { body in
                try forEach { element in
                    count += 1
                    try body(element)
                }
            }, fields: fields, columns: columns, cells: cells)
        listing.document = document
        listing.json = json
        listing.hasHeader = hasHeader
        return (listing, { count })
    }
}

extension Listing {
    /// The same table, where times have how long ago they were beside them.
    func withAges(at now: Instant) -> Listing {
        guard columns.contains(where: \.isTime) else { return self }
        var listing = Listing(reading: forEach, fields: fields, columns: columns) { [columns, cells] element in
            zip(columns, cells(element)).map { column, cell in
                guard column.isTime, let time = Instant(rfc3339: cell) else { return cell }
                return Age.beside(time, at: now)
            }
        }
        (listing.document, listing.json, listing.hasHeader) = (document, json, hasHeader)
        return listing
    }
}

extension Listing<[String]> {
    /// A table whose cells are all there is to show.
    init(_ table: Table, hasHeader: Bool) {
        let fields = table.columns.enumerated().map { index, column in
            Field<[String]>(column.title) { $0.indices.contains(index) ? .string($0[index]) : .null }
        }
        self.init(table.rows, fields: Fields(fields), columns: table.columns) { $0 }
        self.hasHeader = hasHeader
    }
}
