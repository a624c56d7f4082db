extension HelpTopic {
    static let environment = HelpTopic(
        name: "environment",
        abstract: "The environment variables that are read. An option outranks its variable.",
        manualTitle: "ENVIRONMENT",
        blocks: [
            .example(["FEEDCACHE_DB=/tmp/try.db FEEDCACHE_SOURCE=feed.toml feedcache sync"]),
            .list(title: "FILES", entries: files),
            .list(title: "TERMINAL", entries: terminal),
            .list(title: "NETWORK", entries: network),
            .list(title: "MANIFEST", entries: ofManifest),
        ])

    private static let files: [Entry] = [
        ("FEEDCACHE_DB", "The database file. --db outranks it."),
        ("FEEDCACHE_SOURCE", "The manifest. --source outranks it."),
        ("FEEDCACHE_INIT", "A file of commands that the REPL on a terminal runs first."),
        ("FEEDCACHE_RUN", "The run’s number; set for the command of “sync --on-change”."),
        ("XDG_DATA_HOME", "Holds feedcache/feed.db. Without it: ~/.local/share."),
        ("XDG_CONFIG_HOME", "Holds feedcache/feed.toml and the REPL’s feedcache/init. Without it: ~/.config."),
        ("XDG_STATE_HOME", "Holds feedcache/history. Without it: ~/.local/state."),
        ("HOME", "Where the folders above are by default."),
    ]

    private static let terminal: [Entry] = [
        ("NO_COLOR", "No colour if set. --color outranks it."),
        ("TERM", "“dumb”: no colour, no progress line and no pager but FEEDCACHE_PAGER."),
        ("FEEDCACHE_PAGER, PAGER", "What shows results that are longer than the screen. Empty or cat: nothing."),
        ("COLUMNS, LINES", "The size of a terminal that does not report its own."),
        ("LC_ALL, LC_CTYPE, LANG", "A locale without UTF-8 has boxes drawn in ASCII."),
    ]

    private static let network: [Entry] = [
        ("http_proxy", "The proxy for http:// URLs. In capitals it is not read."),
        ("https_proxy", "The proxy for https:// URLs; also HTTPS_PROXY."),
        ("FEEDCACHE_MOCK", "The mock API that “mock” drives; in a demo its own. --at outranks it."),
        ("all_proxy", "The proxy for both where the one above is not set; also ALL_PROXY."),
        ("no_proxy", "Hosts that need no proxy, separated by commas; also NO_PROXY. “*” is every host."),
    ]

    private static let ofManifest: [Entry] = [
        ("${NAME} in a manifest", "Any variable that the manifest names. Exit code 78 where it is unset or empty.")
    ]
}
