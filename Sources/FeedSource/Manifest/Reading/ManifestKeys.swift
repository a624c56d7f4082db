/// The keys that each table of a manifest may have; any other key is an error.
///
/// The tables `source.headers`, `source.query`, `collections.headers` and `ads.sections` are not listed: their keys are
/// names that the user chooses.
package enum ManifestKeys {
    static let root = ["source", "sections", "ads", "events", "monitor", "collections"]
    static let source = [
        "name", "base_url", "account", "timeout_ms", "max_body_bytes", "max_items", "concurrency", "shared_cache",
        "retry", "query",
        "basic", "oauth", "headers",
    ]
    static let basic = ["user", "password"]
    static let oauth = ["token_url", "client_id", "client_secret", "scope"]
    static let retry = ["attempts", "base_delay_ms", "max_delay_ms"]
    static let sections = ["path"]
    static let ads = ["path", "policy", "sections"]
    static let events = ["path", "items"]
    static let monitor = ["ping"]
    static let collection = [
        "name", "path", "items", "id", "version", "deleted", "paging", "delta", "whole_every", "validator", "ignore",
        "method", "body", "headers", "keep",
    ]
    static let keep = ["newest", "days", "by"]
    static let paging = ["style"] + Paging.styleKeys
    static let delta = ["param", "overlap", "format", "place", "template", "first"]

    /// Every key, by the table it is in. The table is named as an error names it: `collections.paging`; the root has no
    /// name.
    package static let tables: [(table: String, keys: [String])] = [
        ("", root), ("source", source), ("source.retry", retry), ("source.basic", basic),
        ("source.oauth", oauth), ("sections", sections), ("ads", ads), ("ads.policy", policy), ("events", events),
        ("monitor", monitor), ("collections", collection), ("collections.paging", paging),
        ("collections.delta", delta), ("collections.keep", keep),
    ]
}
