import FeedModel

extension Manifest.Source {
    /// Headers that the client sets by itself, or that speak of the connection.
    private static let reservedHeaders: Set<String> = [
        "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect", "host",
        "if-modified-since", "if-none-match", "keep-alive", "proxy-authorization", "range", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    init(_ table: ManifestTable, file: String) throws(ManifestError) {
        try table.allow(only: ["name", "base_url", "timeout_ms", "max_body_bytes", "retry", "headers"])
        self.file = file
        name = try Manifest.name(in: table, orAdvise: "name the source in a word")
        baseURL = try Self.baseURL(in: table)
        timeout = .milliseconds(try table.integer("timeout_ms", in: 1...86_400_000) ?? 15_000)
        maxBodyBytes = try table.integer("max_body_bytes", in: 1...Int(Int32.max)) ?? 16_777_216
        retry = try table.table("retry").map { table throws(ManifestError) in try RetryPolicy(table) } ?? RetryPolicy()
        headers = try Self.headers(in: table)
    }

    private static func baseURL(in table: ManifestTable) throws(ManifestError) -> SourceURL {
        let text = try table.string("base_url", orAdvise: "write where the API is, like https://example.com/api")
        let url: SourceURL
        do {
            url = try SourceURL(text)
        } catch {
            throw table.error("base_url", .badValue(error.message))
        }
        if url.query != nil || text.contains("#") {
            throw table.error("base_url", .badValue("has a query or fragment; write queries into each path"))
        }
        return url
    }

    private static func headers(in table: ManifestTable) throws(ManifestError) -> [HeaderTemplate] {
        guard let table = try table.table("headers") else { return [] }
        var headers: [HeaderTemplate] = []
        for name in table.values.keys.sorted() {
            let value = try table.string(name) ?? ""
            guard HeaderFields.isName(name) else { throw table.error(name, .badValue("cannot name a header")) }
            if reservedHeaders.contains(name.lowercased()) {
                throw table.error(name, .badValue("is set by the program itself; remove it"))
            }
            if let twin = headers.first(where: { HeaderFields.areEqual($0.name, name) }) {
                throw table.error(name, .impossible("is the same header as \(twin.name); keep one"))
            }
            guard HeaderFields.isValue(value) else {
                throw table.error(name, .badValue("holds a line break or control character"))
            }
            do {
                _ = try HeaderTemplate.parts(of: value)
            } catch {
                throw table.error(name, .badValue("has a ${ without a variable's name and } behind it"))
            }
            headers.append(HeaderTemplate(name: name, template: value, line: table.line(of: name)))
        }
        return headers
    }
}

extension RetryPolicy {
    init(_ table: ManifestTable) throws(ManifestError) {
        try table.allow(only: ["attempts", "base_delay_ms", "max_delay_ms"])
        let attempts = try table.integer("attempts", in: 1...100) ?? 4
        let base = try table.integer("base_delay_ms", in: 0...86_400_000)
        let longest = try table.integer("max_delay_ms", in: 0...86_400_000)
        if let base, let longest, longest < base {
            throw table.error("max_delay_ms", .impossible("is less than base_delay_ms"))
        }
        // The one that is given moves the other's default out of its way.
        let baseDelay = Duration.milliseconds(base ?? min(250, longest ?? .max))
        let maxDelay = Duration.milliseconds(longest ?? max(30_000, base ?? 0))
        self.init(attempts: attempts, baseDelay: baseDelay, maxDelay: maxDelay)
    }
}

extension Manifest.Events {
    init(_ table: ManifestTable, below base: SourceURL) throws(ManifestError) {
        try table.allow(only: ["path", "items"])
        path = try table.location("path", below: base)
        includesItems = try table.bool("items") ?? false
    }
}

extension Manifest {
    /// Where events are delivered.
    ///
    /// - Throws: `ManifestError` where the manifest does not say.
    public func eventsURL() throws(ManifestError) -> SourceURL {
        guard let events else {
            throw ManifestError(
                file: source.file, line: nil, key: "events",
                reason: .missingKey(advice: "write an [events] table with the path that events are delivered to"))
        }
        do {
            return try source.baseURL.appending(events.path)
        } catch {
            throw ManifestError(file: source.file, line: nil, key: "events.path", reason: .badValue(error.message))
        }
    }

    /// A name that can stand in a message, a table and on the command line.
    static func name(in table: ManifestTable, orAdvise advice: String) throws(ManifestError) -> String {
        let name = try table.string("name", orAdvise: advice)
        if name.isEmpty { throw table.error("name", .badValue("is empty; \(advice)")) }
        if name.utf8.count > 200 { throw table.error("name", .badValue("is longer than 200 bytes")) }
        if name.hasPrefix("-") { throw table.error("name", .badValue("begins with “-” as options do")) }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw table.error("name", .badValue("holds a control character"))
        }
        return name
    }
}
