import FeedCache

@MainActor
final class FeedDataSource {
    /// What the methods of the view's data source answer from: `screen.sections[0].rows[2]`.
    private(set) var screen = FeedScreen(sections: [])

    /// Shows the feed in a table or collection view, until the task is cancelled.
    func show(_ repository: FeedRepository, in view: some BatchUpdatable) async throws {
        for try await change in repository.changes(rows: 0..<50) {
            for stage in change.stages { stage.apply(to: view) { self.screen = $0 } }
        }
    }
}
