import FeedModel

/// A change of the screen, in stages that a table or collection view can carry out one after another.
///
/// ```swift
/// for stage in change.stages {
///     collectionView.performBatchUpdates {
///         screen = stage.screen
///         collectionView.deleteItems(at: stage.deletes.map { IndexPath(item: $0.row, section: $0.section) })
///         // and so on, with inserts, moves and the section changes
///     }
/// }
/// ```
///
/// Each stage keeps the rules that UIKit checks in a batch: the number of sections and rows adds up, nothing moves out
/// of a section that is deleted or into one that is inserted, and what moves is not reloaded in the same batch.
public struct FeedChange: Sendable {
    /// The screen after the change.
    public let screen: FeedScreen
    /// The batches, in order; the last one's screen is `screen`. Empty where nothing changed.
    public let stages: [Stage]

    /// One batch update.
    public struct Stage: Sendable {
        /// The screen after the stage.
        public let screen: FeedScreen
        /// Sections that went, by offset before the stage.
        public let sectionDeletes: [Int]
        /// Sections that came, by offset after the stage.
        public let sectionInserts: [Int]
        /// Sections that moved.
        public let sectionMoves: [Move<Int>]
        /// Sections whose header changed; before and after the stage they have the same offset.
        public let sectionUpdates: [Int]
        /// Rows that went, by position before the stage.
        public let deletes: [Position]
        /// Rows that came, by position after the stage.
        public let inserts: [Position]
        /// Rows that moved.
        public let moves: [Move<Position>]
        /// Rows whose content changed; before and after the stage they have the same position.
        public let updates: [Position]
    }

    /// The place of a row on the screen, counted from 0.
    public struct Position: Hashable, Sendable {
        /// The offset of its section on the screen.
        public let section: Int
        /// Its offset among the section's `rows`.
        public let row: Int
    }

    /// A change of place.
    public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
        /// The place before the stage.
        public let from: Place
        /// The place after the stage.
        public let to: Place
    }
}

// MARK: From the values of the engine

extension FeedChange {
    /// - Parameter old: what was shown before the change.
    init(_ change: ObservedChange, from old: ComposedFeed) {
        screen = FeedScreen(change.feed)
        stages = StagedChangeset(change.changes, from: old.sections, to: change.feed.sections).stages.map(Stage.init)
    }
}

extension FeedChange.Stage {
    init(_ stage: StagedChangeset<ComposedSection>.Stage) {
        let changes = stage.changes
        self.init(
            screen: FeedScreen(stage.feed), sectionDeletes: changes.sectionDeletes,
            sectionInserts: changes.sectionInserts,
            sectionMoves: changes.sectionMoves.map { FeedChange.Move(from: $0.old, to: $0.new) },
            sectionUpdates: changes.sectionUpdates.map(\.new),
            deletes: changes.deletes.map(FeedChange.Position.init),
            inserts: changes.inserts.map(FeedChange.Position.init),
            moves: changes.moves.map {
                FeedChange.Move(from: FeedChange.Position($0.old), to: FeedChange.Position($0.new))
            },
            updates: changes.updates.map { FeedChange.Position($0.new) })
    }
}

extension FeedChange.Position {
    init(_ position: RowPosition) {
        self.init(section: position.section, row: position.row)
    }
}
