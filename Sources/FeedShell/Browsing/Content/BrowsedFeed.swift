import FeedCache
import FeedModel
import FeedSlots
import FeedStore
import Synchronization
import TerminalKit

/// The feed of a cache. Its sections are on screen as `scroll` has them: ads are asked for just before they show, and what
/// was seen is counted.
///
/// The actor guards which sections are on screen.
actor BrowsedFeed: BrowseModel {
    private let cache: FeedEngine
    private let commits: Commits
    private var scrolls: [String: SectionScroll] = [:]
    private var shown: [String: VisibleRows] = [:]

    init(_ cache: FeedEngine) {
        self.cache = cache
        commits = Commits(of: cache.database)
    }

    nonisolated func version() throws -> Int64 { try commits.version() }

    nonisolated func read(_ request: BrowseRequest) async throws -> BrowsePage {
        try await cache.readInBackground { snapshot in
            let rows = try snapshot.sections().map { try snapshot.rows(of: $0) }
            var page = try BrowsePage(
                request, sections: rows.map { ($0.section, $0.count) },
                place: { try rows[$0].row(of: $1) },
                window: { try rows[$0].window(offset: $1.lowerBound, limit: $1.count) })
            page.pictures = try snapshot.pictures(on: page.windows.values)
            return page
        }
    }

    nonisolated func find(_ text: String, from place: BrowsePlace, isForward: Bool) async throws -> BrowsePlace? {
        guard let search = TextSearch(text) else { return nil }
        return try await cache.readInBackground { snapshot in
            let rows = try snapshot.sections().map { try snapshot.rows(of: $0) }
            let outline = FeedOutline(rows.map { ($0.section, $0.count) })
            for (section, range) in outline.wayAround(from: place, isForward: isForward) {
                let found = try rows[section].first(in: range, isForward: isForward) { search.matches($0) }
                guard let found else { continue }
                return BrowsePlace(section: rows[section].section.id, row: found.row, identity: found.shown.identity)
            }
            return nil
        }
    }

    nonisolated func panel(of row: FeedRow, at place: BrowsePlace) async throws -> BrowsePanel {
        try await cache.readInBackground { snapshot in
            guard case .content(_, let id, _, _) = row, let name = try snapshot.section(place.section).collection
            else {
                return BrowsePanel(row, section: place.section, number: place.row)
            }
            return BrowsePanel(ItemPage(record: try snapshot.record(of: id.text, in: name), collection: name))
        }
    }

    nonisolated func changes() async throws -> BrowsePanel {
        try await cache.readInBackground { snapshot in
            let runs = try snapshot.lastTwoRuns()
            return try BrowsePanel(ChangeList(snapshot.changes(from: runs.old, to: runs.new)))
        }
    }

    nonisolated func sync(progress: @escaping @Sendable (String) -> Void) async throws -> String {
        let parts = Mutex(SyncParts())
        let report = try await cache.sync(progress: { step in
            let shown = parts.withLock { parts in
                parts.take(step)
                return parts.all
            }
            let texts = shown.sorted { $0.label < $1.label }.map { "\($0.label) \($0.done)" }
            progress((["syncing"] + texts).joined(separator: " "))
        })
        if let line = report.errorLines.first { return line.line }
        let counts = report.collections.map(\.items)
        let facts = [
            (counts.reduce(0) { $0 + $1.inserted }, "new"), (counts.reduce(0) { $0 + $1.updated }, "changed"),
            (counts.reduce(0) { $0 + $1.removed }, "removed"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "synced: " + (facts.isEmpty ? "nothing new" : facts.joined(separator: ", "))
    }

    // MARK: On screen

    /// - Throws: `StoreError`. A section that is gone is passed over.
    func look(_ look: BrowseLook) async throws -> BrowseSeen {
        var seen = BrowseSeen()
        var now = Dictionary(look.rows.map { ($0.section, $0) }, uniquingKeysWith: { first, _ in first })
        for id in Set(shown.keys).union(now.keys).sorted() {
            guard let scroll = try await scroll(id) else {
                now[id] = nil
                continue
            }
            do {
                let rows = now[id]
                let isSame = shown[id] == rows && !look.wasAway
                let report = try await scroll.report(
                    isSame ? nil : rows.map { Viewport(first: $0.first, last: $0.last) },
                    after: shown[id] == nil ? .zero : look.stayed, wasAway: look.wasAway || rows == nil)
                seen.impressions += report.impressions.count
                if rows != nil, report.wantsAd { seen.wanting.append(id) }
            } catch is UnknownNameError {
                // Once it is back it is reported anew.
                (scrolls[id], now[id]) = (nil, nil)
            }
        }
        shown = now
        return seen
    }

    /// - Throws: `ManifestError` for a header whose variable is not set; `StoreError`; `CancellationError`.
    func ask(_ section: String) async throws -> SectionScroll.Answers {
        try await scroll(section)?.ask() ?? SectionScroll.Answers()
    }

    /// Nil where the section is gone.
    private func scroll(_ section: String) async throws -> SectionScroll? {
        if let scroll = scrolls[section] { return scroll }
        do {
            let scroll = try cache.scroll(section: section, lookingTime: .told)
            await scroll.lookAway()
            scrolls[section] = scroll
            return scroll
        } catch is UnknownNameError {
            return nil
        }
    }
}

extension FeedOutline {
    /// All rows, section by section, from the one after a place on and around to it; backward: from the one before it.
    func wayAround(from place: BrowsePlace, isForward: Bool) -> [(section: Int, rows: Range<Int>)] {
        let all = parts.indices.map { (section: $0, rows: 0..<parts[$0].rowCount) }
        guard let start = section(place.section) else { return isForward ? all : all.reversed() }
        let count = parts[start].rowCount
        let row = min(max(0, place.row), count)
        let first = isForward ? min(row + 1, count) : row
        let way: [(section: Int, rows: Range<Int>)] =
            [(start, first..<count)] + all[(start + 1)...] + all[..<start] + [(start, 0..<first)]
        return isForward ? way : way.reversed()
    }
}
