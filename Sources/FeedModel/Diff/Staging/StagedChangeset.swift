/// The way from one feed to another in stages that a table or collection view can carry out one after another, each
/// as one batch update.
///
/// UIKit checks in each batch that the number of sections, and of rows in each section, is what it was, plus what was
/// inserted, less what was deleted; and it refuses to move a row out of a section that is deleted, or into one that
/// is inserted, in the same batch, to change rows of a section that moves, and to reload what moves. So the stages are:
///
/// 1. sections that rows will move into are inserted, with their own new rows;
/// 2. rows are deleted, inserted and moved, all at once;
/// 3. sections are deleted, inserted and moved;
/// 4. rows are reloaded;
/// 5. sections are reloaded.
///
/// Those with nothing to do are left out.
package struct StagedChangeset<Section: DiffableSection> {
    package struct Stage {
        /// What happens. Old offsets count in the feed before the stage, new ones in the feed after it. Reloads do not
        /// coincide with anything else, so they have the same offset in both.
        package let changes: Changeset
        /// The feed after the stage: what a data source has to show from then on.
        package let feed: [Section]
    }

    /// The batches in order; the last one's feed is the new feed. Empty if the feeds are the same.
    package let stages: [Stage]

    package init(_ changes: Changeset, from old: [Section], to new: [Section]) {
        let route = StageRoute(changes, from: old, to: new)
        stages = [
            route.sectionsForRows(), route.rows(), route.sections(), route.rowUpdates(), route.sectionUpdates(),
        ].compactMap { $0 }
    }
}

extension StagedChangeset: Sendable where Section: Sendable {}
extension StagedChangeset.Stage: Sendable where Section: Sendable {}
