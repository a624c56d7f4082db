import FeedCache
import FeedModel
import FeedSlots
import FeedSource
import FeedStore
import Foundation

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

        /// Nil for now.
        var run: Int64? {
            if case .run(let run) = self { run } else { nil }
        }
    }

    /// How many runs the slider has at most: the last ones.
    private static let mostRuns = 200
    /// How many problems of an item are shown at most: the last ones.
    private static let mostProblems = 100
    /// In how many rows of each section the changes of a run are looked for.
    private static func lookedThrough(ofSections count: Int) -> Int {
        PreviewView.share(of: 1_000, inAll: 4_000, sections: count)
    }

    let engine: FeedEngine
    /// Whether images that are not in the cache are fetched.
    let showsImages: Bool
    /// What runs are called, where that is known.
    var runNames: [Int64: String] = [:]

    var name: String { engine.manifest.source.name }

    /// Whether there is something to read: a database of the present schema, or none, which is an empty one.
    var isReadable: Bool {
        get throws {
            if case .older = try engine.database.state() { return false }
            return true
        }
    }

    // MARK: Screens

    func screen(_ view: PreviewView, at moment: Moment) async throws -> PreviewScreen {
        guard try isReadable else { return drawn(.nothing, view) }
        return try await engine.readInBackground { snapshot in
            let feed = try snapshot.feeds(at: [moment]) { view.windows(ofSections: $0) }[0]
            return drawn(feed, view, try snapshot.pictures(on: feed.sections))
        }
    }

    func drawn(_ feed: FeedScreen, _ view: PreviewView, _ pictures: FeedPictures = [:]) -> PreviewScreen {
        PreviewScreen(
            feed, widths: view.widths, density: view.density, showsImages: showsImages, pictures: pictures)
    }

    /// The pictures of rows that are in the cache now.
    func pictures(on screens: FeedScreen...) throws -> FeedPictures {
        try engine.read { try $0.pictures(on: screens.flatMap(\.sections)) }
    }

    /// The file of a picture; nil where this source has none of that digest, or it is no picture: what a browser would run is
    /// not shown.
    func picture(_ digest: String) async throws -> (path: String, type: String)? {
        try await engine.readInBackground { snapshot in
            try snapshot.reader.asset(of: digest).flatMap { content in
                content.type.hasPrefix("image/") ? (snapshot.assetFolder.path(of: digest), content.type) : nil
            }
        }
    }

    /// The change between two moments; its `stages` where the view wants them.
    func change(_ view: PreviewView, from old: Moment, to new: Moment) async throws -> JSONValue {
        let (change, news) = try await difference(from: old, to: new) { view.windows(ofSections: $0) }
        let pictures = try pictures(on: change.before, change.screen)
        return self.change(
            view, change.changes, from: drawn(change.before, view, pictures), to: drawn(change.screen, view, pictures),
            news: news)
    }

    /// - Parameter windows: which rows are compared, by how many sections there are.
    private func difference(
        from old: Moment, to new: Moment, windows: @escaping @Sendable (Int) -> FeedWindows
    ) async throws -> (FeedChange, ChangeNews?) {
        guard try isReadable else { return (FeedChange(from: .nothing, to: .nothing), nil) }
        return try await engine.readInBackground { snapshot in
            let feeds = try snapshot.feeds(at: [old, new], windows: windows)
            let change = FeedChange(from: feeds[0], to: feeds[1])
            return (change, try ChangeNews(change, from: old.run ?? .max, to: new.run ?? .max, in: snapshot))
        }
    }

    /// What of a change that was seen live is news.
    func news(of change: FeedChange) throws -> ChangeNews {
        // A run that is under way is seen several times.
        let before = min(change.before.run ?? 0, (change.screen.run ?? 0) - 1)
        return try engine.read { try ChangeNews(change, from: before, to: .max, in: $0) }
    }

    /// What a run changed on screen.
    ///
    /// - Parameter moment: the end of the run; now for the last one.
    func changes(of moment: Moment) async throws -> JSONValue {
        let runs = try await endedRuns()
        let place = moment.run.map { number in runs.firstIndex { $0.run == number } } ?? runs.indices.first
        guard let place else { return PreviewList(name: "No run", lines: [], empty: "").json }
        let (run, before) = (runs[place], place + 1 < runs.count ? runs[place + 1].run : 0)
        let (change, news) = try await difference(from: .run(before), to: .run(run.run)) {
            FeedWindows(0..<Self.lookedThrough(ofSections: $0))
        }
        let rows = Self.lookedThrough(ofSections: max(change.before.sections.count, change.screen.sections.count))
        let items = run.collections.map(\.items)
        let counts = [
            "\(items.reduce(0) { $0 + $1.inserted }) new", "\(items.reduce(0) { $0 + $1.updated }) changed",
            "\(items.reduce(0) { $0 + $1.removed }) removed",
        ]
        return PreviewList(
            name: "Run \(run.run): \(counts.joined(separator: ", "))\(runNames[run.run].map { " · \($0)" } ?? "")",
            lines: news?.lines(of: change, from: before, to: run.run) ?? [],
            empty: "Nothing changed in the first \(rows.of("row")) of each section."
        ).json
    }

    /// Where a text is found in the rows of all sections, an ID, or a row of that number.
    func find(_ text: String) async throws -> JSONValue {
        guard try isReadable, let search = TextSearch(text) else {
            return PreviewList(name: "Nothing to find", lines: [], empty: "").json
        }
        let lines = try await engine.readInBackground { snapshot in
            try snapshot.sections().flatMap { try snapshot.lines(of: $0, text: text, search) }
        }
        return PreviewList(name: "“\(PreviewScreen.cut(text, 60))”", lines: lines, empty: "It is in no row.").json
    }

    func change(
        _ view: PreviewView, _ changes: Changeset, from old: PreviewScreen, to new: PreviewScreen,
        news: ChangeNews? = nil
    ) -> JSONValue {
        guard view.isStaged else { return new.document(of: changes, from: old, news: news) }
        var before = old
        let route = StagedChangeset(changes, from: old.feed.sections, to: new.feed.sections)
        let stages = route.stages.map { stage in
            let after = drawn(FeedScreen(run: new.feed.run, sections: stage.feed), view, new.pictures)
            defer { before = after }
            return after.document(of: stage.changes, from: before)
        }
        return .object([
            ("run", .number(new.feed.run)), ("stages", .array(stages)), ("news", news?.counts ?? .null),
        ])
    }

    // MARK: Runs and state

    func runs() async throws -> JSONValue {
        .array(try await endedRuns().reversed().map(json))
    }

    /// The last ones, the latest first.
    private func endedRuns() async throws -> [RunRecord] {
        guard try isReadable else { return [] }
        return try await engine.readInBackground { try $0.reader.runs(limit: Self.mostRuns) }.filter { $0.ended != nil }
    }

    /// The last run that has ended, as the slider has it; nil before the first.
    func lastRun() throws -> (number: Int64, document: JSONValue)? {
        guard try isReadable,
            let run = try engine.read({ try $0.reader.runs(limit: 2) }).first(where: { $0.ended != nil })
        else { return nil }
        return (run.run, json(run))
    }

    private func json(_ run: RunRecord) -> JSONValue {
        let words = ["run \(run.run)", runNames[run.run] ?? run.ended.map { "\($0)" } ?? "…", "without ads"]
        return .object([
            ("run", .number(run.run)), ("at", .time(run.ended)), ("kind", .string(run.kind)),
            ("outcome", .text(run.outcome)), ("words", .string(words.joined(separator: " · "))),
        ])
    }

    func state() throws -> JSONValue {
        let isSyncing = engine.isSyncing
        func document(_ kind: String, _ words: String) -> JSONValue {
            .object([("state", .string(kind)), ("syncing", .bool(isSyncing)), ("words", .string(words))])
        }
        let empty = document(
            "empty", isSyncing ? "first sync under way" : "nothing in the cache yet: run “feedcache sync”")
        switch try engine.database.state() {
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

    func itemPage(_ id: String, in collection: String, finding text: String) async throws -> HTML {
        try await engine.readInBackground { snapshot in
            let record = try snapshot.record(of: id, in: collection)
            let problems = try snapshot.reader.problems(
                collection: collection, of: record.key, limit: Self.mostProblems)
            return PreviewPages.item(
                record, collection: collection, problems: problems, finding: text, now: Instant(Date()))
        }
    }

    func adPage(_ id: String, in section: String, finding text: String) async throws -> HTML {
        try await engine.readInBackground { snapshot in
            let found = try snapshot.section(section)
            guard let row = try snapshot.rows(of: found).row(of: .ad(ItemID(id))) else {
                throw UnknownNameError(kind: .item, name: id)
            }
            let shown = try snapshot.rows(of: found, offset: row, limit: 1).rows.first
            return PreviewPages.ad(
                section: section, row: row, explanation: try snapshot.explain(found, row: row).description,
                policy: try snapshot.ads(of: found).policy.description, payload: shown?.payload, finding: text)
        }
    }
}

extension FeedScreen {
    fileprivate static let nothing = FeedScreen(run: nil, sections: [])
}

extension FeedSnapshot {
    /// The feed at some moments, with the same windows.
    ///
    /// - Parameter windows: by how many sections there are at most.
    fileprivate func feeds(
        at moments: [PreviewSource.Moment], windows: (Int) -> FeedWindows
    ) throws -> [FeedScreen] {
        let windows = windows(try moments.map { try sections(asOf: $0.run).count }.max() ?? 0)
        return try moments.map { moment in
            try moment.run.map { try feed(asOf: $0, windows: windows) } ?? feed(windows: windows)
        }
    }
}

extension FeedSnapshot {
    /// The most rows of a section that are found.
    private static let mostFound = 50

    /// The rows of a section that a text names: by their number, by their ID, or because it is in them.
    fileprivate func lines(of section: Section, text: String, _ search: TextSearch) throws -> [PreviewList.Line] {
        let rows = try rows(of: section)
        var found: [(what: String, row: Int)] = []
        if let number = Int(text), (1...max(1, rows.count)).contains(number), rows.count > 0 {
            found.append(("row", number - 1))
        }
        if let row = try rows.row(of: .content(ItemID(text))) { found.append(("ID", row)) }
        var next = 0
        while found.count < Self.mostFound,
            let hit = try rows.first(in: next..<rows.count, isForward: true, where: search.matches)
        {
            found.append(("text", hit.row))
            next = hit.row + 1
        }
        return try found.map { what, row in
            PreviewList.Line(what: what, section: try rows.window(offset: row, limit: 1), row: 0, run: nil)
        }
    }
}
