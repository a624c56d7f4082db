extension HelpTopic {
    static let querying = HelpTopic(
        name: "querying",
        abstract: "Each collection is a table: what SQL, --where, --order and --fields can name.",
        manualTitle: "SQL",
        blocks: [
            .example([
                "feedcache items photos --where \"position < 100\" --order \"updated desc\" --fields key,title",
                "feedcache sql \"select key, title from photos where title like :t\" --param t=%pizza%",
                "feedcache schema photos",
            ]),
            .list(
                title: "TABLES",
                entries: [
                    ("<collection>", "Its items in display order."),
                    ("<collection>_removed", "Its removed items, the last removed first."),
                    ("feed", "The rows of the composed feed, with ads."),
                    ("sections", "The sections of the screen."),
                    ("runs, problems", "The syncs that were made; what was rejected, refused or doubted."),
                    ("events, ads", "Impressions and taps; ads in slots."),
                ]),
            .list(
                title: "COLUMNS OF A COLLECTION",
                entries: [
                    ("key", "The item’s ID, a text."),
                    ("position", "The place in display order, from 0; null of removed items."),
                    ("version", "The version in the server’s words."),
                    ("first_seen, updated", "When it came, and when its content did; RFC 3339 in UTC."),
                    ("removed, reason", "Of removed items: when, and tombstone or absent."),
                    ("<field>", "A top-level field of the items; with a trailing _ where a column has its name."),
                    ("payload", "The item as JSON: payload ->> '$.image.url' looks into it."),
                ]),
            .paragraph(
                """
                In SQL, texts are in single quotes, and names that are no words in double quotes. --fields takes paths too: \
                image.url. In the REPL a line that begins with select, with, values or explain is SQL, up to a semicolon or an \
                empty line. “tables” and “schema” list what there is. All of it can only read. In JSON, values that are JSON \
                are not texts: json(<expression>) makes one of a text. “last” shows the last result again in another mode or \
                whole.
                """),
        ])
}
