package import FeedModel
import GRDB

package enum ClickThroughGrouping: String, Sendable, CaseIterable {
    case section, item, position
}

extension FeedReader {
    /// Impressions, tapped impressions and other taps of a source, whether or not they are sent to the server.
    ///
    /// Sections in no order, items and ads by their impressions, the most first, positions ascending. One pass over the
    /// impressions (of sections and items over an index of them), one over the taps.
    ///
    /// - Parameter section: nil for all; the items of different sections are counted apart in either case.
    package func clickThrough(
        by grouping: ClickThroughGrouping, section: String?, limit: Int = .max
    ) throws -> [ClickThroughLine] {
        var arguments: StatementArguments = ["source": source]
        if let section { arguments += ["section": section] }
        let lines = try db.rows(
            """
            WITH part (section, item, ad, row, impressions, tapped, taps) AS (
                \(Self.impressions(grouping, in: section)) UNION ALL \(Self.taps(grouping, in: section)))
            SELECT section, item, ad, row, sum(impressions), sum(tapped), sum(taps) FROM part GROUP BY 1, 2, 3, 4
            ORDER BY row, sum(impressions) DESC, section, ifnull(item, ad), ad
            """, arguments
        ).compactMap { row -> ClickThroughLine? in
            guard let subject = try Self.subject(of: row, grouping) else { return nil }
            let (tapped, taps) = try (row.count(5), row.count(6))
            let counts = try ClickThrough(impressions: row.count(4), taps: tapped, uncountedTaps: taps - tapped)
            return ClickThroughLine(subject: subject, counts: counts)
        }
        return Array(lines.prefix(max(0, limit)))
    }

    /// From the first columns, `section`, `item`, `ad` and `row`, null where they are not grouped by.
    private static func subject(of row: StoredRow, _ grouping: ClickThroughGrouping) throws -> ClickThroughSubject? {
        switch grouping {
        case .position: return .position(try row[3])
        case .section: return .section(SectionID(try row[0]))
        case .item:
            let section = SectionID(try row[0])
            if let item = try row[1] as String? { return .item(ItemID(item), section: section) }
            if let ad = try row[2] as String? { return .ad(ItemID(ad), section: section) }
            return nil
        }
    }

    // MARK: SQL

    /// Of sections and items from the indexes of impressions, content and ads apart; positions are in none.
    private static func impressions(_ grouping: ClickThroughGrouping, in section: String?) -> String {
        let filter = section == nil ? "" : " AND section = :section"
        func select(_ columns: String, from table: String, where condition: String, by group: String) -> String {
            """
            SELECT \(columns), count(*), 0, 0 FROM \(table)
            WHERE source = :source AND kind = 'impression' AND \(condition)\(filter) GROUP BY \(group)
            """
        }
        switch grouping {
        case .section:
            return ["item", "serial"].map { kind in
                select("section, NULL, NULL, NULL", from: "event", where: "\(kind) IS NOT NULL", by: "section")
            }.joined(separator: " UNION ALL ")
        case .item:
            return select("section, item, NULL, NULL", from: "event", where: "item IS NOT NULL", by: "section, item")
                + " UNION ALL "
                + select("section, NULL, ad, NULL", from: "event", where: "serial IS NOT NULL", by: "section, ad")
        case .position:
            return select("NULL, NULL, NULL, row", from: "event NOT INDEXED", where: "1", by: "row")
        }
    }

    /// A tap of a look counts at the row of that; one without a look at its own.
    private static func taps(_ grouping: ClickThroughGrouping, in section: String?) -> String {
        let columns =
            switch grouping {
            case .section: "tap.section, NULL, NULL, NULL"
            case .item: "tap.section, tap.item, tap.ad, NULL"
            case .position: "NULL, NULL, NULL, ifnull(seen.row, tap.row)"
            }
        return """
            SELECT \(columns), 0, count(DISTINCT seen.id), count(*)
            FROM event AS tap LEFT JOIN event AS seen ON seen.id = tap.look
            WHERE tap.source = :source AND tap.kind = 'tap'\(section == nil ? "" : " AND tap.section = :section")
            GROUP BY 1, 2, 3, 4
            """
    }
}
