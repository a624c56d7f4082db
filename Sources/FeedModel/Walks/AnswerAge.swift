/// How old an answer may be when it arrives, since a cache on the way may have kept it (RFC 9111).
package struct AnswerAge: Equatable, Sendable {
    /// What is assumed of an answer that a cache has kept without saying for how long, in seconds: an hour.
    package static let unknownLifetime: Int64 = 3_600

    /// In seconds; 0 for one that was made for this request.
    package let seconds: Int64

    /// - Parameters:
    ///   - header: the values of a header field, joined by commas; nil where there is none.
    ///   - isPersonal: whether the request had `Authorization` or a body: shared caches keep no answer to it unless that
    ///     allows it (RFC 9111 §3.5).
    ///   - unmarked: for how long a cache that leaves no mark keeps answers, in seconds, as the manifest says; 0 for none.
    ///   - date: the answer's `Date`; nil where it has none.
    package init(header: (String) -> String?, isPersonal: Bool, unmarked: Int64, date: Instant?) {
        let control = Self.directives(header("Cache-Control") ?? "")
        // There should be one (RFC 9111 §5.1). Of several the greatest cannot make an answer younger than it is.
        let ages = header("Age")?.filter { !" \t".contains($0) }.split(separator: ",") ?? []
        let age = ages.compactMap(Self.deltaSeconds).max() ?? 0
        let isHit = ["X-Cache", "X-Cache-Status", "CF-Cache-Status", "Cache-Status", "X-Proxy-Cache"].contains {
            header($0).map(Self.isHit) ?? false
        }
        let isMarked = age > 0 || isHit
        // With the names of fields these two speak of the fields alone (RFC 9111 §5.2.2.4, §5.2.2.7).
        let isForbidden = control["no-store"] != nil || ["private", "no-cache"].contains { control[$0] == "" }
        let isAllowed = control["public"] != nil || control["s-maxage"] != nil
        guard !isForbidden, !isPersonal || isMarked || isAllowed else {
            seconds = 0
            return
        }
        let lifetime = Self.lifetime(control["s-maxage"] ?? control["max-age"], expires: header("Expires"), date: date)
        let unknown = isHit || control["public"] != nil ? Self.unknownLifetime : 0
        seconds = min(max(age, lifetime ?? (unmarked > 0 ? 0 : unknown), isPersonal ? 0 : unmarked), 365 * 86_400)
    }

    /// For how long an answer may be used unasked by a cache of one user, in seconds; nil where it does not say.
    package static func lifetime(header: (String) -> String?, date: Instant?) -> Int64? {
        let control = directives(header("Cache-Control") ?? "")
        if control["no-cache"] != nil || control["no-store"] != nil { return 0 }
        if control["immutable"] != nil, control["max-age"] == nil { return 365 * 86_400 }
        return lifetime(control["max-age"], expires: header("Expires"), date: date)
    }

    private static func lifetime(_ maxAge: String?, expires: String?, date: Instant?) -> Int64? {
        maxAge.map { deltaSeconds($0[...]) ?? 0 }
            ?? expires.map { expires in
                date.flatMap { date in Instant(httpDate: expires).map { max(0, $0.seconds - date.seconds) } } ?? 0
            }
    }

    /// A number of seconds, at most 2^31: one that is too large to be read is very large (RFC 9111 §1.2.2).
    private static func deltaSeconds(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int64(text) ?? .max, 1 << 31)
    }

    /// The directives of `Cache-Control` in lower case, with their values; "" for none.
    private static func directives(_ text: String) -> [String: String] {
        var directives: [String: String] = [:]
        for part in text.lowercased().split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t\"".contains($0) } }
            if let name = sides.first { directives[name] = sides.count > 1 ? sides[1] : "" }
        }
        return directives
    }

    private static func isHit(_ value: String) -> Bool {
        value.lowercased().split { !$0.isLetter }.contains { $0 == "hit" || $0 == "stale" || $0 == "updating" }
    }
}
