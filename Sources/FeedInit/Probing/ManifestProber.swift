import FeedCache
import FeedModel
import FeedSource

/// Looks at what a manifest finds: asks for two pages of a list, for those before the first and after the last where a
/// total says how many items there are, for two deltas where it has one, and for the details of one request. Nothing is
/// stored.
struct ManifestProber: Sendable {
    let manifest: Manifest
    let dependencies: Dependencies

    /// Looks at a collection, or at all of them in their order.
    ///
    /// - Parameter name: nil for all.
    /// - Throws: `UnknownNameError`, `ManifestError` for a variable that is not set, `CancellationError`. What the server
    ///   did not answer is in the result.
    func probe(_ name: String? = nil) async throws -> [CollectionProbe] {
        if let name, !manifest.collections.contains(where: { $0.name == name }) {
            throw UnknownNameError(kind: .collection, name: name, known: manifest.collections.map(\.name))
        }
        let source = try await dependencies.resolved(manifest)
        let client = dependencies.client(source)
        var probes: [CollectionProbe] = []
        for spec in source.collections where name == nil || spec.name == name {
            if !probes.isEmpty { try await client.pauseBetweenProbes() }
            probes.append(try await probe(spec, at: source, client))
        }
        return probes
    }

    private func probe(
        _ spec: CollectionSpec, at source: ResolvedSource, _ client: SourceClient
    ) async throws -> CollectionProbe {
        let fetcher = PageFetcher(spec: spec, source: source, client: client)
        var pages: [ProbedPage] = []
        var failure: SourceError?
        var next: ListPosition? = ListPosition(cursor: spec.paging.firstPage)
        while let position = next, pages.count < 2, failure == nil {
            let before = pages.last?.page?.itemCount
            next = nil
            do {
                if !pages.isEmpty { try await client.pauseBetweenProbes() }
                let page = ProbedPage(try await fetcher.content(at: position.cursor), of: spec, at: position)
                pages.append(page)
                next = page.next.map { position.after(page.page?.itemCount ?? 0, at: $0) }
            } catch let error as SourceError {
                if !spec.paging.endsList(error, afterPageWith: before) { failure = error }
            }
        }
        func page(_ cursor: PageCursor, since: String? = nil) async throws -> DecodedPage {
            try await client.pauseBetweenProbes()
            return try spec.decoder.decode(await fetcher.content(at: cursor, since: since))
        }
        var ends = ListEnds()
        if let first = pages.first, failure == nil {
            ends = try await ListEnds(of: spec, first) { try await page($0) }
        }
        var deltas: [ProbedDelta] = []
        do {
            for start in spec.delta == nil ? [] : ProbedDelta.starts(in: pages) {
                let answer = try await page(spec.paging.firstPage, since: spec.delta?.since(start))
                deltas.append(ProbedDelta(start: start, answer))
            }
        } catch let error as SourceError {
            failure = failure ?? error
        }
        var details: (found: [FoundDetail], count: Int)?
        if let fetcher = DetailFetcher(spec: spec, source: source, client: client) {
            let ids = pages.compactMap(\.page).flatMap(\.ids).prefix(fetcher.detail.batch.map { min($0, 2) } ?? 1)
            do {
                try await client.pauseBetweenProbes()
                details = (try await fetcher.details(ofAny: Array(ids)), ids.count)
            } catch let error as SourceError {
                failure = failure ?? error
            }
        }
        return CollectionProbe(
            spec, pages: pages, ends: ends, failure: failure, deltas: deltas, details: details, source: source)
    }
}

extension DetailFetcher {
    /// The details of some items, as the manifest asks for them.
    fileprivate func details(ofAny ids: [String]) async throws -> [FoundDetail] {
        guard detail.batch == nil, let id = ids.first else { return Array(try await details(of: ids).values) }
        return try await [detail(of: id, unless: nil, answeredBy: nil)].compactMap(\.self)
    }
}

extension SourceClient {
    /// Leaves the server alone for a quarter of a second.
    func pauseBetweenProbes() async throws {
        try await clock.sleep(for: .milliseconds(250))
    }
}
