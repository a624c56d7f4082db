/// What the manual page says besides the commands.
enum ManualText {
    /// A paragraph each.
    static let description = [
        """
        feedcache keeps a server-driven feed in an SQLite database on the user's side, so that it is there at once and \
        offline: sections in the order the server chooses, each fed by a paginated list, synced from an HTTP JSON API \
        that a manifest describes.
        """,
        """
        Without a command it reads commands line by line: on a terminal with history and Tab, else as they come from \
        standard input. A line that fails does not end it.
        """,
        """
        Results go to standard output; messages, progress and errors go to standard error. An error is one line. \
        Reading never waits for a sync, and a sync that is killed loses nothing.
        """,
    ]

    static let environment = [
        ("FEEDCACHE_DB", "The database file, where --db does not name one."),
        ("FEEDCACHE_SOURCE", "The manifest, where --source does not name one."),
        ("NO_COLOR", "No colour if set; --color outranks it. So does TERM=dumb."),
        ("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "Where the files below are looked for."),
        (
            "http_proxy, https_proxy, all_proxy, no_proxy",
            "The proxy that requests go through, and the hosts that need none."
        ),
        ("any other", "A manifest's headers can name variables, as in \"Bearer ${FEED_TOKEN}\"."),
    ]

    static let files = [
        ("./feed.toml, ~/.config/feedcache/feed.toml", "The manifest. Without one, that of the mock API on port 3000."),
        ("~/.local/share/feedcache/feed.db", "The database, SQLite 3 in WAL mode, for its owner only."),
        ("~/.local/state/feedcache/history", "What was typed into the REPL."),
    ]

    /// A task, and what to type.
    static let examples = [
        (
            "Try it against the mock API, then look at the screen and at one item:",
            ["feedcache mock serve --port 3000 &", "feedcache sync", "feedcache feed", "feedcache show photos 12"]
        ),
        ("Everything at once, in a throw-away place:", ["feedcache demo"]),
        ("What changed on screen between the last two runs:", ["feedcache diff"]),
        (
            "Sync every ten minutes from cron; 75 means that another sync is running or the server asked to wait:",
            ["*/10 * * * * feedcache sync -q || [ $? -eq 75 ]"]
        ),
        (
            "Ask the cache anything:",
            ["feedcache sql \"select key, json_extract(payload, '$.title') from item limit 5\""]
        ),
    ]
}
