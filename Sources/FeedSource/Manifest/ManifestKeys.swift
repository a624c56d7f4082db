package import FeedModel
import FeedSlots

/// The keys that each table of a manifest may have; any other key is an error.
///
/// The tables `source.headers`, `source.query`, `collections.headers`, `collections.query` and `ads.sections` are not listed: their keys are
/// names that the user chooses.
package enum ManifestKeys {
    /// Every key, by the table it is in. The table is named as an error names it: `collections.paging`; the root has no
    /// name.
    package static let tables = listed.map { (table: $0.key, keys: $0.value) }

    private static let listed: KeyValuePairs<String, [SettingKey]> = [
        "": [
            .required("source", "The server and how to talk to it."),
            SettingKey("sections", "Where the section config is."), SettingKey("ads", "Where ads come from."),
            SettingKey("events", "Where impressions and taps are delivered."),
            SettingKey("monitor", "Who is told how each sync went."),
            SettingKey("keep", "How far back runs and history go."), SettingKey("collections", "The lists to cache."),
        ],
        "source": [
            .required("name", "What messages and the prompt call it."),
            .required("base_url", "What every path is below: https://api.example.com/v1."),
            SettingKey("account", "Whose cache it is. Each account has its own items."),
            SettingKey("account_key", "Keeps accounts secret from who reads “changes”; the same for a whole fleet."),
            SettingKey(
                "timeout_ms", "For one request, connect to last byte.", in: 1...86_400_000, default: "15000"),
            SettingKey(
                "max_body_bytes", "The longest answer in bytes, unpacked.", in: 1...Int(Int32.max), default: "16777216"),
            SettingKey("max_items", "The most items of a page.", in: 1...1_000_000, default: "100000"),
            SettingKey("concurrency", "The most requests at the same time, 1 to 64.", in: 1...64, default: "4"),
            SettingKey("shared_cache", "How long a cache that leaves no mark keeps answers: \"60s\".", default: "0s"),
            SettingKey("assets_max", "What pictures and files take on the disk at most.", default: "200MB"),
            SettingKey(
                "assets_ahead", "So many rows of each section have theirs fetched by a sync.", in: 0...10_000,
                default: "20"
            ),
            SettingKey("assets_types", "The media types that are taken, default: [\"image/*\"]."),
            SettingKey("retry", "How often failures are retried."),
            SettingKey("query", "Parameters sent with every request; in no message and no database."),
            SettingKey("basic", "A user and a password for HTTP Basic; sent to the origin of base_url only."),
            SettingKey("oauth", "Where access tokens come from: OAuth 2 client credentials."),
            SettingKey("login", "A request whose answer has the token that requests are signed in with."),
            SettingKey("tls", "Certificates beside the system’s."),
            SettingKey("headers", "Sent to the origin of base_url only."),
        ],
        "source.retry": [
            SettingKey("attempts", "Requests in all, the first one included.", in: 1...100, default: "4"),
            SettingKey("base_delay_ms", "The longest first wait.", in: 0...86_400_000, default: "250"),
            SettingKey("max_delay_ms", "The longest of all waits.", in: 0...86_400_000, default: "30000"),
        ],
        "source.basic": [
            .required("user", "The user name."), .required("password", "The password: \"${PASSWORD}\"."),
        ],
        "source.oauth": [
            .required("token_url", "Where tokens are asked for."),
            .required("client_id", "The client’s name at the token server."),
            .required("client_secret", "Its secret: \"${CLIENT_SECRET}\"."),
            SettingKey("scope", "What the token is for."),
        ],
        "source.login": [
            SettingKey("method", "GET, or POST with a body.", default: "POST"),
            .required("path", "Below base_url."),
            SettingKey("body", "The JSON object that signs in: {\"password\": \"${PASSWORD}\"}."),
            .required("token", "The path to the token in the answer."),
            SettingKey(
                "header", "The header that has it then; Authorization: Bearer {token} unless it says otherwise."),
        ],
        "source.tls": [
            SettingKey("ca_file", "Certificates that are trusted, too, in PEM."),
            SettingKey("client_cert", "The certificate that is shown to the origin of base_url, in PEM."),
            SettingKey("client_key", "Its private key, in PEM."),
        ],
        "sections": [
            .required("path", "Where the section config is, below base_url."),
            SettingKey("items", "The path to the list of sections in the answer.", default: "sections"),
            SettingKey("id", "The path to a section’s ID.", default: "id"),
            SettingKey("type", "The path to its type, a text.", default: "sectionType"),
            SettingKey("title", "The path to its title.", default: "sectionTitle"),
            SettingKey("layout", "The path to the name of its layout.", default: "layout"),
            SettingKey("collection", "The path to the name of the collection that it shows.", default: "collection"),
        ],
        "ads": [
            .required("path", "Where ads are asked for, below base_url."),
            SettingKey("policy", "What overrides the server’s ad policy, for all sections."),
            SettingKey("sections", "The same for one section each: [ads.sections.NAME]."),
        ],
        policyTable: SlotPolicyReading.keys,
        "events": [
            .required("path", "Where events are delivered, below base_url."),
            SettingKey("items", "Whether impressions of content items are delivered too.", default: "false"),
        ],
        "monitor": [
            .required(
                "ping", "A secret URL: GET ping/start before a sync, ping after it, POST ping/fail with the error.")
        ],
        "keep": [
            SettingKey(
                "runs", "So many of the last runs stay, with what was on screen then.", in: 2...1_000_000, default: "50"
            ),
            SettingKey(
                "days", "Runs from before that go as well, but for the last two.", in: 1...36_500, default: "90"),
        ],
        "collections": [
            .required("name", "What commands call it."),
            .required("path", "Below base_url, with a query or without."),
            .required("items", "The path to the list in an answer; \"\" is the answer itself."),
            .required(
                "id",
                "The path to an item’s ID, a text or an integer; several paths in [ ]; @key, @value: see the reference."
            ),
            SettingKey("version", "The path to its version, an integer or a date. The greater one wins."),
            SettingKey("deleted", "The path to what says that it is deleted: true, or a date."),
            .required("paging", "How to get from page to page; see below."),
            SettingKey("delta", "How to ask for changes only: { param = \"since\" }."),
            SettingKey("whole_every", "How often a list with delta is read whole.", default: "7d"),
            SettingKey(
                "validator", "page, or list: a 304 on the first page answers for the whole list.", default: "page"),
            SettingKey("ignore", "Paths to fields whose change is no change: [\"age\"]."),
            SettingKey("method", "GET, or POST with a body.", default: "GET"),
            SettingKey("body", "The JSON object that asks for a page."),
            SettingKey("content_type", "The content type of the body; application/json unless it says otherwise."),
            SettingKey("query", "Parameters of the requests for this list: { q = \"(page:{page})\" }."),
            SettingKey("headers", "Sent with the requests for this list, to the origin of base_url only."),
            SettingKey("keep", "A window: { newest = 1000 }, or { days = 30, by = \"created_at\" }."),
            SettingKey("assets", "Paths to URLs of pictures and files, which are kept, too: [\"image.url\"]."),
            SettingKey("detail", "A request for each new or changed item: { path = \"articles/{id}\" }."),
        ],
        "collections.paging": pagingKeys.map(\.key),
        "collections.delta": [
            SettingKey("param", "The parameter that takes the version to start from; or {since} in a template."),
            SettingKey("overlap", "What is taken off it, in its own unit.", in: 0...Int.max, default: "0"),
            SettingKey("template", "What is sent, with {} for the version: \">={}\".", default: "{}"),
            SettingKey("first", "What is sent in its place where the whole list is read."),
            SettingKey(
                "format",
                "How it is written: \(DeltaFormat.allCases.map(\.rawValue).joined(separator: ", ")); see the reference."
            ),
            SettingKey("place", "head or tail: where new items go.", default: "tail"),
        ],
        "collections.keep": [
            SettingKey("newest", "How many items, in the server’s order.", in: 1...1_000_000_000),
            SettingKey("days", "How old items may be.", in: 1...3_660),
            SettingKey("by", "The path to the date that says so, with days."),
        ],
        "collections.detail": [
            .required("path", "Below base_url, with {id}, or {ids} for several items at once."),
            SettingKey("items", "The path to the detail in an answer, or to their list; \"\" is the answer itself."),
            SettingKey("batch", "How many items a request asks for, with {ids}.", in: 1...1_000, default: "50"),
        ],
    ]

    /// Its keys are also those of each table in `[ads.sections]`.
    static let policyTable = "ads.policy"

    /// The keys of each table but of those whose keys are names that the user chooses.
    static let byTable = Dictionary(uniqueKeysWithValues: tables.map { ($0.table, $0.keys) })

    /// The keys of a paging, each with the styles that take it.
    package static let pagingKeys: [(key: SettingKey, styles: Set<PagingStyle>)] = {
        let all = Set(PagingStyle.allCases)
        let paged = all.subtracting([.none])
        return [
            (.required("style", PagingStyle.list), all),
            (
                SettingKey("param", "The parameter that names a page; in a body a path."),
                paged.subtracting([.nextURL, .link])
            ),
            (SettingKey("first", "What the first request sends.", in: 0...1_000_000_000), [.page, .cursor]),
            (SettingKey("next", "Where the next cursor or URL is in the body."), [.cursor, .nextURL]),
            (SettingKey("next_header", "Where the next URL is in a header."), [.nextURL]),
            (SettingKey("end_cursor", "The cursor that ends the list: 0, -1, false or a text."), [.cursor]),
            (SettingKey("has_next", "The path to what says whether there is another page."), paged),
            (SettingKey("total", "How many items the list has, in the body."), all),
            (SettingKey("total_header", "The same in a header."), all),
            (SettingKey("total_pages", "How many pages, with the style page."), [.page]),
            (SettingKey("total_pages_header", "The same in a header."), [.page]),
            (SettingKey("size_param", "The parameter for the length of a page."), all),
            (SettingKey("size", "The length of a page.", in: 1...1_000_000), all),
            (SettingKey("end_status", "Statuses that end a list: [400, 404]."), paged),
        ]
    }()
}
