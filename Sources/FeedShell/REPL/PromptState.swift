import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// What the prompt shows: the source's name, and whether its cache is new, offline, stale or being synced.
///
/// It is read before each prompt, and reads a few rows however large the cache is.
struct PromptState: Equatable {
    /// From this age on a cache is stale.
    static let staleSeconds: Int64 = 3_600

    enum Freshness: Equatable {
        /// Some collection was never synced.
        case new
        case syncing
        /// The age of what was synced longest ago, in seconds.
        case aged(Int64)
        /// The last run reached no server; the age as above, nil before the first success.
        case offline(Int64?)
    }

    /// Nil where the manifest or the database cannot be read: the commands say why.
    let name: String?
    let freshness: Freshness
}

extension PromptState {
    init(of session: REPLSession) {
        guard let cache = try? session.shell.with(session.settings.current).cache(session.options) else {
            self.init(name: nil, freshness: .new)
            return
        }
        let name = cache.manifest.source.name
        guard !cache.isSyncing, let recency = try? cache.read({ try $0.recency() }) else {
            self.init(name: name, freshness: .syncing)
            return
        }
        let now = SystemRequestClock().now
        let age = recency.oldestSuccess.map { max(0, now.seconds - $0.seconds) }
        let freshness = recency.isOffline ? Freshness.offline(age) : age.map(Freshness.aged) ?? .new
        self.init(name: name, freshness: freshness)
    }

    /// `gourmet 3m> `, `gourmet stale 3h> `, `gourmet offline 5m> `
    func text(_ style: Style) -> String {
        guard let name else { return "feedcache> " }
        return ([TerminalSanitizer.line(name)] + words(style)).joined(separator: " ") + "> "
    }

    private func words(_ style: Style) -> [String] {
        switch freshness {
        case .new: ["new"]
        case .syncing: [style.dim("syncing")]
        case .aged(let seconds) where seconds >= Self.staleSeconds:
            [style.paint("stale", .warning), Self.short(seconds)]
        case .aged(let seconds): [Self.short(seconds)]
        case .offline(let seconds): [style.paint("offline", .bad)] + (seconds.map { [Self.short($0)] } ?? [])
        }
    }

    private static func short(_ seconds: Int64) -> String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3_600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3_600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
