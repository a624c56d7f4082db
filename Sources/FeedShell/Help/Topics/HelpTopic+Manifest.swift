import FeedCache
import FeedSource

extension HelpTopic {
    /// `help manifest`
    static let manifest = HelpTopic(
        name: "manifest",
        abstract: "The manifest is a TOML file, feed.toml, that says where an API is and how to read it.",
        manualTitle: "MANIFEST",
        blocks: [.example(example), .paragraph(finding)] + tables + [.paragraph(closing)])

    private static let example = [
        "[source]",
        "name = \"news\"",
        "base_url = \"https://api.example.com/v1\"",
        "",
        "[source.headers]",
        "Authorization = \"Bearer ${NEWS_TOKEN}\"",
        "",
        "[[collections]]",
        "name = \"articles\"",
        "path = \"articles\"",
        "items = \"data\"",
        "id = \"id\"",
        "version = \"updated_at\"",
        "paging = { style = \"cursor\", next = \"meta.next_cursor\" }",
    ]

    private static let finding = """
        It is the file that --source or FEEDCACHE_SOURCE names, else ./feed.toml, else feedcache/feed.toml in \
        $XDG_CONFIG_HOME, else the built-in one of the mock API. A key that is unknown or has a wrong value is exit code \
        78, with file, line and key. (*) marks what must be there.
        """

    private static let closing = """
        A path such as data.photos or 0.id leads to a value: steps between dots are the names of fields, a number counts \
        the elements of an array from 0. A step in double quotes may hold anything: '"@odata.nextLink"'. \
        links[rel=next].href takes the first element whose field equals. ${NAME} in a text of [source], a header or a path of a URL is read from the \
        environment. Every key with its range, default and what goes wrong without it is in the manifest reference.
        """

    private static let tables: [Block] = [
        .list(
            title: "[source]",
            entries: [
                ("name (*)", "What messages and the prompt call it."),
                ("base_url (*)", "What every path is below: https://api.example.com/v1."),
                ("account", "Whose cache it is. Each account has its own items."),
                ("timeout_ms", "For one request, connect to last byte. Default: 15000."),
                ("max_body_bytes", "The longest answer in bytes, unpacked. Default: 16777216."),
                ("max_items", "The most items of a page. Default: 100000."),
                ("concurrency", "The most requests at the same time, 1 to 64. Default: 4."),
                ("shared_cache", "How long a cache that leaves no mark keeps answers: \"60s\". Default: \"0s\"."),
                (
                    "retry",
                    "How often failures are retried. Default: { attempts = 4, base_delay_ms = 250, max_delay_ms = 30000 }."
                ),
                ("query", "Parameters sent with every request; in no message and no database."),
                ("basic", "{ user, password } for HTTP Basic; sent to the origin of base_url only."),
                ("oauth", "OAuth 2 client credentials: { token_url, client_id, client_secret, scope }."),
                ("headers", "Sent to the origin of base_url only."),
            ]),
        .list(
            title: "[sections], [ads], [events]",
            entries: [
                ("path (*)", "Where they are, below base_url. Each of the tables may be left out."),
                ("items", "In [events]: true delivers impressions of content items too. Default: false."),
                ("policy, sections", "In [ads]: what overrides the server’s ad policy, for all sections or for one."),
            ]),
        .list(
            title: "[monitor]",
            entries: [
                (
                    "ping (*)",
                    "A secret URL: GET ping/start before a sync, ping after it, POST ping/fail with the error."
                )
            ]),
        .list(
            title: "[ads.policy], [ads.sections.NAME]",
            entries: [
                ("every, first, fixed", "Where slots are. repeating = { interval = 12 } counts rows instead of items."),
                ("max, min_gap, trailing", "How many, how far apart, and whether an ad may be last."),
                ("ahead, ttl", "How early an ad is asked for (3 items) and how long it is kept unseen (3600 s)."),
                ("visible, dwell", "What counts as seen: half of the row (0.5) for 1 s."),
                ("insert", "Where an ad may appear: below the screen, or anywhere. Default: below."),
            ]),
        .list(
            title: "[[collections]]",
            entries: [
                ("name (*)", "What commands call it."),
                ("path (*)", "Below base_url, with a query or without."),
                ("items (*)", "The path to the list in an answer; \"\" is the answer itself."),
                (
                    "id (*)",
                    "The path to an item’s ID, a text or an integer; several paths in [ ]; @key, @value: see the reference."
                ),
                ("version", "The path to its version, an integer or a date. The greater one wins."),
                ("deleted", "The path to what says that it is deleted: true, or a date."),
                ("paging (*)", "How to get from page to page; see below."),
                ("delta", "How to ask for changes only: { param = \"since\" }."),
                ("whole_every", "How often a list with delta is read whole. Default: \"7d\"."),
                ("validator", "page, or list: a 304 on the first page answers for the whole list. Default: page."),
                ("ignore", "Paths to fields whose change is no change: [\"age\"]."),
                ("method, body", "POST, and the JSON object that asks for a page. Default: GET."),
                ("headers", "Sent with the requests for this list, to the origin of base_url only."),
                (
                    "keep",
                    "A window: { newest = 1000 }, or { days = 30, by = \"created_at\" }. Default: the whole list."
                ),
            ]),
        .list(
            title: "paging",
            entries: [
                ("style (*)", Paging.styleNames.joined(separator: ", ")),
                (
                    "param, first",
                    "The parameter that names a page (in a body: a path), and what the first request sends."
                ),
                ("size_param, size", "The parameter for the length of a page, and the length."),
                ("next, next_header", "Where the next cursor or URL is, in the body or in a header."),
                ("has_next", "The path to what says whether there is another page."),
                ("total, total_header", "How many items the list has, in the body or in a header."),
                ("total_pages, total_pages_header", "How many pages, with the style page."),
                ("end_status", "Statuses that end a list: [400, 404]."),
            ]),
        .list(
            title: "delta",
            entries: [
                ("param (*)", "The parameter that takes the version to start from."),
                ("overlap", "What is taken off it, in its own unit. Default: 0."),
                ("template", "What is sent, with {} for the version: \">={}\". Default: \"{}\"."),
                ("first", "What is sent in its place where the whole list is read."),
                ("format", "How it is written: as_is, rfc3339, epoch, epoch_ms or http. Default: see the reference."),
                ("place", "head or tail: where new items go. Default: tail."),
            ]),
    ]
}
