import FeedCache
import FeedModel
import FeedSlots
import Synchronization

@testable import FeedShell

/// A feed of a few sections in memory that a test changes while it is browsed. The lock guards all of it.
final class FakeBrowse: BrowseModel {
    struct State {
        var sections: [(id: String, keys: [String])]
        /// What is said of an item beside its ID.
        var titles: [String: String] = [:]
        var version: Int64 = 1
        var looks: [BrowseLook] = []
        var reads: [BrowseRequest] = []
        var syncs = 0
        var stoppedSearches = 0
        /// Sections that are to ask for an ad.
        var wanting: [String] = []
        /// What becomes of the next request for one: it fails. Nil: it shows an ad.
        var askError: (any Error)?
    }

    private let state: Mutex<State>
    /// Gives what each sync waits for; nil: none waits.
    private let gate: AsyncStream<Void>?
    /// Gives what each search waits for; nil: none waits.
    private let searchGate: AsyncStream<Void>?

    init(
        _ sections: [(id: String, keys: [String])], gate: AsyncStream<Void>? = nil,
        searchGate: AsyncStream<Void>? = nil
    ) {
        state = Mutex(State(sections: sections))
        self.gate = gate
        self.searchGate = searchGate
    }

    /// Commits a change.
    func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.version += 1
        }
    }

    var looks: [BrowseLook] { state.withLock { $0.looks } }
    var syncs: Int { state.withLock { $0.syncs } }
    var stoppedSearches: Int { state.withLock { $0.stoppedSearches } }

    /// A page, without a task.
    func page(_ request: BrowseRequest) -> BrowsePage {
        state.withLock { state in
            state.reads.append(request)
            return BrowsePage(
                request, sections: state.sections.map { (.implicit(for: $0.id), $0.keys.count) },
                place: { section, identity in
                    state.sections[section].keys.firstIndex { .content(ItemID($0)) == identity }
                },
                window: { section, rows in state.window(section, rows) })
        }
    }

    func version() throws -> Int64 { state.withLock(\.version) }

    func read(_ request: BrowseRequest) async throws -> BrowsePage { page(request) }

    func look(_ look: BrowseLook) async throws -> BrowseSeen {
        let wanting = state.withLock { state in
            state.looks.append(look)
            return state.wanting
        }
        return BrowseSeen(impressions: look.stayed >= .seconds(1) ? 1 : 0, wanting: wanting)
    }

    func ask(_ section: String) async throws -> SectionScroll.Answers {
        try state.withLock { state in
            defer { state.askError = nil }
            if let error = state.askError { throw error }
            state.wanting = []
        }
        var answers = SectionScroll.Answers()
        answers.requested = 1
        answers.impressions = [SlotImpression(ad: "a", row: 0, at: Instant(seconds: 0))]
        return answers
    }

    func find(_ text: String, from place: BrowsePlace, isForward: Bool) async throws -> BrowsePlace? {
        if let searchGate { for await _ in searchGate { break } }
        if Task.isCancelled {
            state.withLock { $0.stoppedSearches += 1 }
            throw CancellationError()
        }
        return state.withLock { state in
            let outline = FeedOutline(state.sections.map { (.implicit(for: $0.id), $0.keys.count) })
            for (section, rows) in outline.wayAround(from: place, isForward: isForward) {
                for row in isForward ? Array(rows) : rows.reversed() where state.title(section, row).contains(text) {
                    let key = state.sections[section].keys[row]
                    return BrowsePlace(
                        section: state.sections[section].id, row: row, identity: .content(ItemID(key)))
                }
            }
            return nil
        }
    }

    func panel(of row: FeedRow, at place: BrowsePlace) async throws -> BrowsePanel {
        BrowsePanel(row, section: place.section, number: place.row)
    }

    func changes() async throws -> BrowsePanel {
        let none = FeedScreen(run: nil, sections: [])
        return try BrowsePanel(ChangeList(FeedChange(from: none, to: none)))
    }

    func sync(progress: @escaping @Sendable (String) -> Void) async throws -> String {
        progress("syncing photos 1")
        state.withLock { $0.syncs += 1 }
        if let gate { for await _ in gate { break } }
        try Task.checkCancellation()
        return "synced: nothing new"
    }
}

extension FakeBrowse.State {
    fileprivate func title(_ section: Int, _ row: Int) -> String {
        let key = sections[section].keys[row]
        return titles[key] ?? "Item \(key)"
    }

    fileprivate func window(_ section: Int, _ rows: Range<Int>) -> FeedSection {
        FeedSection(
            section: .implicit(for: sections[section].id), rowCount: sections[section].keys.count,
            firstRow: rows.lowerBound,
            rows: rows.map { row in
                .content(
                    index: row, id: ItemID(sections[section].keys[row]), version: nil,
                    payload: "{\"title\": \"\(title(section, row))\"}")
            })
    }
}
