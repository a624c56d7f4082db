import FeedModel
import FeedSource

/// Asks a source's server for ads, one at a time.
struct AdRequester: Sendable {
    private let base: SourceURL
    private let path: String
    private let client: SourceClient

    /// Nil where the manifest names no place that ads come from.
    ///
    /// - Throws: `ManifestError` for a header whose variable is not set.
    init?(_ manifest: Manifest, _ surroundings: Surroundings) throws {
        guard let ads = manifest.ads else { return nil }
        base = manifest.source.baseURL
        path = ads.path
        client = surroundings.client(
            manifest.source, try manifest.source.resolvedHeaders(environment: surroundings.environment))
    }

    /// Asks once: a slot has a back-off of its own.
    ///
    /// - Returns: the ad, nil for no fill (204 or an empty body).
    /// - Throws: `SourceError`; `CancellationError`.
    func ad(slot: Int, of section: String) async throws -> SlotAd? {
        let url = try url(slot: slot, of: section)
        guard case .content(let content) = try await client.get(url, isRetried: false) else { return nil }
        let isBlank = content.body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard content.status != 204, !isBlank else { return nil }
        return try ad(content)
    }

    private func url(slot: Int, of section: String) throws(SourceError) -> SourceURL {
        do {
            return try base.appending(path).setting([("section", section), ("slot", "\(slot)")])
        } catch {
            throw SourceError(.malformed(error.message), url: base)
        }
    }

    private func ad(_ content: PageContent) throws(SourceError) -> SlotAd {
        do {
            return try SlotAd(body: content.body)
        } catch {
            throw SourceError(.malformed(error.description), url: content.url)
        }
    }
}
