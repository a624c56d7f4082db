import FeedModel
import FeedSlots
import FeedSource

/// Asks a source's server for ads, one at a time.
struct AdRequester: Sendable {
    private let url: SourceURL
    private let client: SourceClient

    /// Nil where the manifest names no place that ads come from.
    ///
    /// - Throws: `AccountError`; `ManifestError` for a variable that is not set.
    init?(_ manifest: Manifest, _ dependencies: Dependencies) async throws {
        guard manifest.ads != nil else { return nil }
        let resolved = try await dependencies.resolved(manifest)
        guard let url = resolved.adsURL else { return nil }
        self.url = url
        client = dependencies.client(resolved)
    }

    /// Asks once: a slot has a back-off of its own.
    ///
    /// - Returns: the ad, or `failed` for no fill (204 or an empty body).
    func ad(slot: Int, of section: String) async throws -> SlotAnswer {
        let url = url.setting([("section", section), ("slot", "\(slot)")])
        let content = try await client.get(url, isRetried: false)
        let isBlank = content.body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard content.status != 204, !isBlank else { return .failed }
        return try answer(content)
    }

    private func answer(_ content: PageContent) throws(SourceError) -> SlotAnswer {
        do {
            return try SlotAnswer(body: content.body)
        } catch {
            throw SourceError(.malformed(error.description), url: content.url)
        }
    }
}
