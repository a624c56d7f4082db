import FeedModel

extension JournalEntry {
    private static let secretHeaders: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
    ]

    /// Writes it for another process. Of credentials only that they were sent is written: of headers that have them, and
    /// of forms, by which clients sign in.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("number", number)
            writer.field("method", method)
            writer.field("path", path)
            writer.field("query", query)
            writer.key("headers")
            Self.write(headers, to: &writer)
            writer.field("body_bytes", bodyLength)
            Self.write(bodyText, named: "body", to: &writer)
            writer.key("status")
            if let status { writer.integer(status) } else { writer.null() }
            writer.key("response_headers")
            Self.write(responseHeaders, to: &writer)
            writer.field("bytes", bytes)
            writer.key("milliseconds")
            if let elapsed { writer.integer(Int(elapsed / .milliseconds(1))) } else { writer.null() }
            Self.write(fault, named: "fault", to: &writer)
            if faultChangedNothing { writer.field("fault_changed_nothing", true) }
            writer.field("aborted", isAborted)
            writer.field("unmatched", isUnmatched)
            if !ignoredParameters.isEmpty { writer.field("ignored", ignoredParameters) }
            if !violations.isEmpty { writer.field("violations", violations) }
        }
    }

    private var bodyText: String? {
        guard !body.isEmpty else { return nil }
        if headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true { return "(sent)" }
        return String(validating: body, as: UTF8.self)
    }

    private static func write(_ text: String?, named name: String, to writer: inout JSONWriter) {
        writer.key(name)
        if let text { writer.string(text) } else { writer.null() }
    }

    private static func write(_ headers: [String: String], to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                writer.field(name, secretHeaders.contains(name) ? "(sent)" : value)
            }
        }
    }
}
