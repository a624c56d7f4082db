import FeedSource
import Foundation

extension FeedManifest {
    /// What a key of a manifest is called in Swift: the parameter that it is given by.
    ///
    /// - Parameter path: as TOML writes it, such as `collections.paging.size_param`.
    @Sendable static func parameter(ofKey path: String) -> String {
        let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let (table, key) = (steps.dropLast().joined(separator: "."), steps.last ?? "")
        let place = places[table] ?? "\(table.trimmingPrefix("collections."))."
        // Names that the app has chosen stay as they are.
        if namedTables.contains(table) { return place + key }
        return place + (parameters["\(table).\(key)"] ?? parameters[key] ?? camelCase(key))
    }

    /// What comes before a parameter, by the table of its key, where that is not the name of the table.
    private static let places = [
        "": "", "source.retry": "source.", "source.basic": "source.signIn.", "source.oauth": "source.signIn.",
        "source.login": "source.signIn.", "collections": "", "keep": "",
    ]

    private static let namedTables: Set = [
        "source.headers", "source.query", "collections.headers", "collections.query",
    ]

    /// Where a parameter is not called as the key is.
    private static let parameters = [
        "base_url": "baseURL", "timeout_ms": "timeout", "base_delay_ms": "firstRetryWait",
        "max_delay_ms": "longestRetryWait", "max_body_bytes": "maximumBodyBytes", "max_items": "maximumItems",
        "source.retry": "attempts", "source.basic": "signIn", "source.oauth": "signIn",
        "source.login": "signIn", "token_url": "tokenURL",
        "client_id": "clientID", "collections.whole_every": "delta.wholeEvery",
        "collections.validator": "validatesWholeList", "collections.method": "body", "param": "parameter",
        "size_param": "sizeParameter", "next_header": "next", "total_header": "total",
        "total_pages_header": "totalPages", "collections.delta.place": "placesNewItemsFirst", "min_gap": "minimumGap",
        "ttl": "lifetime", "insert": "insertsAnywhere", "repeating": "interval", "events.items": "includesItems",
        "keep.runs": "keptSyncs", "keep.days": "keptDays",
    ]

    private static func camelCase(_ key: String) -> String {
        let words = key.split(separator: "_")
        return (words.first.map(String.init) ?? "") + words.dropFirst().map(\.capitalized).joined()
    }
}

/// What an app gives for a key of a manifest.
protocol ManifestParameter {
    /// Nil where the key is left out.
    var manifestValue: ManifestValue? { get }
}

extension [String: ManifestValue] {
    init(parameters: [String: any ManifestParameter]) { self = parameters.compactMapValues { $0.manifestValue } }
}

extension ManifestValue: ManifestParameter { var manifestValue: ManifestValue? { self } }
extension String: ManifestParameter { var manifestValue: ManifestValue? { .string(self) } }
extension Int: ManifestParameter { var manifestValue: ManifestValue? { .integer(self) } }
extension Double: ManifestParameter { var manifestValue: ManifestValue? { .number(self) } }
extension Bool: ManifestParameter { var manifestValue: ManifestValue? { .bool(self) } }

extension Optional: ManifestParameter where Wrapped: ManifestParameter {
    var manifestValue: ManifestValue? { flatMap { $0.manifestValue } }
}

extension Array: ManifestParameter where Element: ManifestParameter {
    var manifestValue: ManifestValue? { isEmpty ? nil : .list(compactMap { $0.manifestValue }) }
}

extension Dictionary: ManifestParameter where Key == String, Value: ManifestParameter {
    var manifestValue: ManifestValue? {
        let table = compactMapValues { $0.manifestValue }
        return table.isEmpty ? nil : .table(table)
    }
}
