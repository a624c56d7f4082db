import FeedCache

extension FeedRepository {
    /// Taps a row of the first section as it is now.
    func tap(_ row: Int) async throws {
        let screen = try await screen()
        try await recordTap(screen.sections[0].rowIDs[row], on: screen)
    }

    /// Shows rows of the first section as it is now; as many as it has of them.
    func show(_ rows: Range<Int>, in viewport: FeedViewport) async throws -> FeedViewport.Update {
        let screen = try await screen()
        let ids = screen.sections[0].rowIDs
        return try await viewport.show(Array(ids[rows.clamped(to: ids.indices)]), on: screen)
    }
}
