import FeedModel
import FeedSource
import FeedStore

/// Reads what changed in a list since a start.
///
/// Where pages are counted, a delta that drifts is read again from its start until it brings nothing new: what slid onto
/// a page that was read already comes then.
struct DeltaReader {
    /// How often a delta that drifts is read at most.
    private static let mostReadings = 6

    let delta: CollectionSpec.Delta
    let start: String
    let collection: CollectionStore
    let store: WalkStore
    let fetcher: PageFetcher
    let context: RunContext

    enum End {
        /// All that changed is in.
        case settled
        /// The list has moved in each reading: something may be missing.
        case unsettled
        /// What has the version of the start did not come, though it was asked for, or there is more than came: nothing can
        /// be concluded.
        case distrusted
    }

    func read(_ tally: inout PageTally) async throws -> End {
        let spec = fetcher.spec
        if delta.format == .asIs, CollectionSpec.Delta.lacksZone(start) {
            try warn(
                "versions have no time zone, and format = \"as_is\" sends them without one: does the server take them for UTC?",
                &tally)
        }
        let expected = delta.bringsStart ? try collection.keys(ofVersion: start) : []
        // Where the list has a window, a walk says where new items go.
        let (place, now) = (spec.keep == nil ? delta.place : nil, context.now)
        let reader = PageReader(fetcher: fetcher, context: context, since: delta.since(start)) { [store] in
            try store.writeDelta($0, place: place, now: now())
        }
        for _ in 0..<Self.mostReadings {
            tally.restart()
            tally.delta = DeltaEvidence(expected: expected)
            _ = try await reader.run(from: ListPosition(cursor: spec.paging.firstPage), tally: &tally)
            guard let evidence = tally.delta, evidence.isWitnessed else {
                try warn(
                    "a delta came without the item that it starts from, so the whole list was read: is `delta` right?",
                    &tally)
                return .distrusted
            }
            if case .number = spec.paging.firstPage, evidence.hasDrift, evidence.bringsNew { continue }
            guard try evidence.isShort(ofListWith: collection.possibleLengths) else { return .settled }
            try warn(
                "a delta ended although there is more of it, so the whole list was read: is `paging` right?", &tally)
            return .distrusted
        }
        return .unsettled
    }

    /// Notes a problem, and tells of it where it is new.
    private func warn(_ message: String, _ tally: inout PageTally) throws {
        let problem = Problem(kind: .manifest, message: message)
        tally.warnings += try store.note([problem], now: context.now()).map(\.message)
    }
}
