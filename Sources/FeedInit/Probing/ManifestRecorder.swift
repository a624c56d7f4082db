package import FeedCache
import FeedModel
package import FeedSource

/// Reads a source as its manifest says and gives what the server answered, without the secrets of the manifest.
/// Nothing is stored here, and no event and no signal is sent.
package struct ManifestRecorder: Sendable {
    /// A request, and its answer after redirects and retries.
    package struct Exchange: Sendable {
        /// `GET` or `POST`.
        package let method: String
        /// As it was sent, with the base URL's path.
        package let path: String
        /// As it was sent, without the parameters of `[source] query`; empty where there was none.
        package let query: String
        /// What was posted; empty for `GET`.
        package let requestBody: [UInt8]
        /// 200 to 599.
        package let status: Int
        package let headers: [HeaderFields.Field]
        package let body: [UInt8]
        /// From the request to the whole answer, waits between tries included, in milliseconds.
        package let milliseconds: Int64
    }

    /// A list as it was read.
    package struct List: Sendable {
        package let name: String
        /// The member that is an item's ID; nil where the ID is not one member.
        package let idField: String?
        /// The items in their order, each ID once.
        package fileprivate(set) var items: [[UInt8]] = []
        /// Why it was not read to its end.
        package fileprivate(set) var failure: SourceError?
    }

    private static let mostPages = 100_000

    private let manifest: Manifest
    private let dependencies: Dependencies

    package init(manifest: Manifest, dependencies: Dependencies) {
        self.manifest = manifest
        self.dependencies = dependencies
    }

    /// Reads the section config, then each list, page after page.
    ///
    /// - Parameter visit: called for each exchange, in order
    /// - Returns: the base URL, and the lists in the manifest's order
    /// - Throws: `ManifestError` for a variable that is not set, `CancellationError`, what `visit` throws
    package func record(_ visit: (Exchange) throws -> Void) async throws -> (baseURL: SourceURL, lists: [List]) {
        let source = try await dependencies.resolved(manifest)
        let asker = PageAsker(client: dependencies.client(source))
        if let url = source.sectionsURL {
            let start = dependencies.now()
            do {
                if case .content(let content) = try await asker.client.get(url) {
                    try visit(exchange(url, content, since: start))
                }
            } catch let error as SourceError {
                if let failed = exchange(url, error, since: start) { try visit(failed) }
            }
        }
        var lists: [List] = []
        for spec in source.collections {
            lists.append(try await record(spec, at: source, asker, visit))
        }
        return (source.baseURL, lists)
    }

    private func record(
        _ spec: CollectionSpec, at source: ResolvedSource, _ asker: PageAsker, _ visit: (Exchange) throws -> Void
    ) async throws -> List {
        var list = List(name: spec.name, idField: Self.field(spec.id))
        var seen: [ItemIdentity: Int] = [:]
        var cursors: Set<PageCursor> = []
        var cursor: PageCursor? = spec.paging.firstPage
        var count = 0
        while let asked = cursor {
            let request = try spec.request(for: asked, base: source.baseURL)
            guard cursors.insert(asked).inserted, cursors.count <= Self.mostPages else {
                list.failure = SourceError(.malformed("the page after this one was read before"), url: request.url)
                return list
            }
            let start = dependencies.now()
            do {
                if cursors.count > 1 { try await asker.pause() }
                let content = try await asker.content(for: asked, of: spec, at: source)
                try visit(exchange(request.url, content, posting: request.body, since: start))
                let page = ProbedPage(content, of: spec, cursor: asked, itemsBefore: count)
                list.failure = page.failure
                count += page.page?.itemCount ?? 0
                page.page.map { list.add($0, &seen, hidingSecretsOf: source.baseURL) }
                cursor = page.failure == nil ? page.next : nil
            } catch let error as SourceError {
                if let failed = exchange(request.url, error, posting: request.body, since: start) { try visit(failed) }
                let isEnd = error.status.map { spec.paging.endsList(status: $0, afterPageWith: count) } ?? false
                if !isEnd { list.failure = error }
                return list
            }
        }
        return list
    }

    private func exchange(
        _ url: SourceURL, _ content: PageContent, posting posted: [UInt8]? = nil, since start: Instant
    ) -> Exchange {
        exchange(url, content.status, content.headers.fields, content.body, posting: posted, since: start)
    }

    private func exchange(
        _ url: SourceURL, _ error: SourceError, posting posted: [UInt8]? = nil, since start: Instant
    ) -> Exchange? {
        error.status.map { exchange(url, $0, [], Array("{}".utf8), posting: posted, since: start) }
    }

    private func exchange(
        _ url: SourceURL, _ status: Int, _ fields: [HeaderFields.Field], _ body: [UInt8], posting posted: [UInt8]?,
        since start: Instant
    ) -> Exchange {
        let target = url.withoutSecrets
        return Exchange(
            method: posted == nil ? "GET" : "POST", path: target.path, query: target.query,
            requestBody: posted.map(url.hidingSecrets) ?? [], status: status,
            headers: fields.map { HeaderFields.Field(name: $0.name, value: url.hidingSecrets(in: $0.value)) },
            body: url.hidingSecrets(in: body),
            milliseconds: max(0, dependencies.now().millisecondsSince1970 - start.millisecondsSince1970))
    }

    private static func field(_ rule: ItemIDRule) -> String? {
        guard case .path(let path) = rule, path.components.count == 1, let step = path.components.first,
            step.condition == nil
        else { return nil }
        return step.key
    }
}

extension ManifestRecorder.List {
    /// Adds a page's items; of an ID that came before, the later one is kept in the place of the first.
    fileprivate mutating func add(
        _ page: DecodedPage, _ seen: inout [ItemIdentity: Int], hidingSecretsOf url: SourceURL
    ) {
        for item in page.items {
            if case .rejected = item.identity { continue }
            let payload = url.hidingSecrets(in: Array(page.body[item.payload]))
            if let index = seen[item.identity] {
                items[index] = payload
            } else {
                seen[item.identity] = items.count
                items.append(payload)
            }
        }
    }
}
