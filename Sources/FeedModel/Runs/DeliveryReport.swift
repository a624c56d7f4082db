/// The result of a delivery of events.
public struct DeliveryReport: Equatable, Sendable {
    /// Events that the server accepted.
    public package(set) var delivered: Int
    /// Events that the server refused although it accepted one after them. They are not sent again.
    public package(set) var refused: Int
    /// Events that are still to be sent.
    public package(set) var pending: Int
    /// Why they are.
    public package(set) var failure: SyncFailure?
    /// No event is sent before this time; nil where the next delivery may begin at once.
    public package(set) var nextAttempt: Instant?
    /// Whether nothing was sent, because of an earlier failure or because the server asked to wait.
    public package(set) var isDeferred: Bool

    /// A report, as for a test: by default of a delivery that had nothing to send.
    public init(
        delivered: Int = 0, refused: Int = 0, pending: Int = 0, failure: SyncFailure? = nil,
        nextAttempt: Instant? = nil, isDeferred: Bool = false
    ) {
        (self.delivered, self.refused, self.pending) = (delivered, refused, pending)
        (self.failure, self.nextAttempt, self.isDeferred) = (failure, nextAttempt, isDeferred)
    }

    /// Whether there was nothing to deliver.
    public var isEmpty: Bool { delivered + refused + pending == 0 }
}
