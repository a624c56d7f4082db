import FeedModel
import FeedSource
import FeedStore

extension CollectionSync {
    /// A list that is kept by delta is walked whole once this many seconds after its first whole walk.
    private static let secondWholeWalkSeconds: Int64 = 86_400
    private static let mostReadings = 6

    var deltaStart: String? {
        guard !context.asksForAll, state.isWhole, !state.awaitsWalk, state.fingerprint == fingerprint,
            state.walk?.isOpen != true || state.walk?.kind == .browse, !isWholeWalkDue
        else { return nil }
        return state.deltaStart
    }

    /// A list that is kept by delta is walked whole every `whole_every`, and once a day after its first whole walk: an
    /// item that slid past that walk is found then.
    private var isWholeWalkDue: Bool {
        guard let first = state.firstWhole, let last = state.lastWhole else { return true }
        let now = context.now()
        // The clock was put back: how long ago the last walk was is not known.
        if now < last || now >= last.advanced(bySeconds: spec.wholeEvery) { return true }
        let second = first.advanced(bySeconds: Self.secondWholeWalkSeconds)
        return last < second && now >= second
    }

    /// Asks for what changed since `start`. Pages are merged as they come, but the start moves only when the last one is
    /// in: a delta that breaks off is asked for again from where it began.
    ///
    /// - Returns: nil where the server refuses the delta (410, or 400 on its parameter), where it is not believed, or where a
    ///   walk has to say what is in the window.
    func sync(
        _ delta: CollectionSpec.Delta, from start: String, _ tally: inout PageTally
    ) async throws -> CollectionReport? {
        do {
            guard let isSettled = try await read(delta, from: start, &tally), try collection.state().deltaStart != nil
            else { return nil }
            // What was certain when this delta began: changes made since are asked for by the next one.
            let certain = [start, state.knownVersion, tally.firstPageVersion].compactMap(\.self)
                .max { ItemVersion(text: $0) < ItemVersion(text: $1) }
            if isSettled, let certain, certain != start { try collection.setDelta(start: certain) }
            var report = report(of: tally, mode: .delta)
            report.outcome = tally.hasChanges ? .complete : .unchanged
            return report
        } catch let error as SourceError where error.status == 410 || error.status == 400 {
            return nil
        } catch {
            return try failed(error, report(of: tally, mode: .delta), walk: nil)
        }
    }

    /// Where pages are counted, a delta that drifts is read again from its start until it brings nothing new: what slid onto
    /// a page that was read already comes then.
    ///
    /// - Returns: whether all that changed is in, which it may not be where the list has moved in each reading. Nil where
    ///   nothing can be concluded: what has the version of the start did not come, though it was asked for, or there is
    ///   more than came.
    private func read(
        _ delta: CollectionSpec.Delta, from start: String, _ tally: inout PageTally
    ) async throws -> Bool? {
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
                return nil
            }
            if case .number = spec.paging.firstPage, evidence.hasDrift, evidence.bringsNew { continue }
            guard try evidence.isShort(ofListWith: collection.possibleLengths) else { return true }
            try warn(
                "a delta ended although there is more of it, so the whole list was read: is `paging` right?", &tally)
            return nil
        }
        return false
    }

    private func warn(_ message: String, _ tally: inout PageTally) throws {
        let problem = Problem(kind: .manifest, message: message)
        tally.warnings += try store.note([problem], now: context.now()).map(\.message)
    }
}
