import FeedModel

extension MockServer {
    /// Waits until requests came, without polling.
    ///
    /// ```swift
    /// try await mock.received(.get("photos"), times: 2, within: .seconds(1))
    /// try await mock.received(.post("events"), times: .none)
    /// ```
    ///
    /// It returns as soon as the number is right; requests that come later are not seen. Only ``RequestCount/none`` and
    /// ``RequestCount/atMost(_:)`` need the whole time to be sure.
    ///
    /// - Parameters:
    ///   - pattern: the requests that are meant.
    ///   - times: how many are expected; `2` is exactly two.
    ///   - limit: how long to wait at most; zero looks once.
    /// - Returns: the requests that were meant, oldest first.
    /// - Throws: ``VerificationFailure`` where others came; `CancellationError`.
    @discardableResult
    public nonisolated func received(
        _ pattern: RequestPattern, times: RequestCount = .atLeast(1), within limit: Duration = .zero
    ) async throws -> [JournalEntry] {
        try await check(.count(pattern, times), within: limit)
    }

    /// Waits until a request came for each pattern, in this order; others may come between.
    ///
    /// - Parameters:
    ///   - patterns: the requests that are meant.
    ///   - limit: how long to wait at most; zero looks once.
    /// - Returns: a request for each pattern.
    /// - Throws: ``VerificationFailure`` naming the first that did not come; `CancellationError`.
    @discardableResult
    public nonisolated func received(
        inOrder patterns: [RequestPattern], within limit: Duration = .zero
    ) async throws -> [JournalEntry] {
        try await check(.order(patterns), within: limit)
    }

    /// Requests that nothing was planned for: no endpoint, no file, no answer, so they got 404 or 405; and those with a
    /// query parameter that changed nothing.
    public nonisolated var unmatched: [JournalEntry] { journal.entries.filter(\.isUnmatched) }

    /// Looks for requests that nothing was planned for. ``withMockServer(_:isolation:_:)`` does so where
    /// ``MockConfiguration/onUnhandled`` is `.fail`.
    ///
    /// - Throws: ``VerificationFailure`` with all of them.
    public nonisolated func checkUnmatched() throws(VerificationFailure) {
        let entries = unmatched
        if entries.isEmpty { return }
        throw VerificationFailure(
            summary: "\(entries.count.of("request")) came that nothing was planned for", matching: entries, misses: [],
            total: entries.count)
    }

    /// Looks for faults that no request has met, and for those that changed nothing.
    ///
    /// - Throws: ``VerificationFailure`` with all of them.
    package nonisolated func checkFaultEffects() throws(VerificationFailure) {
        _ = try faults.committed(in: journal.entries)
    }

    private nonisolated func check(_ expectation: Expectation, within limit: Duration) async throws -> [JournalEntry] {
        let entries = await journal.wait(atMost: limit, pause: configuration.pause) {
            expectation.verdict(on: $0).isFinal
        }
        try Task.checkCancellation()
        return try expectation.verdict(on: entries).entries()
    }
}

extension FaultPlan {
    /// How many faults changed an answer.
    ///
    /// - Throws: ``VerificationFailure`` where one changed nothing, or was met by no request
    func committed(in entries: [JournalEntry]) throws(VerificationFailure) -> Int {
        let committed = entries.filter { $0.fault != nil }
        let idle = committed.filter(\.faultChangedNothing)
        let unmet = unmet.map { "no request met \($0)" }
        let idleText = idle.isEmpty ? [] : ["\(idle.count) of \(committed.count) faults changed nothing"]
        let summary = (idleText + unmet).joined(separator: ", ")
        if summary.isEmpty { return committed.count }
        throw VerificationFailure(summary: summary, matching: idle, misses: [], total: entries.count)
    }
}
