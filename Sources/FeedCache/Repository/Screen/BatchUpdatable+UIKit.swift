#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension BatchUpdatable where Self: UIView {
        /// Whether it is in a window.
        public var isInWindow: Bool { window != nil }
    }

    extension UICollectionView: BatchUpdatable {
        /// Runs `updates` as one animated change.
        public func performBatch(_ updates: @escaping () -> Void) {
            performBatchUpdates({ updates() }, completion: nil)
        }
    }

    extension UITableView: BatchUpdatable {
        /// Runs `updates` as one animated change.
        public func performBatch(_ updates: @escaping () -> Void) {
            performBatchUpdates({ updates() }, completion: nil)
        }

        /// Removes sections.
        public func deleteSections(_ sections: IndexSet) { deleteSections(sections, with: .automatic) }
        /// Makes room for sections.
        public func insertSections(_ sections: IndexSet) { insertSections(sections, with: .automatic) }
        /// Draws sections anew, with their rows.
        public func reloadSections(_ sections: IndexSet) { reloadSections(sections, with: .automatic) }

        /// Removes rows.
        public func deleteItems(at indexPaths: [IndexPath]) { deleteRows(at: indexPaths, with: .automatic) }
        /// Makes room for rows.
        public func insertItems(at indexPaths: [IndexPath]) { insertRows(at: indexPaths, with: .automatic) }
        /// Draws rows anew.
        public func reloadItems(at indexPaths: [IndexPath]) { reloadRows(at: indexPaths, with: .automatic) }
        /// Moves a row.
        public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
            moveRow(at: indexPath, to: newIndexPath)
        }
    }
#endif
