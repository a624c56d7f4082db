public import FeedCache
public import Foundation

/// A table view without pixels. It remembers what it has drawn, and checks in each batch what UIKit checks: where UIKit ends
/// the app, or animates to something that its data source does not have, this view has one problem more.
@MainActor public final class ListView: BatchUpdatable {
    /// Whether it is in a window.
    public let isInWindow: Bool
    /// What was wrong with the batches so far, a line each.
    public private(set) var problems: [String] = []
    /// How many batches and reloads there were.
    public private(set) var batches = 0
    /// What it has drawn; nil before it has asked its data source.
    private var drawn: [DrawnSection]?
    private var batch: Batch?
    private let source: @MainActor () -> FeedScreen

    /// A view of what `source` gives.
    public init(isInWindow: Bool = true, of source: @escaping @MainActor () -> FeedScreen) {
        (self.isInWindow, self.source) = (isInWindow, source)
    }

    /// Whether it shows what its data source has.
    public var isUpToDate: Bool { (drawn ?? asked) == asked }

    private var asked: [DrawnSection] { source().sections.map(DrawnSection.init) }

    /// Draws everything.
    public func reloadData() {
        batches += 1
        drawn = asked
    }

    /// Collects what `updates` says, checks it and draws it.
    public func performBatch(_ updates: @escaping () -> Void) {
        batches += 1
        let before = drawn ?? asked
        batch = Batch(before: before)
        updates()
        let after = asked
        if let finished = batch?.finish(after: after) {
            problems += finished.problems
            drawn = finished.drawn
            if finished.drawn != after { problems.append("it shows something else than its data source has") }
        }
        batch = nil
    }

    private func note(_ change: (inout Batch) -> Void) {
        guard var changed = batch else { return problems.append("a change outside of a batch") }
        change(&changed)
        batch = changed
    }

    /// Notes it for the batch.
    public func deleteSections(_ sections: IndexSet) { note { $0.sectionDeletes += sections } }
    /// Notes it for the batch.
    public func insertSections(_ sections: IndexSet) { note { $0.sectionInserts += sections } }
    /// Notes it for the batch.
    public func reloadSections(_ sections: IndexSet) { note { $0.sectionReloads += sections } }
    /// Notes it for the batch.
    public func moveSection(_ section: Int, toSection newSection: Int) {
        note { $0.sectionMoves.append((section, newSection)) }
    }

    /// Notes it for the batch.
    public func deleteItems(at indexPaths: [IndexPath]) { note { $0.deletes += indexPaths } }
    /// Notes it for the batch.
    public func insertItems(at indexPaths: [IndexPath]) { note { $0.inserts += indexPaths } }
    /// Notes it for the batch.
    public func reloadItems(at indexPaths: [IndexPath]) { note { $0.reloads += indexPaths } }
    /// Notes it for the batch.
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        note { $0.moves.append((indexPath, newIndexPath)) }
    }
}

/// A section as it was drawn.
struct DrawnSection: Equatable {
    var header: [String]
    var cells: [Cell]

    struct Cell: Equatable {
        let identity: FeedRow.Identity
        let payload: String
    }

    init(_ section: FeedSection) {
        header = [section.id.text, section.type, section.title, section.layout, section.collection?.text ?? ""]
        cells = section.rows.map { Cell(identity: $0.identity, payload: $0.payload) }
    }
}
