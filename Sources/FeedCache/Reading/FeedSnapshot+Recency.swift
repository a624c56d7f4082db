package import FeedModel
import FeedStore

package struct Recency: Equatable, Sendable {
    /// When the collection that was synced longest ago was last as the server has it; nil where one never was.
    package let oldestSuccess: Instant?
    /// Whether the last run reached no server at all. One that was stopped says nothing about it.
    package let isOffline: Bool
}

extension FeedSnapshot {
    /// How fresh the cache is: cheap enough to be asked all the time, however much is cached.
    package func recency() throws -> Recency {
        let successes = try lastSuccesses()
        let reports = try runs(limit: 1).first?.collections ?? []
        let failures = reports.compactMap(\.failure)
        return Recency(
            oldestSuccess: successes.contains(nil) ? nil : successes.compactMap(\.self).min(),
            isOffline: reports.allSatisfy { $0.outcome == .failed } && failures.count == reports.count
                && failures.areUnreached)
    }
}
