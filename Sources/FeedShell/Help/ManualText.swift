enum ManualText {
    static let description = [
        """
        feedcache keeps a copy of a server-driven feed in an SQLite database, so that the feed can be read at once and \
        offline. A feed is made of sections in the order the server chooses; a section shows a paginated list. The API \
        is an HTTP JSON API, described in a manifest.
        """,
        """
        Without a command it reads commands line by line. On a terminal there are history and completion; otherwise the \
        lines come from standard input. A line that fails does not end it.
        """,
        """
        Results go to standard output. Messages, progress and errors go to standard error. An error is one line. \
        Reading never waits for a sync. A sync that is killed loses nothing.
        """,
    ]

    static let files = [
        (
            "./feed.toml, ~/.config/feedcache/feed.toml",
            "The manifest. Without one: the built-in manifest of the mock API on port 3000."
        ),
        ("~/.local/share/feedcache/feed.db", "The database: SQLite 3 in WAL mode, readable by its owner only."),
        ("~/.local/state/feedcache/history", "The lines that were typed into the REPL."),
        ("~/.config/feedcache/init", "Commands that the REPL on a terminal runs first."),
    ]

    static let examples = [
        (
            "Try it against the mock API, then look at the screen and at one item:",
            ["feedcache mock serve --port 3000 &", "feedcache sync", "feedcache feed", "feedcache show photos 12"]
        ),
        ("Everything at once, in a temporary folder:", ["feedcache demo"]),
        ("What changed on screen between the last two runs:", ["feedcache diff"]),
        (
            "Sync every ten minutes from cron, which mails when something is wrong and when it is over:",
            ["*/10 * * * * feedcache sync -q --alarm-after 2h"]
        ),
        (
            "Ask the cache anything:",
            ["feedcache sql \"select key, json_extract(payload, '$.title') from item limit 5\""]
        ),
    ]
}
