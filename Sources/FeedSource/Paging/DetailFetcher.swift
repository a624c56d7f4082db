package import FeedModel

package struct DetailFetcher: Sendable {
    package let detail: CollectionSpec.Detail
    private let spec: CollectionSpec
    private let source: ResolvedSource
    private let client: SourceClient

    package init?(spec: CollectionSpec, source: ResolvedSource, client: SourceClient) {
        guard let detail = spec.detail else { return nil }
        (self.detail, self.spec, self.source, self.client) = (detail, spec, source, client)
    }

    package var rules: String {
        var fingerprint = Fingerprint()
        fingerprint.add(source.baseURL.description)
        fingerprint.add(detail.path)
        fingerprint.add(detail.items.description)
        return fingerprint.text
    }

    /// - Parameter validator: what it is asked for conditionally with; nil for nothing.
    /// - Returns: nil for a 304.
    package func detail(of id: String, unless validator: Validator?, answeredBy: String?) async throws -> FoundDetail? {
        let content = try await content([id], unless: validator)
        if content.isUnmodified {
            // The validator is of another document.
            guard content.url.identity == answeredBy else {
                return try await self.detail(of: id, unless: nil, answeredBy: nil)
            }
            return nil
        }
        let document = try content.document()
        guard let place = document.value(at: detail.items), document.scalar(at: place) != .null else {
            throw SourceError(.malformed("nothing is at “\(detail.items)” in the answer"), url: content.url)
        }
        let version = spec.version.flatMap { document.value(at: $0, in: place) }.flatMap {
            document.scalar(at: $0).versionText
        }
        var found = try found(document.slice(place), version, in: content)
        (found.validator, found.answeredBy) = (content.validator, content.url.identity)
        return found
    }

    /// - Returns: those that came, by the IDs of their items.
    package func details(of ids: [String]) async throws -> [ExactText: FoundDetail] {
        let content = try await content(ids, unless: nil)
        let page = try PageDecoder(
            items: detail.items, id: spec.id, version: spec.version, maxItems: spec.maxItems
        ).decode(content, needsID: false)
        var found: [ExactText: FoundDetail] = [:]
        for item in page.items {
            guard let id = item.id else { continue }
            found[ExactText(id)] = try self.found(page.payload(of: item), item.versionText, in: content)
        }
        return found
    }

    /// - Throws: `SourceError` where it is nested too deeply to be read as a member of an item that is in an array.
    private func found(
        _ text: ArraySlice<UInt8>, _ version: String?, in content: PageContent
    ) throws(SourceError) -> FoundDetail {
        _ = try JSONDocument([0x5B, 0x5B] + text + [0x5D, 0x5D]) {
            SourceError(.malformed("a detail is \($0)"), url: content.url)
        }
        return FoundDetail(text, version: version)
    }

    private func content(_ ids: [String], unless validator: Validator?) async throws -> PageContent {
        let names = ids.map(URLText.encodingComponent).joined(separator: ",")
        // In a path these are no names of steps.
        if names == "." || names == ".." {
            throw SourceError(.malformed("“\(names)” cannot be a step of a path"), url: nil)
        }
        let path = detail.path.replacing(
            detail.batch == nil ? CollectionSpec.Detail.oneID : CollectionSpec.Detail.severalIDs,
            with: names)
        let url = try parsing(path, source.baseURL.appending) { SourceError(.malformed($0), url: nil) }
        return try await client.get(
            url, unless: validator, own: OwnParts(headers: source.headers(of: spec), query: spec.secretQuery))
    }
}
