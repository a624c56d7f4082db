import FeedModel

extension Manifest.Source {
    init(_ table: ManifestTable, file: String) throws(ManifestError) {
        self.file = file
        name = try Manifest.name(in: table, orAdvise: "name the source in a word")
        nameTemplate = try table.template("name")
        baseURL = try Self.baseURL(in: table)
        account = try table.template("account")
        if let account, account.text.isEmpty {
            throw table.error("account", .badValue("is empty; name whose cache it is, or remove it"))
        }
        accountKey = try table.template("account_key")
        if accountKey != nil, account == nil {
            throw table.error("account_key", .badValue("is of no use without “account”"))
        }
        timeout = .milliseconds(try table.number("timeout_ms"))
        maxBodyBytes = try table.number("max_body_bytes")
        maxItems = try table.number("max_items")
        concurrency = try table.number("concurrency")
        sharedCache = try table.seconds("shared_cache", atLeast: 0)
        assets = try Manifest.AssetLimits(table)
        retry = try table.table("retry", as: RetryPolicy.init) ?? RetryPolicy()
        query = try table.parameters("query")
        headers = try table.headers()
        signIn = try Self.signIn(in: table, headers: headers)
        tls = try table.table("tls", as: TLS.init)
    }

    private static func baseURL(in table: ManifestTable) throws(ManifestError) -> ValueTemplate {
        let template = try table.required(
            "base_url", orAdvise: "write where the API is, like https://example.com/api", table.template)
        if template.variables.isEmpty {
            _ = try table.reading(template.text, of: "base_url", SourceURL.init(base:))
        } else if template.text.contains(where: { "?#".contains($0) }) {
            throw table.error("base_url", .badValue(SourceURLError.baseWithQuery.message))
        }
        return template
    }
}

extension Manifest.AssetLimits {
    fileprivate init(_ table: ManifestTable) throws(ManifestError) {
        most = try table.bytes("assets_max")
        ahead = try table.number("assets_ahead")
        types = (try table.list("assets_types", expecting: "an array of media types", \.text) ?? ["image/*"])
            .map { $0.lowercased() }
        if let wrong = types.first(where: { $0.split(separator: "/").count != 2 || !HeaderFields.isValue($0) }) {
            throw table.error(
                "assets_types", .badValue("holds “\(wrong)”; write media types: image/*, application/pdf"))
        }
    }
}

extension RetryPolicy {
    init(_ table: ManifestTable) throws(ManifestError) {
        let attempts = try table.number("attempts")
        let base = try table.integer("base_delay_ms")
        let longest = try table.integer("max_delay_ms")
        if let base, let longest, longest < base {
            throw table.error("max_delay_ms", .impossible("is less than base_delay_ms"))
        }
        // The one that is given moves the other's default out of its way.
        let baseDelay = Duration.milliseconds(base ?? min(table.standard("base_delay_ms"), longest ?? .max))
        let maxDelay = Duration.milliseconds(longest ?? max(table.standard("max_delay_ms"), base ?? 0))
        self.init(attempts: attempts, baseDelay: baseDelay, maxDelay: maxDelay)
    }
}

extension Manifest.Events {
    init(_ table: ManifestTable) throws(ManifestError) {
        path = try table.location("path")
        includesItems = try table.bool("items") ?? false
    }
}

extension Manifest.Monitor {
    init(_ table: ManifestTable) throws(ManifestError) {
        ping = try table.required("ping", orAdvise: "write the URL that the monitor gave you", table.template)
        if ping.variables.isEmpty { _ = try table.reading(ping.text, of: "ping", SourceURL.init(_:)) }
    }
}

extension Manifest {
    package var missingEvents: ManifestError {
        ManifestError(
            file: source.file, line: nil, key: "events",
            reason: .missingKey(advice: "write an [events] table with the path that events are delivered to"))
    }

    package var missingAccount: ManifestError {
        ManifestError(
            file: source.file, line: nil, key: "source.account",
            reason: .missingKey(advice: "name the account in the manifest: requests are compared with it"))
    }

    /// A name that can be used in a message, a table and on the command line.
    static func name(in table: ManifestTable, orAdvise advice: String) throws(ManifestError) -> String {
        let name = try table.required("name", orAdvise: advice, table.string)
        if let fault = fault(ofName: name) { throw table.error("name", .badValue(fault)) }
        return name
    }

    static func fault(ofName name: String) -> String? {
        if name.isEmpty { return "is empty; name it in a word" }
        if name.utf8.count > 200 { return "is longer than 200 bytes" }
        if name.hasPrefix("-") { return "begins with “-” as options do" }
        let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hasControl ? "holds a control character" : nil
    }
}
