import FeedModel
import TerminalKit

/// Records of one kind on their way to be shown, in whatever mode: they are handed over one by one, so that memory does
/// not grow with their number.
package struct Listing<Element> {
    /// The record, for every mode but the table.
    let fields: Fields<Element>
    /// The record in JSON, where that is another; nil where it is the same.
    var json: Fields<Element>?
    /// The table for people; without columns it is drawn in another way.
    var columns: [Table.Column]
    var cells: (Element) -> [String]
    /// Hands over each element in order.
    var forEach: ((Element) throws -> Void) throws -> Void
    /// What surrounds the array in JSON; nil where the array is the document.
    var document: (@Sendable (_ records: [JSONValue]) -> JSONValue)?
    var hasHeader = true

    init(reading forEach: @escaping ((Element) throws -> Void) throws -> Void, fields: Fields<Element>) {
        self.forEach = forEach
        self.fields = fields
        columns = fields.columns
        cells = fields.cells
    }

    package init(_ elements: some Sequence<Element>, fields: Fields<Element>) {
        self.init(reading: { try elements.forEach($0) }, fields: fields)
    }
}

extension Listing {
    func counted() -> (listing: Listing, count: () -> Int) {
        var count = 0
        var listing = self
        listing.forEach = { body in
            try forEach { element in
                count += 1
                try body(element)
            }
        }
        return (listing, { count })
    }
}

extension Instant {
    /// The time and how long ago it was: `2026-05-01T09:00:00.000Z (3 min ago)`.
    func besideAge(at now: Instant) -> String { "\(self) (\(ago(at: now)))" }
}

extension Listing {
    func withAges(at now: Instant) -> Listing {
        guard columns.contains(where: \.isTime) else { return self }
        var listing = self
        listing.cells = { element in
            zip(columns, cells(element)).map { column, cell in
                guard column.isTime, let time = Instant(rfc3339: cell) else { return cell }
                return time.besideAge(at: now)
            }
        }
        return listing
    }
}

extension Listing<[String]> {
    init(_ table: Table, hasHeader: Bool) {
        let fields = table.columns.enumerated().map { index, column in
            Field<[String]>(column.title, shown: column) { $0.indices.contains(index) ? .string($0[index]) : .null }
        }
        self.init(table.rows, fields: Fields(fields))
        self.hasHeader = hasHeader
    }
}
