import FeedModel
import FeedSource

extension SeededDefect {
    /// Each item changes from walk to walk.
    private static let changing = AuditedList(.page, #"style = "page""#) {
        $0.item = { id, moment in #"{"id":\#(id),"v":\#(moment.walk)}"# }
    }

    private static func tag(_ body: String) -> String { "\"\(FNV1a.hash(body.utf8))\"" }

    /// `Last-Modified` as many seconds before the answer.
    private static func modified(_ seconds: Int64, before now: Instant) -> String {
        HTTPDate.format(now.advanced(bySeconds: -seconds))
    }

    static let ofValidators: [SeededDefect] = [
        SeededDefect(
            "the ETag is that of the first answer", "validator_stays", changing,
            wrong: { $0.headers = { _, _ in ["ETag": "\"v1\""] } }, sound: { $0.headers = { ["ETag": tag($1)] } }),
        SeededDefect(
            "the ETag is made from the number of items", "validator_stays", changing,
            wrong: { $0.headers = { moment, _ in ["ETag": "W/\"\(moment.count)\""] } },
            // A weak one, of content that is the same in other bytes.
            sound: {
                $0.item = { id, _ in #"{"id":\#(id),"v":1}"# }
                $0.members = { ["\"took\":\($0.request)"] }
                $0.headers = { moment, _ in ["ETag": "W/\"\(moment.count)\""] }
            }),
        SeededDefect(
            "the ETag does not count the total", "validator_stays",
            AuditedList(.link, #"style = "link", total = "total""#) {
                $0.headers = { moment, _ in ["ETag": "\"\(moment.start)\""] }
            },
            wrong: { $0.members = { ["\"total\":\($0.walk > 1 ? 26 : 25)"] } },
            // A total in a header is not what the ETag speaks of.
            sound: {
                $0.paging = #"style = "link", total_header = "X-Total""#
                $0.headers = { ["X-Total": "\($0.walk > 1 ? 26 : 25)", "ETag": tag($1)] }
            }),
        SeededDefect(
            "Last-Modified does not count deletions", "validator_stays",
            AuditedList(.page, #"style = "page""#) {
                $0.ids = { $0.walk > 1 ? [0, 1] : [0, 1, 2] }
            },
            wrong: { $0.headers = { _, _ in ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"] } },
            sound: { $0.headers = { ["Last-Modified": "Sun, 06 Nov 1994 08:49:3\($0.walk) GMT", "ETag": tag($1)] } }),
        SeededDefect(
            "the ETag is the time", "etag_changes",
            wrong: { $0.headers = { moment, _ in ["ETag": "\"\(moment.now.seconds)\""] } },
            sound: { $0.headers = { moment, body in ["ETag": (moment.walk > 1 ? "W/" : "") + tag(body)] } }),
        SeededDefect(
            "two servers make the ETag in their own way", "etag_changes",
            wrong: { $0.headers = { moment, body in ["ETag": moment.walk > 1 ? "\"b\"" : tag(body)] } },
            sound: { $0.headers = { ["ETag": tag($1)] } }),
        SeededDefect(
            "Last-Modified without seconds", "coarse_last_modified",
            wrong: { $0.headers = { _, _ in ["Last-Modified": "Sun, 06 Nov 1994 08:49 GMT"] } },
            sound: { $0.headers = { _, _ in ["Last-Modified": "Sun, 06 Nov 1994 08:49:00 GMT"] } }),
        SeededDefect(
            "Last-Modified is cut to the minute", "coarse_last_modified",
            AuditedList(.page, #"style = "page""#) {
                $0.headers = { _, _ in ["Last-Modified": "Sun, 06 Nov 1994 08:49:00 GMT"] }
                $0.item = { id, _ in #"{"id":\#(id),"v":"1994-11-06T08:49:37Z"}"# }
            },
            sound: { $0.headers = { _, _ in ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"] } }),
        SeededDefect(
            "Last-Modified is now", "recent_last_modified",
            wrong: { $0.headers = { moment, _ in ["Last-Modified": modified(0, before: moment.now)] } },
            // The list has just changed.
            sound: {
                $0.headers = { _, _ in ["Last-Modified": HTTPDate.format(Instant(seconds: 1_700_000_000))] }
            }),
    ]

    private static let signedIn = AuditedList(.page, #"style = "page""#) {
        $0.source = "headers = { Authorization = \"Bearer ${TOKEN}\" }"
    }

    private static func refusing(
        _ status: Int, _ retryAfter: String?
    ) -> @Sendable (AuditedList.Moment) -> AuditedList.Refusal? {
        { $0.request == 2 ? .init(status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:]) : nil }
    }

    static let ofHeaders: [SeededDefect] = [
        SeededDefect(
            "a private answer is marked public", "public_answer", signedIn,
            wrong: { $0.headers = { _, _ in ["Cache-Control": "public, max-age=60"] } },
            sound: { $0.headers = { _, _ in ["Cache-Control": "private, max-age=60"] } }),
        SeededDefect(
            "shared caches may keep a private answer", "public_answer", signedIn,
            wrong: { $0.headers = { _, _ in ["Cache-Control": "s-maxage=600"] } },
            sound: { $0.headers = { _, _ in ["Cache-Control": "max-age=600"] } }),
        SeededDefect(
            "a shared cache has kept a private answer", "public_answer", signedIn,
            wrong: { $0.headers = { _, _ in ["Age": "30"] } },
            sound: {
                $0.source = ""
                $0.headers = { _, _ in ["Age": "30", "Cache-Control": "public, max-age=60"] }
            }),
        SeededDefect(
            "no Vary beside gzip", "missing_vary",
            wrong: { $0.headers = { _, _ in ["Content-Encoding": "gzip", "Cache-Control": "public, max-age=60"] } },
            sound: {
                $0.headers = { _, _ in
                    [
                        "Content-Encoding": "gzip", "Cache-Control": "public, max-age=60",
                        "Vary": "Origin, accept-encoding",
                    ]
                }
            }),
        SeededDefect(
            "Vary names another header", "missing_vary",
            wrong: {
                $0.headers = { _, _ in ["Content-Encoding": "gzip", "Cache-Control": "max-age=60", "Vary": "Origin"] }
            },
            sound: { $0.headers = { _, _ in ["Content-Encoding": "gzip", "Cache-Control": "no-store"] } }),
        SeededDefect(
            "Retry-After in words", "senseless_retry_after", wrong: { $0.refusal = refusing(503, "soon") },
            sound: { $0.refusal = refusing(503, nil) }),
        SeededDefect(
            "Retry-After is 0", "senseless_retry_after", wrong: { $0.refusal = refusing(429, "0") },
            sound: { $0.refusal = refusing(429, "1") }),
        SeededDefect(
            "Retry-After is over", "senseless_retry_after",
            wrong: { $0.refusal = refusing(503, "Sun, 06 Nov 1994 08:49:37 GMT") },
            sound: { $0.refusal = refusing(503, modified(-5, before: Instant(seconds: 1_700_000_000))) }),
        SeededDefect(
            "Retry-After in milliseconds", "senseless_retry_after", wrong: { $0.refusal = refusing(429, "90000") },
            sound: { $0.refusal = refusing(429, "30") }),
        SeededDefect(
            "long pages are not packed", "no_compression",
            AuditedList(.page, #"style = "page""#) {
                $0.item = { id, _ in #"{"id":\#(id),"v":1,"text":"\#(String(repeating: "text ", count: 400))"}"# }
            },
            sound: { $0.headers = { _, _ in ["Content-Encoding": "gzip"] } }),
        SeededDefect(
            "an item has all that it has", "heavy_items",
            AuditedList(.page, #"style = "page""#) { $0.headers = { _, _ in ["Content-Encoding": "gzip"] } },
            wrong: { $0.item = { id, _ in #"{"id":\#(id),"text":"\#(String(repeating: "text ", count: 6_000))"}"# } },
            sound: { $0.item = { id, _ in #"{"id":\#(id),"text":"\#(String(repeating: "text ", count: 2_000))"}"# } }),
        SeededDefect(
            "a page does not fit a slow network", "heavy_pages",
            AuditedList(.page, #"style = "page", size_param = "limit", size = 200"#) {
                $0.count = 200
                $0.headers = { _, _ in ["Content-Encoding": "gzip"] }
            },
            wrong: { $0.item = { id, _ in #"{"id":\#(id),"text":"\#(String(repeating: "text ", count: 1_200))"}"# } },
            sound: { $0.item = { id, _ in #"{"id":\#(id),"text":"\#(String(repeating: "text ", count: 600))"}"# } }),
    ]
}
