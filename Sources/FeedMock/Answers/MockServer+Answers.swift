extension MockServer {
    /// Plans answers: the first request that is meant gets the first one, and so on; the last one stays.
    ///
    /// ```swift
    /// mock.answer(.get("photos?page=2"), with: .status(503), .world)      // fails once
    /// mock.answer(.post("login"), with: .json("{}"), then: "signed in")
    /// mock.answer(.get("photos"), in: "signed in", with: .json("[]"))
    /// ```
    ///
    /// A later plan goes before an earlier one. Faults go before all of them.
    ///
    /// - Parameters:
    ///   - pattern: the requests it is for.
    ///   - state: the ``state`` in which it holds; nil: in any.
    ///   - answers: given in this order, the last one again and again.
    ///   - nextState: the state after each of these answers; nil: as it was.
    public nonisolated func answer(
        _ pattern: RequestPattern, in state: String? = nil, with answers: MockAnswer..., then nextState: String? = nil
    ) {
        guard !answers.isEmpty else { return }
        api.answers.add(.init(pattern, in: state, then: nextState, .sequence(answers)))
    }

    /// Plans an answer that code makes of each request.
    ///
    /// - Parameters:
    ///   - pattern: the requests it is for.
    ///   - state: the ``state`` in which it holds; nil: in any.
    ///   - nextState: the state after each of these answers; nil: as it was.
    ///   - make: gets the request with its whole body; may be called from any thread, by several at once.
    public nonisolated func answer(
        _ pattern: RequestPattern, in state: String? = nil, then nextState: String? = nil,
        with make: @escaping @Sendable (_ request: JournalEntry) -> MockAnswer
    ) {
        api.answers.add(.init(pattern, in: state, then: nextState, .code(make)))
    }

    /// What plans may depend on; empty at first.
    public nonisolated var state: String {
        get { api.answers.state }
        set { api.answers.state = newValue }
    }

    /// Forgets planned answers, their state, faults, journal and events, and what requests changed. The world is at its
    /// first tick.
    public nonisolated func reset() { api.reset() }
}
