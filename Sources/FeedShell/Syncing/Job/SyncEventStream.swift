import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// The lines of `sync --format ndjson` before its document: one for each page and each collection, as they end.
struct SyncEventStream: Sendable {
    private let output: Output
    private let clock: any RequestClock
    private let start: Instant

    init(output: Output, clock: any RequestClock) {
        self.output = output
        self.clock = clock
        start = clock.now
    }

    /// Writes an event. Where the output has no reader, or cannot be written, the sync goes on; its document will say so.
    @Sendable func write(_ progress: SyncProgress) {
        try? output.write(event(progress))
    }

    private func event(_ progress: SyncProgress) -> JSONValue {
        let seconds = clock.now.seconds(since: start)
        let members: [(String, JSONValue)]
        switch progress {
        case .page(let collection, let pages, let items, let bytes, let total):
            return .object([
                ("event", .string("page")), ("name", .string(collection.text)), ("pages", .number(pages)),
                ("items", .number(items)), ("bytes", .number(bytes)), ("total", .number(total)),
                ("seconds", .real(seconds)),
                ("seconds_left", Self.secondsLeft(items, of: total, after: seconds).map(JSONValue.real) ?? .null),
            ])
        case .details(let collection, let stored):
            members = [("event", .string("details")), ("name", .string(collection.text)), ("stored", .number(stored))]
        case .assets(let done, let total):
            members = [("event", .string("assets")), ("done", .number(done)), ("total", .number(total))]
        case .finished(let report): members = [("event", .string("collection"))] + report.json.members
        }
        return .object(members + [("seconds", .real(seconds))])
    }

    /// As long as the rest takes at the pace so far; nil where that is not known.
    static func secondsLeft(_ items: Int, of total: Int?, after seconds: Double) -> Double? {
        guard let total, items > 0 else { return nil }
        let left = seconds / Double(items) * Double(max(0, total - items))
        return (left * 1_000).rounded() / 1_000
    }
}
