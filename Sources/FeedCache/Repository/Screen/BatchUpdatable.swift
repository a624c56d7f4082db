public import Foundation

/// A list view that carries out many changes at once, with what `UITableView` and `UICollectionView` have in common. Both
/// are one; an app's own view may be one, too.
///
/// Index paths have a section and a row. Inside of a batch what is deleted or reloaded, and the place that something moves
/// from, counts before the batch; what is inserted, and the place that something moves to, counts after it.
@MainActor
public protocol BatchUpdatable {
    /// Whether it is in a window. A view that is not counts its rows when it gets into one.
    var isInWindow: Bool { get }

    /// Forgets what it shows, and asks its data source for everything.
    func reloadData()
    /// Runs `updates`, which calls the methods below, as one change.
    func performBatch(_ updates: @escaping () -> Void)

    /// Removes sections.
    func deleteSections(_ sections: IndexSet)
    /// Makes room for sections.
    func insertSections(_ sections: IndexSet)
    /// Draws sections anew, with their rows.
    func reloadSections(_ sections: IndexSet)
    /// Moves a section, with its rows.
    func moveSection(_ section: Int, toSection newSection: Int)

    /// Removes rows.
    func deleteItems(at indexPaths: [IndexPath])
    /// Makes room for rows.
    func insertItems(at indexPaths: [IndexPath])
    /// Draws rows anew.
    func reloadItems(at indexPaths: [IndexPath])
    /// Moves a row.
    func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)
}

extension FeedChange.Stage {
    /// Carries the stage out in a table or collection view, as one batch update. A view that is not in a window yet is
    /// reloaded instead.
    ///
    /// ```swift
    /// for stage in change.stages { stage.apply(to: collectionView) { screen = $0 } }
    /// ```
    ///
    /// - Parameters:
    ///   - view: it shows the screen before the stage.
    ///   - show: has the view's data source answer with this screen from now on; called once, before this returns.
    @MainActor
    public func apply(to view: some BatchUpdatable, show: @escaping (FeedScreen) -> Void) {
        if changes.isEmpty {
            show(screen)
        } else if view.isInWindow {
            view.performBatch {
                // A view that was not drawn yet asks for the counts before this.
                show(screen)
                changes.apply(to: view)
            }
        } else {
            show(screen)
            view.reloadData()
        }
    }
}

extension Changeset {
    @MainActor
    fileprivate func apply(to view: some BatchUpdatable) {
        if !sectionDeletes.isEmpty { view.deleteSections(IndexSet(sectionDeletes)) }
        if !sectionInserts.isEmpty { view.insertSections(IndexSet(sectionInserts)) }
        for move in sectionMoves { view.moveSection(move.old, toSection: move.new) }
        if !deletes.isEmpty { view.deleteItems(at: deletes.map(\.indexPath)) }
        if !inserts.isEmpty { view.insertItems(at: inserts.map(\.indexPath)) }
        for move in moves { view.moveItem(at: move.old.indexPath, to: move.new.indexPath) }
        if !updates.isEmpty { view.reloadItems(at: updates.map(\.old.indexPath)) }
        if !sectionUpdates.isEmpty { view.reloadSections(IndexSet(sectionUpdates.map(\.old))) }
    }
}

extension RowPosition {
    fileprivate var indexPath: IndexPath { [section, row] }
}
