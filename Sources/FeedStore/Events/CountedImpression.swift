package import FeedModel
import GRDB

package struct CountedImpression: Hashable, Sendable {
    package let row: Int
    /// Whether it was tapped, however often.
    package let wasTapped: Bool
}

extension FeedReader {
    /// Gives `body` the impressions of two sections, or of two items or ads of a section, in the order they happened.
    ///
    /// Memory grows with the taps alone, and time with the impressions of the two.
    ///
    /// - Parameters:
    ///   - first, second: two different subjects of the same kind; items and ads are one kind, if they are of the same
    ///     section.
    ///   - body: gets the group and the impression.
    package func forEachImpression(
        of first: ClickThroughSubject, and second: ClickThroughSubject,
        _ body: (ComparedGroup, CountedImpression) -> Void
    ) throws {
        guard let source else { return }
        guard let query = Self.query(first, second) else { return }
        let arguments = query.arguments + ["source": source]
        // Both are in the order of their IDs, which is that of time.
        let tapped = try tappedImpressions(source: source, sections: [first, second].compactMap(\.section))
        var next = tapped[...]
        let rows = try StoredRow.fetchCursor(
            db, sql: query.sql, arguments: arguments)
        while let row = try rows.next() {
            let id: Int64 = try row[0]
            while let tap = next.first, tap < id { next.removeFirst() }
            let isFirst: Bool = try row[2]
            body(isFirst ? .first : .second, CountedImpression(row: try row[1], wasTapped: next.first == id))
        }
    }

    /// IDs of impressions, ascending.
    private func tappedImpressions(source: Int64, sections: [String]) throws -> [Int64] {
        let section = Set(sections).count == 1 ? sections.first : nil
        var arguments: StatementArguments = ["source": source]
        if let section { arguments += ["section": section] }
        return try Int64.fetchAll(
            db,
            sql: """
                WITH \(TappedImpressions.sql(in: section))
                SELECT DISTINCT impression FROM tap_of WHERE impression IS NOT NULL ORDER BY impression
                """, arguments: arguments)
    }

    /// Selects ID, row and whether it is of the first. Sections are found in one pass over the table in its own order,
    /// items and ads in the indexes of impressions.
    private static func query(
        _ first: ClickThroughSubject, _ second: ClickThroughSubject
    ) -> (sql: String, arguments: StatementArguments)? {
        if case .section(let one) = first, case .section(let other) = second {
            return (
                """
                SELECT id, row, section = :one FROM event NOT INDEXED
                WHERE source = :source AND kind = 'impression' AND section IN (:one, :other) ORDER BY id
                """, ["one": one, "other": other]
            )
        }
        guard let one = part(first, isFirst: true), let other = part(second, isFirst: false) else { return nil }
        return ("\(one.sql) UNION ALL \(other.sql) ORDER BY 1", one.arguments + other.arguments)
    }

    private static func part(
        _ subject: ClickThroughSubject, isFirst: Bool
    ) -> (sql: String, arguments: StatementArguments)? {
        let (column, id, section): (String, String, String)
        switch subject {
        case .item(let item, let name): (column, id, section) = ("item", item, name)
        case .ad(let ad, let name): (column, id, section) = ("serial IS NOT NULL AND ad", ad, name)
        case .section, .position: return nil
        }
        let name = isFirst ? "one" : "other"
        let sql = """
            SELECT id, row, \(isFirst ? 1 : 0) FROM event
            WHERE source = :source AND kind = 'impression' AND section = :section_\(name) AND \(column) = :\(name)
            """
        return (sql, ["section_\(name)": section, name: id])
    }
}

extension ClickThroughSubject {
    fileprivate var section: String? {
        switch self {
        case .section(let id), .item(_, let id), .ad(_, let id): id
        case .position: nil
        }
    }
}
