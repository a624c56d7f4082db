package import FeedModel
import Foundation

/// What a user writes to have a feed cached: the source, its collections, and where sections, ads and events are.
///
/// ```swift
/// let manifest = try Manifest.load(path: "feed.toml")
/// let source = try manifest.resolved(environment: ProcessInfo.processInfo.environment)
/// ```
///
/// Reading a manifest needs no environment: commands that only read the cache work without the secrets.
package struct Manifest: Equatable, Sendable {
    package struct Source: Equatable, Sendable {
        /// What messages and the prompt call it; as it is written, until `Manifest.named(in:)` has filled it in.
        package internal(set) var name: String
        package let baseURL: ValueTemplate
        /// Whose cache it is; nil where the manifest does not say.
        package let account: ValueTemplate?
        /// What the account's name in the change stream is made with; nil where the manifest has none.
        let accountKey: ValueTemplate?
        /// For one request, from connecting to the last byte.
        package let timeout: Duration
        /// The longest answer that is taken, in bytes after unpacking.
        package let maxBodyBytes: Int
        /// The most elements that the list of a page may have.
        package let maxItems: Int
        /// The most requests that are under way at the same time; 1 to 64.
        package let concurrency: Int
        /// For how long a cache in front of the server that leaves no mark keeps an answer, in seconds; 0 for none.
        package let sharedCache: Int64
        package let assets: AssetLimits
        package let retry: RetryPolicy
        /// Sent with each request to the origin of `baseURL`, and to no other. In the order of their names.
        package let query: [NamedTemplate]
        /// Sent to the origin of `baseURL` only. In the order of their names.
        package let headers: [NamedTemplate]
        package let signIn: SignIn?
        /// The certificates that connections go by beside the system's; nil for none.
        let tls: TLS?
        let nameTemplate: ValueTemplate?
        package let file: String

        /// The account with the environment filled in; nil where the manifest has none. Commands that only read need it
        /// too: another account is another cache.
        package func resolvedAccount(environment: [String: String]) throws(ManifestError) -> String? {
            var filling = TemplateFilling(environment: environment, file: file)
            return try filling.fill(optional: account)
        }
    }

    package struct AssetLimits: Equatable, Sendable {
        /// Bytes of all of them, on the disk.
        package let most: Int64
        /// Rows of each section whose files a sync fetches.
        package let ahead: Int
        /// The media types that are taken; `image/*` is all of a kind.
        package let types: [String]

        /// Whether a media type is taken. Case does not matter.
        package func takes(_ type: String) -> Bool {
            let type = type.lowercased()
            return types.contains { known in
                known == "*/*" || known == type || known.hasSuffix("/*") && type.hasPrefix(known.dropLast())
            }
        }
    }

    /// Where ads come from, and what the manifest changes in the policies of the server.
    package struct Ads: Equatable, Sendable {
        /// Below the source's `base_url`.
        package let path: ValueTemplate
        /// `[ads.policy]`, for all sections: a JSON object.
        let policy: [UInt8]?
        /// `[ads.sections.NAME]`, for the section of that ID: JSON objects.
        let sections: [String: [UInt8]]
    }

    package struct Events: Equatable, Sendable {
        /// Below the source's `base_url`.
        package let path: ValueTemplate
        /// Whether impressions of content items are delivered as well. Those of ads, and taps, always are.
        package let includesItems: Bool
    }

    package struct Monitor: Equatable, Sendable {
        /// The URL that is requested. It is a secret.
        let ping: ValueTemplate

        package func pingURL(environment: [String: String], file: String) throws(ManifestError) -> SourceURL {
            var filling = TemplateFilling(environment: environment, file: file)
            return try ping.reading(try filling.fill(ping), in: file, SourceURL.init(_:))
        }
    }

    package private(set) var source: Source
    /// Where the section config is, below the source's `base_url`.
    package let sections: ValueTemplate?
    package let sectionShape: SectionShape
    package let ads: Ads?
    /// Where events are delivered; nil where they are only counted here.
    package let events: Events?
    package let monitor: Monitor?
    package let keep: LedgerLimit
    /// The lists to cache, in the order they are written.
    package let collections: [CollectionSpec]
    /// What works but should not be so: secrets that are written out.
    package let warnings: [ManifestWarning]

    /// The largest file that is taken for a manifest, in bytes.
    package static let maximumSize = 1 << 20

    package static func load(path: String) throws(ManifestError) -> Manifest {
        try Manifest(bytes: bytes(ofFile: path), file: path)
    }

    package init(toml text: String, file: String) throws(ManifestError) {
        try self.init(bytes: Array(text.utf8), file: file)
    }

    /// Reads the values of a manifest that is not a file; `file` is what messages call it.
    ///
    /// - Parameter wording: what messages call the key at a path.
    package init(
        values: [String: ManifestValue], file: String, wording: @escaping @Sendable (String) -> String
    ) throws(ManifestError) {
        let context = ManifestTable.Context(file: file, document: TOMLDocument(root: values), wording: wording)
        try self.init(root: try ManifestTable(root: context), file: file)
    }

    private init(bytes: [UInt8], file: String) throws(ManifestError) {
        let document: TOMLDocument
        do {
            document = try TOMLDocument(bytes)
        } catch {
            throw ManifestError(
                file: file, line: error.line, key: nil, reason: .syntax("\(error.message) (column \(error.column))"))
        }
        try self.init(root: try ManifestTable(root: .init(file: file, document: document)), file: file)
    }

    private init(root: ManifestTable, file: String) throws(ManifestError) {
        let sourceTable = try root.required(
            "source", orAdvise: "write a [source] table with name and base_url", root.table)
        let source = try Source(sourceTable, file: file)
        self.source = source
        sections = try root.table("sections")?.location("path")
        sectionShape = try root.table("sections", as: SectionShape.init) ?? SectionShape()
        events = try root.table("events", as: Events.init)
        ads = try root.table("ads", as: Ads.init)
        monitor = try root.table("monitor", as: Monitor.init)
        keep =
            try root.table("keep") { table throws(ManifestError) in
                LedgerLimit(runs: try table.number("runs"), days: try table.number("days"))
            } ?? LedgerLimit()
        let collectionTables = try root.tables("collections")
        collections = try CollectionSpec.all(collectionTables, of: source)
        if collections.isEmpty, sections == nil {
            throw root.error("collections", .missingKey(advice: "write a [[collections]] table for each list"))
        }
        var paths = collectionTables
        for key in ["sections", "ads", "events"] { paths += try root.table(key).map { [$0] } ?? [] }
        var named: [ManifestTable?] = []
        for key in ["headers", "query", "basic", "oauth"] { named.append(try sourceTable.table(key)) }
        for table in collectionTables {
            for key in ["headers", "query"] { named.append(try table.table(key)) }
        }
        // Of secrets that are written out: in tables of headers or parameters, and in the queries of paths.
        warnings =
            named.compactMap(\.self).flatMap(Self.warnings(ofValues:)) + paths.compactMap(Self.warning(ofPath:))
    }

    /// The manifest with the source's name filled in: what reading and syncing know the source by.
    package func named(in environment: [String: String]) throws(ManifestError) -> Manifest {
        guard let template = source.nameTemplate else { return self }
        var filling = TemplateFilling(environment: environment, file: source.file)
        let name = try filling.fill(template)
        if let fault = Self.fault(ofName: name) { throw template.place.error(.badValue(fault), file: source.file) }
        var manifest = self
        manifest.source.name = name
        return manifest
    }

    private static func warnings(ofValues table: ManifestTable) -> [ManifestWarning] {
        table.values.keys.sorted().compactMap { name in
            guard SecretName.isLikely(name), name != "token_url", case .string(let value) = table.values[name],
                !value.contains("${")
            else {
                return nil
            }
            return table.warning(
                name, "holds its secret in the manifest; write ${NAME} and set NAME in the environment")
        }
    }

    private static func warning(ofPath table: ManifestTable) -> ManifestWarning? {
        guard case .string(let path) = table.values["path"], let mark = path.firstIndex(of: "?") else { return nil }
        let parameters = path[path.index(after: mark)...].split(separator: "&").map(String.init)
        let names = parameters.filter { $0.contains("=") && !$0.hasSuffix("=") }.map(URLText.parameterName)
        return names.first(where: SecretName.isLikely).map { name in
            table.warning(
                "path",
                "holds a secret in “\(name)”; write it into [source] query, or send it as a header, with ${NAME}")
        }
    }

    private static func bytes(ofFile path: String) throws(ManifestError) -> [UInt8] {
        func error(_ reason: ManifestError.Reason) -> ManifestError {
            ManifestError(file: path, line: nil, key: nil, reason: reason)
        }
        func error(_ number: Int32) -> ManifestError {
            error(
                .unreadable(number == EISDIR ? "it is a folder; name a TOML file" : String(cString: strerror(number))))
        }
        let descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? error(.missingFile) : error(errno)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= maximumSize {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw error(errno)
            }
        }
        throw error(.unreadable("it is longer than \(maximumSize) bytes"))
    }
}
