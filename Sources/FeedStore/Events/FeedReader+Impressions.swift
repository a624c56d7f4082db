package import FeedModel
import GRDB

extension FeedReader {
    /// Gives `body` the impressions of two sections, or of two items or ads of a section, in the order they happened.
    ///
    /// One pass over the impressions of the two, and no memory.
    ///
    /// - Parameters:
    ///   - first, second: two different subjects of the same kind; items and ads are one kind, if they are of the same
    ///     section.
    package func forEachImpression(
        of first: ClickThroughSubject, and second: ClickThroughSubject,
        _ body: (_ group: ComparedGroup, _ row: Int, _ wasTapped: Bool, _ isReturn: Bool) -> Void
    ) throws {
        guard let query = Self.query(first, second) else { return }
        let rows = try db.cursor(query.sql, query.arguments + ["source": source])
        while let row = try rows.next() {
            try body(row[4] ? .first : .second, row[1], row[2], row[3])
        }
    }

    /// Selects ID, row, whether it was tapped, whether it is a return, and whether it is of the first. Sections are found in
    /// one pass over the table in its own order, items and ads in the indexes of impressions.
    private static func query(
        _ first: ClickThroughSubject, _ second: ClickThroughSubject
    ) -> (sql: String, arguments: StatementArguments)? {
        if case .section(let one) = first, case .section(let other) = second {
            return (
                """
                SELECT id, row, taps > 0, is_return, section = :one FROM look
                WHERE source = :source AND section IN (:one, :other) ORDER BY id
                """, ["one": one.text, "other": other.text]
            )
        }
        guard let one = part(first, as: "one"), let other = part(second, as: "other") else { return nil }
        return ("\(one.sql) UNION ALL \(other.sql) ORDER BY 1", one.arguments + other.arguments)
    }

    private static func part(
        _ subject: ClickThroughSubject, as name: String
    ) -> (sql: String, arguments: StatementArguments)? {
        let (column, id, section): (String, ItemID, SectionID)
        switch subject {
        case .item(let item, let place): (column, id, section) = ("item", item, place)
        case .ad(let ad, let place): (column, id, section) = ("serial IS NOT NULL AND ad", ad, place)
        case .section, .position: return nil
        }
        let sql = """
            SELECT id, row, taps > 0, is_return, \(name == "one" ? 1 : 0) FROM look
            WHERE source = :source AND section = :section_\(name) AND \(column) = :\(name)
            """
        return (sql, ["section_\(name)": section.text, name: id.text])
    }
}
