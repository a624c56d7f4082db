extension Manifest {
    package static let gourmetBaseURL = "http://127.0.0.1:3000/api/mock/v1/gourmet"

    /// The manifest for the mock API's gourmet world. It is used where a user has no manifest.
    package static func gourmet(baseURL: String = gourmetBaseURL) throws(ManifestError) -> Manifest {
        try Manifest(toml: gourmetText(baseURL: baseURL), file: "built-in gourmet manifest")
    }

    /// The text of `gourmet(baseURL:)`: a manifest to print, save and start from.
    package static func gourmetText(baseURL: String = gourmetBaseURL, keepsPictures: Bool = false) -> String {
        let lists = ["featured_banners", "featured_interviews", "keywords", "new_arrivals", "articles"].map { name in
            bareList(name, assets: keepsPictures && name != "keywords" ? "image_url" : nil)
        }
        return """
            # The mock API of `feedcache mock serve`: a source to play with, and a manifest to start from.

            [source]
            name = "gourmet"
            base_url = "\(baseURL)"

            [sections]
            path = "sections"

            [ads]
            path = "ads"

            [events]
            path = "events"

            \(lists.joined())
            # A one-element array around each page.
            [[collections]]
            name = "photos"
            path = "photos"
            items = "0.photos"
            id = "id"
            version = "updated_at"
            deleted = "deleted"
            paging = { style = "page", size_param = "per_page", size = 100, has_next = "0.has_next_page" }
            \(keepsPictures ? assets("images.*.url") : "")
            """
    }

    private static func assets(_ path: String) -> String { "assets = [\"\(path)\"]\n" }

    /// A bare JSON array, with the next page in the Link header.
    private static func bareList(_ name: String, assets path: String?) -> String {
        """
        [[collections]]
        name = "\(name)"
        path = "\(name)"
        items = ""
        id = "id"
        version = "updated_at"
        deleted = "deleted"
        paging = { style = "link", size_param = "per_page", size = 100 }
        \(path.map(assets) ?? "")

        """
    }
}
