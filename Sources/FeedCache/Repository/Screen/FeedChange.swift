import FeedModel

/// A change of the screen, in stages that a table or collection view can carry out one after another.
///
/// ```swift
/// for stage in change.stages { stage.apply(to: collectionView) { screen = $0 } }
/// ```
///
/// Each stage keeps the rules that UIKit checks in a batch: the number of sections and rows adds up, nothing moves out
/// of a section that is deleted or into one that is inserted, and what moves is not reloaded in the same batch.
public struct FeedChange: Equatable, Sendable {
    package let before: FeedScreen
    /// The screen after the change.
    public let screen: FeedScreen
    /// All that changed, in one step.
    public let changes: Changeset
    /// Which of the deletes have only fallen over the edge of a window: the server may have them all the same. It is known of
    /// changes between two runs.
    package internal(set) var older: Set<RowPosition> = []

    /// What leads from one screen to another. Rows are counted from the first that each section holds.
    ///
    /// - Parameters:
    ///   - before: the screen before the change.
    ///   - screen: the screen after it.
    public init(from before: FeedScreen, to screen: FeedScreen) {
        (self.before, self.screen, changes) = (before, screen, Changeset(from: before, to: screen))
    }

    /// The batches, in order; the last one's screen is `screen`. Where no row or section changed, but the screen did, as when
    /// a section has more rows than are looked at, that is one without changes. Empty where nothing changed.
    public var stages: [Stage] {
        let stages = StagedChangeset(changes, from: before.sections, to: screen.sections).stages.map { stage in
            Stage(screen: FeedScreen(run: screen.run, sections: stage.feed), changes: stage.changes)
        }
        guard let last = stages.last ?? (before == screen ? nil : Stage(screen: screen, changes: Changeset())) else {
            return []
        }
        return stages.dropLast() + [Stage(screen: screen, changes: last.changes)]
    }

    /// One batch update.
    public struct Stage: Equatable, Sendable {
        /// The screen after the stage.
        public let screen: FeedScreen
        /// What happens in it. What is updated has the same place before and after the stage.
        public let changes: Changeset
    }
}
