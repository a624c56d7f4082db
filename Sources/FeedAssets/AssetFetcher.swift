import FeedCache
import FeedModel
import FeedSource
import FeedStore

/// Asks for one URL, and stores what comes.
struct AssetFetcher: Sendable {
    enum Result: Sendable {
        case stored, unchanged
        /// What is stored stays.
        case failed(SourceError)
        case noRoom
    }

    /// In seconds: what an answer says of its lifetime counts between these, and a day where it says nothing. What has no
    /// lifetime would be asked for in each sync.
    private static let lifetimes: ClosedRange<Int64> = 600...AssetStore.longestTime
    private static let usualLifetime: Int64 = 86_400

    let run: AssetRun
    let budget: AssetBudget

    /// - Parameters:
    ///   - url: as an item writes it, or absolute.
    ///   - collection: the list of that item; nil for none.
    func fetch(_ url: String, of collection: String?, known: AssetRecord?) async throws -> Result {
        var location = url
        do {
            let target = try resolve(url)
            location = target.identity
            let isKnown = known?.location == location && known?.content.map(run.store.folder.holds) == true
            let validator = isKnown ? known?.validator : nil
            let download = AssetDownload(
                target, into: try run.store.folder.newFile(), limits: limits, budget: budget)
            let answer = try await run.client.get(
                target, unless: validator, types: limits.types, into: download)
            guard !answer.isUnmodified else {
                try await note(.unchanged(answer.validator, expires: expires(answer)))
                return .unchanged
            }
            let content = try download.content()
            try await note(
                .content(content, in: download.file, answer.validator, expires: expires(answer)),
                reserved: download.takeReservation())
            return known?.content?.digest == content.digest ? .unchanged : .stored
        } catch let error as SourceError {
            try await note(.failed(error.message, isLasting: !error.isTransient))
            return .failed(error)
        } catch is AssetError {
            return .noRoom
        }

        func note(_ finding: AssetStore.Answer.Finding, reserved: Int64 = 0) async throws {
            try await budget.write(
                AssetStore.Answer(url, at: location, of: collection, time: run.now, finding), reserved: reserved)
        }
    }

    var limits: Manifest.AssetLimits { run.resolved.source.assets }

    private func resolve(_ url: String) throws(SourceError) -> SourceURL {
        do throws(SourceURLError) {
            return try run.resolved.baseURL.resolving(url)
        } catch {
            throw SourceError(.malformed("“\(url.prefix(200))” cannot be asked for: it \(error.message)"), url: nil)
        }
    }

    private func expires(_ answer: PageContent) -> Instant {
        let date = answer.headers["Date"].flatMap(Instant.init(httpDate:))
        let lifetime = AnswerAge.lifetime(header: { answer.headers[$0] }, date: date) ?? Self.usualLifetime
        return run.now.advanced(bySeconds: min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound))
    }
}
