/// What a delivery of events came to.
public struct DeliveryReport: Equatable, Sendable {
    /// Events that the server took.
    public var delivered: Int
    /// Events that the server would not take though it took one after them; they are not sent again.
    public var refused: Int
    /// Events that still wait.
    public var pending: Int
    /// Why they do.
    public var failure: SyncFailure?
    /// Until when nothing is sent; nil: the next delivery begins at once.
    public var nextAttempt: Instant?
    /// Whether nothing was sent, as an earlier failure or the server said to wait.
    public var isDeferred: Bool

    /// A report; every part is as given.
    public init(
        delivered: Int = 0, refused: Int = 0, pending: Int = 0, failure: SyncFailure? = nil,
        nextAttempt: Instant? = nil, isDeferred: Bool = false
    ) {
        self.delivered = delivered
        self.refused = refused
        self.pending = pending
        self.failure = failure
        self.nextAttempt = nextAttempt
        self.isDeferred = isDeferred
    }

    /// Whether there was nothing to deliver.
    public var isEmpty: Bool { delivered + refused + pending == 0 }
}
