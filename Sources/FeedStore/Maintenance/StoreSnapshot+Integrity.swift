import FeedModel

extension StoreSnapshot {
    /// Looks for damage and for states that should be impossible; empty where all is well.
    ///
    /// Beyond SQLite's own checks: tables, columns, indexes and triggers that are missing, counts that do not match the
    /// rows they count, items that are live and removed at once, walks and payloads that make no sense, rows that the
    /// change stream would miss. Reads the whole file.
    package func checkIntegrity() throws -> [String] {
        var findings: [String] = try db.values("PRAGMA integrity_check").filter { $0 != "ok" }
        // Where the schema has views, SQLite 3.40 leaves out the list of free pages; not where its own table alone is checked.
        let free: [String] = try db.values("PRAGMA integrity_check(sqlite_schema)")
        findings += free.filter { $0 != "ok" && !findings.contains($0) }
        let missing = try SchemaParts.missing(in: db)
        // What is not there cannot be looked into.
        guard missing.isEmpty else { return findings + missing }
        findings += try db.rows("PRAGMA foreign_key_check").map { row in
            try "a row of \(row[0] as String) refers to a row of \(row[2] as String) that is not there"
        }
        findings += try numbersOutOfRange()
        let changes = Self.stamped.map { table in
            let rows = "SELECT 1 FROM \(table) WHERE change > (SELECT change FROM stream)"
            return (key: "rows of \(table) with a change to come", value: rows)
        }
        for (meaning, rows) in Self.checks + changes {
            let count = try db.count("(\(rows))")
            if count > 0 { findings.append("\(count) \(meaning)") }
        }
        return findings
    }

    /// Rows with a number that `StoredRow` refuses. Of hashes every number is one.
    private func numbersOutOfRange() throws -> [String] {
        let counts = """
            'pages', 'total', 'items', 'items_before', 'elements', 'rejected', 'requests', 'bytes', 'inserted', 'unchanged', 'stale',
            'failures', 'sections_failures', 'times', 'row', 'first_row', 'height', 'above_count', 'place'
            """
        return try db.rows(
            """
            SELECT t.name, group_concat('"' || c.name || '" NOT BETWEEN -'
                || iif(c.name IN (\(counts)), \(Int.greatestCount), \(Int64.greatestStored)) || ' AND '
                || iif(c.name IN (\(counts)), \(Int.greatestCount), \(Int64.greatestStored)), ' OR ')
            FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'INTEGER' AND c.name NOT IN ('listing', 'digest', 'mark') GROUP BY 1
            """
        ).compactMap { row in
            let (table, condition): (String, String) = try (row[0], row[1])
            let count = try db.count("\"\(table)\" WHERE \(condition)")
            return count == 0 ? nil : "\(count) rows of \(table) with a number that is out of range"
        }
    }

    private static let checks: KeyValuePairs = [
        "pages whose number of items is wrong": """
        SELECT 1 FROM page LEFT JOIN item ON item.page = page.id GROUP BY page.id
        HAVING count(item.id) <> page.items
        """,
        "page groups whose sums are wrong": """
        SELECT collection, walk, number, items, pages FROM page_group
        EXCEPT SELECT collection, walk, number >> 7, sum(items), count(*) FROM page GROUP BY 1, 2, 3
        """,
        "pages without a page group": """
        SELECT 1 FROM page LEFT JOIN page_group ON page_group.collection = page.collection
            AND page_group.walk = page.walk AND page_group.number = page.number >> 7
        WHERE page_group.number IS NULL
        """,
        "items on no page of their collection":
            "SELECT 1 FROM item LEFT JOIN page ON page.id = item.page WHERE page.collection IS NOT item.collection",
        "items that are live and removed at once": "SELECT 1 FROM item JOIN tombstone USING (collection, key)",
        "pages of walks to come": "SELECT 1 FROM page JOIN walk USING (collection) WHERE page.walk > walk.number",
        "missing row of stream, without which nothing can be written":
            "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM stream WHERE id = 1)",
        "missing salt, without which the lists of an account cannot be found":
            "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM digest_salt WHERE id = 1 AND length(salt) >= 16)",
        "payloads that are not JSON": "SELECT 1 FROM item WHERE NOT json_valid(payload)",
        "details of items that are not there, or that their items do not have": """
        SELECT 1 FROM detail LEFT JOIN item ON item.id = detail.item
        WHERE item.id IS NULL OR list_bytes >= length(CAST(item.payload AS BLOB))
        """,
        "section configs that are not JSON": "SELECT 1 FROM section_revision WHERE NOT json_valid(body)",
        "ads that are not JSON": "SELECT 1 FROM slot WHERE NOT json_valid(payload)",
        // What follows proves that no write has forgotten its number: each looks for rows that the change stream would miss.
        "items with a later change than their page":
            "SELECT 1 FROM item JOIN page ON page.id = item.page WHERE item.change > page.change",
        "items without the change that wrote them": unstamped("item", run: "content_run"),
        "removed items without the change that wrote them": unstamped("tombstone", run: "removed_run"),
        "walks without the change that wrote them": unstamped("walk_progress", run: "run"),
        "revisions of the section config without the change that wrote them": unstamped("section_revision", run: "run"),
        "problems without the change that wrote them": unstamped("problem", run: "last_run"),
        "items without the change that changed or moved them": """
        SELECT 1 FROM history JOIN run ON run.id = history.run JOIN item USING (collection, key)
        WHERE item.change <= run.first_change AND run.first_change > 0
        """,
    ]

    /// Tables whose rows are stamped with the number of their transaction.
    private static let stamped = [
        "collection", "page", "item", "tombstone", "walk_progress", "run", "section_revision", "problem", "forgotten",
    ]

    /// A run notes the number that it began with, and the rows that it writes name the run. What a run before the first
    /// numbers wrote is not looked at.
    private static func unstamped(_ table: String, run column: String) -> String {
        """
        SELECT 1 FROM \(table) JOIN run ON run.id = \(table).\(column)
        WHERE \(table).change <= run.first_change AND run.first_change > 0
        """
    }
}
