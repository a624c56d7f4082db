import FeedCache
import FeedModel
import FeedSlots
import FeedSource
import FeedStore

/// Reads what the pages show. Each call is one snapshot of the database, and writes nothing.
struct PreviewSource: Sendable {
    enum Moment: Equatable {
        case now
        /// The end of a run; 0: before the first.
        case run(Int64)

        /// - Throws: `PreviewRequestError` for what is neither `now` nor a number.
        init(_ text: String) throws(PreviewRequestError) {
            if text == "now" {
                self = .now
            } else if let run = Int64(text), run >= 0 {
                self = .run(run)
            } else {
                throw PreviewRequestError(message: "a moment is “now” or the number of a run")
            }
        }
    }

    /// How many runs the slider has at most: the last ones.
    private static let mostRuns = 200

    let engine: FeedEngine

    var name: String { engine.manifest.source.name }

    /// Whether there is something to read: a database of the present schema, or none, which is an empty one.
    var isReadable: Bool {
        get throws {
            if case .older = try engine.databaseState() { return false }
            return true
        }
    }

    // MARK: Screens

    func screen(_ view: PreviewView, at moment: Moment) async throws -> PreviewScreen {
        PreviewScreen(try await feeds(view, at: [moment])[0], widths: view.widths)
    }

    /// The change between two moments; its `stages` where the view wants them.
    func change(_ view: PreviewView, from old: Moment, to new: Moment) async throws -> JSONValue {
        let feeds = try await feeds(view, at: [old, new])
        return Self.change(
            view, Changeset(from: feeds[0], to: feeds[1]), from: PreviewScreen(feeds[0], widths: view.widths),
            to: PreviewScreen(feeds[1], widths: view.widths))
    }

    private func feeds(_ view: PreviewView, at moments: [Moment]) async throws -> [FeedScreen] {
        guard try isReadable else { return moments.map { _ in FeedScreen(run: nil, sections: []) } }
        let windows = view.windows
        return try await engine.readInBackground { snapshot in
            try moments.map { moment in
                switch moment {
                case .now: try snapshot.feed(windows: windows)
                case .run(let run): try snapshot.feed(asOf: run, windows: windows)
                }
            }
        }
    }

    static func change(
        _ view: PreviewView, _ changes: Changeset, from old: PreviewScreen, to new: PreviewScreen
    ) -> JSONValue {
        guard view.isStaged else { return new.document(of: changes, from: old) }
        var before = old
        let route = StagedChangeset(changes, from: old.feed.sections, to: new.feed.sections)
        let stages = route.stages.map { stage in
            let after = PreviewScreen(
                FeedScreen(run: new.feed.run, sections: stage.feed), widths: view.widths)
            defer { before = after }
            return after.document(of: stage.changes, from: before)
        }
        return .object([("run", .number(new.feed.run)), ("stages", .array(stages))])
    }

    // MARK: Runs and state

    func runs() async throws -> JSONValue {
        guard try isReadable else { return .array([]) }
        return .array(
            try await engine.readInBackground { try $0.reader.runs(limit: Self.mostRuns) }.reversed().compactMap(
                Self.json))
    }

    /// The last run that has ended, as the slider has it; nil before the first.
    func lastRun() throws -> (number: Int64, document: JSONValue)? {
        guard try isReadable,
            let run = try engine.read({ try $0.reader.runs(limit: 2) }).first(where: { $0.ended != nil })
        else { return nil }
        return Self.json(run).map { (run.run, $0) }
    }

    private static func json(_ run: RunRecord) -> JSONValue? {
        guard run.ended != nil else { return nil }
        let items = run.collections.map(\.items)
        return .object([
            ("run", .number(run.run)), ("at", .time(run.ended)), ("kind", .string(run.kind)),
            ("outcome", .text(run.outcome)), ("inserted", .number(items.reduce(0) { $0 + $1.inserted })),
            ("updated", .number(items.reduce(0) { $0 + $1.updated })),
            ("removed", .number(items.reduce(0) { $0 + $1.removed })),
        ])
    }

    func state() throws -> JSONValue {
        let isSyncing = engine.isSyncing
        func document(_ kind: String, _ words: String) -> JSONValue {
            .object([("state", .string(kind)), ("syncing", .bool(isSyncing)), ("words", .string(words))])
        }
        let empty = document(
            "empty", isSyncing ? "first sync under way" : "nothing in the cache yet: run “feedcache sync”")
        switch try engine.databaseState() {
        case .missing, .empty: return empty
        case .older(let schema):
            return document("older", "the database has schema \(schema): “feedcache sync” brings it up to date")
        case .present: break
        }
        let status = try engine.read { try $0.status() }
        let failing = status.filter { $0.lastFailure.map { $0.reach != .interrupted } ?? false }
        let last = status.compactMap(\.lastSuccess).min()
        if let failure = failing.first, let error = failure.lastFailure {
            let offline = failing.compactMap(\.lastFailure).areUnreached
            let since = failure.lastSuccess.map { ", as of \($0)" } ?? ""
            return document(offline ? "offline" : "failing", "\(failure.name): \(error.message)\(since)")
        }
        guard let last else { return empty }
        return document("fresh", "synced \(last)")
    }

    // MARK: Provenance

    func itemPage(_ id: String, in collection: String) async throws -> HTML {
        let record = try await engine.readInBackground { try $0.record(of: id, in: collection) }
        return PreviewPages.item(record, collection: collection)
    }

    func adPage(row: String, in section: String) async throws -> HTML {
        guard let row = Int(row), row >= 0 else { throw PreviewRequestError(message: "a row is a number") }
        return try await engine.readInBackground { snapshot in
            let found = try snapshot.section(section)
            let shown = try snapshot.rows(of: found, offset: row, limit: 1).rows.first
            return PreviewPages.ad(
                section: section, row: row, explanation: try snapshot.explain(found, row: row).description,
                policy: try snapshot.ads(of: found).policy.description, payload: shown?.payload)
        }
    }
}
