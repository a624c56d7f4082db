import GRDB

extension StoreSnapshot {
    /// What proves that no write has forgotten its number: each looks for rows that the change stream would miss.
    ///
    /// A run notes the number that it began with, and the rows that it writes name the run. What a run before the first
    /// numbers wrote is not looked at.
    static let stampChecks: [(meaning: String, rows: String)] =
        [
            (
                "items with a later change than their page",
                "SELECT 1 FROM item JOIN page ON page.id = item.page WHERE item.change > page.change"
            ),
            unstamped("items", "item", run: "content_run"),
            unstamped("removed items", "tombstone", run: "removed_run"),
            unstamped("walks", "walk_progress", run: "run"),
            unstamped("revisions of the section config", "section_revision", run: "run"),
            unstamped("problems", "problem", run: "last_run"),
            (
                "items without the change that changed or moved them",
                """
                SELECT 1 FROM history JOIN run ON run.id = history.run JOIN item USING (collection, key)
                WHERE item.change <= run.first_change AND run.first_change > 0
                """
            ),
        ]
        + [
            "collection", "page", "item", "tombstone", "walk_progress", "run", "section_revision", "problem",
            "forgotten",
        ].map {
            ("rows of \($0) with a change to come", "SELECT 1 FROM \($0) WHERE change > (SELECT change FROM stream)")
        }

    private static func unstamped(_ what: String, _ table: String, run column: String) -> (String, String) {
        (
            "\(what) without the change that wrote them",
            """
            SELECT 1 FROM \(table) JOIN run ON run.id = \(table).\(column)
            WHERE \(table).change <= run.first_change AND run.first_change > 0
            """
        )
    }
}
