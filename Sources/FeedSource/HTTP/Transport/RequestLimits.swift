/// How long the parts of one exchange may take.
///
/// All follow from the one number that a manifest has (`timeout_ms`): a server that sends a byte now and then is done
/// when the whole request has to be, one that has gone silent is given up earlier. Short timeouts are left as they are,
/// since a moment without a byte says little about a line.
struct RequestLimits: Equatable, Sendable {
    /// From the start to the last byte.
    let whole: Duration
    /// From the start, connecting included, until the head of the answer is there: two thirds of the whole, but at least
    /// 10 s.
    let firstByte: Duration
    /// Between two parts of a body: a third of the whole, 5 s at least.
    let idle: Duration

    /// The limits of a request that may take `whole`.
    init(whole: Duration) {
        self.init(
            whole: whole, firstByte: max(.seconds(10), whole * 2 / 3), idle: max(.seconds(5), whole / 3))
    }

    /// Limits of these lengths, none longer than the whole.
    init(whole: Duration, firstByte: Duration, idle: Duration) {
        self.whole = whole
        self.firstByte = min(firstByte, whole)
        self.idle = min(idle, whole)
    }
}
