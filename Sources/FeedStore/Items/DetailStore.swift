package import FeedModel
import GRDB

package struct DueDetail: Sendable {
    let item: Int64
    package let key: String
    /// What the stored detail was given with, and the URL that gave it; nil where there is none.
    package let validator: Validator?
    package let answeredBy: String?
}

package struct DetailAnswer: Sendable {
    package enum Content: Sendable {
        case detail(FoundDetail)
        case notModified
        /// Why there is none, for people, and whether it is likely to be so for long.
        case failed(String, isLasting: Bool)
    }

    package let due: DueDetail
    package let content: Content

    package init(_ due: DueDetail, _ content: Content) { (self.due, self.content) = (due, content) }
}

/// The details of a collection's items, in one run.
///
/// A detail is stored in its item, so that all that reads items reads it. What is due is in the database: a run that ends
/// in the middle goes on in the next one.
package struct DetailStore: Sendable {
    /// How many are asked for between two looks at what is due.
    private static let slice = 2_048

    let walk: WalkStore

    /// Names how details are asked for: what was stored under another name is due.
    ///
    /// - Parameters:
    ///   - forgets: whether all are due.
    ///   - ignoresWaits: whether what has failed is due now.
    package func begin(
        rules: String, forgets: Bool = false, ignoresWaits: Bool = false, now: Instant
    ) throws {
        try walk.write(at: now) { tables in
            let db = tables.items.db
            if ignoresWaits {
                try db.run(
                    """
                    UPDATE detail SET next_attempt = NULL
                    WHERE next_attempt IS NOT NULL AND item IN (SELECT id FROM item WHERE collection = ?)
                    """, [walk.collection])
            }
            let known: String? = try db.value("SELECT detail_rules FROM collection WHERE id = ?", [walk.collection])
            guard known != rules || forgets else { return }
            try db.run("UPDATE collection SET detail_rules = ? WHERE id = ?", [rules, walk.collection])
            try db.run(
                """
                UPDATE detail SET is_due = 1, etag = NULL, modified = NULL, next_attempt = NULL
                WHERE item IN (SELECT id FROM item WHERE collection = ?)
                """, [walk.collection])
        }
    }

    /// Items on screen whose detail is due, in the order of the list: that never had one, whose content has changed, or
    /// whose detail was last confirmed before `stale`.
    package func due(confirmedBefore stale: Instant, now: Instant) throws -> [DueDetail] {
        try walk.database.read { snapshot in
            try snapshot.db.rows(
                """
                SELECT item.id, item.key, detail.etag, detail.modified, detail.answered_by
                FROM page JOIN item ON item.page = page.id LEFT JOIN detail ON detail.item = item.id
                WHERE page.collection = ?1 AND page.walk > 0
                    AND (detail.is_due IS NOT 0 OR detail.fetched IS NULL OR detail.fetched NOT BETWEEN ?2 AND ?3 + ?4)
                    AND (detail.next_attempt IS NULL OR detail.next_attempt NOT BETWEEN ?3 + 1 AND ?3 + ?4)
                ORDER BY page.walk DESC, page.number, page.part, item.rank LIMIT ?5
                """,
                [walk.collection, stale, now, TryAgain.longestWait, Self.slice]
            ).map { row in
                let validator = try Validator(etag: row[2], lastModified: row[3])
                return try DueDetail(
                    item: row[0], key: row[1], validator: validator.isEmpty ? nil : validator, answeredBy: row[4])
            }
        }
    }

    /// Stores what came, in one transaction. What has gone meanwhile is left out.
    package func write(_ answers: [DetailAnswer], now: Instant) throws -> DetailCounts {
        try walk.write(at: now) { tables in
            var counts = DetailCounts()
            var problems: [Problem] = []
            for answer in answers {
                guard let reason = try write(answer, tables.items, now, &counts) else { continue }
                problems.append(
                    Problem(kind: .rejected, key: answer.due.key, message: "its detail could not be had: \(reason)"))
            }
            try tables.problems.note(problems)
            return counts
        }
    }

    /// - Returns: why it could not be had; nil where it was, or its item has gone.
    private func write(
        _ answer: DetailAnswer, _ table: ItemTable, _ now: Instant, _ counts: inout DetailCounts
    ) throws -> String? {
        guard let item = try table.liveItem(answer.due.key), item.id == answer.due.item else { return nil }
        switch answer.content {
        case .failed(let reason, let isLasting):
            counts.failed += 1
            try fail(item.id, reason, isLasting: isLasting, table, now)
            return reason
        case .notModified: counts.unchanged += 1
        case .detail(let detail):
            guard let isNew = try table.merge(detail, into: item) else {
                counts.failed += 1
                let reason = "the item is no object, or has a member “\(ItemDetail.member)” of its own"
                try fail(item.id, reason, isLasting: true, table, now)
                return reason
            }
            if isNew { counts.stored += 1 } else { counts.unchanged += 1 }
        }
        try conclude(item, table, now)
        return nil
    }

    /// A replica or a cache may have given a detail from before the list's version: that is asked for again.
    private func conclude(_ item: StoredItem, _ table: ItemTable, _ now: Instant) throws {
        let text: String? = try table.db.value("SELECT version FROM detail WHERE item = ?", [item.id])
        if let text, let listed = item.versionText, ItemVersion(text: text) < ItemVersion(text: listed) {
            try fail(item.id, "its version is lower than the list’s", isLasting: false, table, now)
        } else {
            try table.db.run(
                """
                UPDATE detail SET is_due = 0, fetched = ?2, failures = 0, next_attempt = NULL, error = NULL WHERE item = ?1
                """, [item.id, now])
        }
    }

    private func fail(_ item: Int64, _ reason: String, isLasting: Bool, _ table: ItemTable, _ now: Instant) throws {
        let failures: Int = try table.db.value("SELECT failures FROM detail WHERE item = ?", [item]) ?? 0
        let wait = TryAgain.wait(after: failures, isLasting: isLasting)
        try table.db.run(
            """
            INSERT INTO detail (item, failures, next_attempt, error) VALUES (?1, 1, ?2 + ?3, ?4)
            ON CONFLICT DO UPDATE
            SET failures = failures + 1, next_attempt = excluded.next_attempt, error = excluded.error
            """, [item, now, wait, reason])
    }
}
