import FeedModel

extension JournalEntry {
    private static let secretHeaders: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
    ]

    /// For another process. Of credentials only that they were sent is said: of headers that have them, and of forms, by
    /// which clients sign in.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("number", .number(number)), ("method", .string(method)), ("path", .string(path)),
            ("query", .string(query)), ("headers", Self.json(headers)), ("body_bytes", .number(bodyLength)),
            ("body", .text(bodyText)), ("status", .number(status)), ("response_headers", Self.json(responseHeaders)),
            ("bytes", .number(bytes)), ("milliseconds", .number(elapsed.map { Int($0 / .milliseconds(1)) })),
            ("fault", .text(fault)),
        ]
        if faultChangedNothing { members.append(("fault_changed_nothing", .bool(true))) }
        members += [("aborted", .bool(isAborted)), ("unmatched", .bool(isUnmatched))]
        for (name, texts) in [("ignored", ignoredParameters), ("violations", violations)] where !texts.isEmpty {
            members.append((name, .array(texts.map { .string($0) })))
        }
        return .object(members)
    }

    private var bodyText: String? {
        guard !body.isEmpty else { return nil }
        if headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true { return "(sent)" }
        return String(validating: body, as: UTF8.self)
    }

    private static func json(_ headers: [String: String]) -> JSONValue {
        .object(
            headers.sorted { $0.key < $1.key }.map { name, value in
                (name, .string(secretHeaders.contains(name) ? "(sent)" : value))
            })
    }
}
