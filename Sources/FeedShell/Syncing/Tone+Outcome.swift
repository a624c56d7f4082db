import FeedCache
import TerminalKit

extension Tone {
    /// How the outcome of a collection or a run looks in a table, by its name: only what asks for attention stands out.
    @Sendable static func ofOutcome(_ name: String) -> Tone {
        switch name {
        case RunOutcome.failed.rawValue: .bad
        case RunOutcome.partial.rawValue, RunOutcome.deferred.rawValue, CollectionOutcome.interrupted.rawValue,
            CollectionOutcome.suspiciousShrink.rawValue:
            .warning
        default: .plain
        }
    }
}
