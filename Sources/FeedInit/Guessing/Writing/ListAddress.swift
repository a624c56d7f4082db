import FeedModel
import FeedSource

/// A list's URL as a manifest writes it: `base_url`, and `path` below it.
struct ListAddress: Equatable {
    let base: String
    let path: String
    /// What to call the list: the last word of the path that is none of a version.
    let name: String
    /// What to call the source: its host without `www.` and `api.`.
    let sourceName: String

    /// Nil where no pair of them leads to the URL.
    init?(_ url: SourceURL) {
        let query = url.query.map { "?\($0)" } ?? ""
        let segments = url.path.split(separator: "/", omittingEmptySubsequences: false)
        // A slash at the end belongs to the last word.
        let tail = segments.last == "" ? 2 : 1
        // The whole path as the base always leads back, even where slashes repeat.
        let splits = [max(1, segments.count - tail), 1, segments.count].map { count in
            (segments.prefix(count).joined(separator: "/"), segments.dropFirst(count).joined(separator: "/"))
        }
        var found: (base: String, path: String)?
        for (front, back) in splits where found == nil {
            let base = "\(url.origin)\(front)"
            // A colon in the first word would be that of a scheme.
            let isRooted = back.prefix { $0 != "/" }.contains(":") || back.hasPrefix("/")
            let path = (isRooted ? "/" : "") + back + query
            if let start = try? SourceURL(base: base), (try? start.appending(path)) == url { found = (base, path) }
        }
        guard let found else { return nil }
        (base, path) = found
        name = Self.name(of: segments)
        sourceName = Self.sourceName(url.origin.host)
    }

    private static func name(of segments: [Substring]) -> String {
        for segment in segments.reversed() {
            let text = String(decoding: URLText.decoding(segment), as: UTF8.self).lowercased()
            let word = text.prefix { $0 != "." && $0 != "(" }
            let name = String(word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(60))
                .split(separator: "_").joined(separator: "_")
            let isVersion = name.first == "v" && name.dropFirst().allSatisfy(\.isNumber)
            if name.contains(where: \.isLetter), !isVersion, name != "api" { return name }
        }
        return "items"
    }

    private static func sourceName(_ host: String) -> String {
        for prefix in ["www.", "api."] where host.hasPrefix(prefix) && host.dropFirst(prefix.count).contains(".") {
            return String(host.dropFirst(prefix.count))
        }
        return host
    }
}
