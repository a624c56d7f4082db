@testable import FeedSource

/// Manifests around the few lines that a test is about.
enum ManifestText {
    static let source = """
        [source]
        name = "test"
        base_url = "https://api.example.com/v1"

        """

    /// A manifest with one collection; `paging` is an inline table.
    static func collection(paging: String = #"{ style = "none" }"#, extra: String = "") -> String {
        source + """
            [[collections]]
            name = "photos"
            path = "photos"
            items = ""
            id = "id"
            version = "updated_at"
            paging = \(paging)
            \(extra)
            """
    }

    static func paging(_ inline: String) throws -> Paging {
        try spec(paging: inline).paging
    }

    static func spec(paging: String, extra: String = "") throws -> CollectionSpec {
        let manifest = try Manifest(toml: collection(paging: paging, extra: extra), file: "feed.toml")
        guard let spec = manifest.collections.first else { throw Missing() }
        return spec
    }

    struct Missing: Error {}
}
