extension CacheView {
    /// The views of a source that are made of its tables alone.
    static func ledger(_ kind: Kind, named name: String, source: Int64?) -> CacheView? {
        let id = source.map(String.init) ?? "NULL"
        let parts: (columns: [Column], source: String)? =
            switch kind {
            case .runs: (runColumns, "FROM main.feed_runs AS run WHERE run.source_id = \(id) ORDER BY run.run DESC")
            case .problems:
                (
                    problemColumns,
                    """
                    FROM main.problem AS problem LEFT JOIN main.collection AS collection
                    ON collection.id = problem.collection
                    WHERE problem.source = \(id) ORDER BY problem.last_at DESC, problem.id DESC
                    """
                )
            case .events:
                (eventColumns, "FROM main.feed_events AS event WHERE event.source_id = \(id) ORDER BY event.number")
            case .looks: (lookColumns, "FROM main.look AS look WHERE look.source = \(id) ORDER BY look.id")
            case .ads:
                (
                    adColumns,
                    """
                    FROM main.ad_section AS area JOIN main.slot AS slot ON slot.section = area.id
                    WHERE area.source = \(id) ORDER BY area.id, slot.serial
                    """
                )
            case .collection, .removed, .feed, .sections: nil
            }
        return parts.map { CacheView(name: name, kind: kind, collection: nil, columns: $0, source: $1) }
    }

    private static let runColumns = [
        "run", "kind", "started", "ended", "outcome", "requests", "bytes", "inserted", "updated", "unchanged", "stale",
        "removed", "rejected", "sections_outcome", "sections_revision", "sections_error",
    ].map { Column($0, "run.\($0)") }

    private static let problemColumns = [
        Column("collection", "collection.name"), Column("kind", "problem.kind"),
        Column("id", "CAST(nullif(problem.key, '') AS TEXT)"), Column("message", "problem.message"),
        Column("detail", "problem.detail"), Column("times", "problem.times"), Column("first_run", "problem.first_run"),
        Column("last_run", "problem.last_run"), Column("last_seen", time("problem.last_at")),
    ]

    private static let eventColumns = [
        "key", "type", "section", "item", "ad", "row", "at", "state", "delivered", "reason",
    ].map { Column($0, "event.\($0)") }

    private static let lookColumns =
        ["section", "item", "ad", "row"].map { Column($0, "look.\($0)") }
        + ["began", "counted", "ended"].map { Column($0, time("look.\($0)")) }
        + ["taps", "is_return"].map { Column($0, "look.\($0)") }

    private static let adColumns = [
        Column("section", "area.section"), Column("serial", "slot.serial"), Column("ad", "slot.ad"),
        Column("title", "feedcache_title(slot.payload)"), Column("rule", "slot.rule"),
        Column("above", "slot.above"), Column("below", "slot.below"), Column("requested", time("slot.requested")),
        Column("arrived", time("slot.loaded")), Column("placed", time("slot.placed")),
        Column("impression", time("slot.impression_at")), Column("visible_ms", "slot.visible_ms"),
        Column("payload", "slot.payload", holdsJSON: true),
    ]
}
