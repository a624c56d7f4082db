package import FeedStore

extension FeedSnapshot {
    /// The last impressions and taps, the newest last.
    ///
    /// - Parameters:
    ///   - isPending: only those that wait for delivery.
    ///   - limit: how many at most.
    package func events(isPending: Bool = false, limit: Int) throws -> [EventRecord] {
        try reader.events(isPending: isPending, limit: limit)
    }

    /// The state of the delivery of events.
    package func outbox() throws -> OutboxState {
        try reader.outbox()
    }
}
