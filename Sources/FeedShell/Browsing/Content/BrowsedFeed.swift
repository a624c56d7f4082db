import FeedCache
import FeedModel
import FeedStore
import Synchronization
import TerminalKit

struct BrowsedFeed: BrowseModel {
    private let cache: FeedEngine
    private let commits: Commits
    private let looks: BrowsedSections

    init(_ cache: FeedEngine) {
        self.cache = cache
        commits = Commits(of: cache.database)
        looks = BrowsedSections(cache)
    }

    func version() throws -> Int64 { try commits.version() }

    func read(_ request: BrowseRequest) async throws -> BrowsePage {
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

    func look(_ look: BrowseLook) async throws -> BrowseSeen { try await looks.look(look) }

    func ask(_ section: String) async throws -> SectionScroll.Answers { try await looks.ask(section) }

    func find(_ text: String, from place: BrowsePlace, isForward: Bool) async throws -> BrowsePlace? {
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

    func panel(of row: FeedRow, at place: BrowsePlace) async throws -> BrowsePanel {
        try await cache.readInBackground { snapshot in
            guard case .content(_, let id, _, _) = row, let name = try snapshot.section(place.section).collection
            else {
                return BrowsePanel(row, section: place.section, number: place.row)
            }
            return BrowsePanel(ItemPage(record: try snapshot.record(of: id.text, in: name), collection: name))
        }
    }

    func changes() async throws -> BrowsePanel {
        try await cache.readInBackground { snapshot in
            let runs = try snapshot.lastTwoRuns()
            return try BrowsePanel(ChangeList(snapshot.changes(from: runs.old, to: runs.new)))
        }
    }

    func sync(progress: @escaping @Sendable (String) -> Void) async throws -> String {
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
}

extension FeedOutline {
    /// All rows, section by section, from the one after a place on and around to it; backward: from the one before it.
    func wayAround(from place: BrowsePlace, isForward: Bool) -> [(section: Int, rows: Range<Int>)] {
        let all = parts.indices.map { (section: $0, rows: 0..<parts[$0].rowCount) }
        guard let start = section(place.section) else { return isForward ? all : all.reversed() }
        let row = min(max(0, place.row), parts[start].rowCount)
        let next = min(row + 1, parts[start].rowCount)
        let (above, below) = (all[..<start], all[(start + 1)...])
        guard isForward else {
            return [(start, 0..<row)] + above.reversed() + below.reversed() + [(start, row..<parts[start].rowCount)]
        }
        return [(start, next..<parts[start].rowCount)] + below + above + [(start, 0..<next)]
    }
}
