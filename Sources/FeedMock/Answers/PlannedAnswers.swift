import HTTPTypes
import Synchronization

/// The answers that tests have planned, the latest plan first. The lock guards plans and state.
final class PlannedAnswers: Sendable {
    enum Source: Sendable {
        /// One after another; the last one stays.
        case sequence([MockAnswer])
        case code(@Sendable (JournalEntry) -> MockAnswer)
    }

    struct Plan: Sendable {
        let pattern: RequestPattern
        /// In which state it holds; nil: in any.
        let state: String?
        /// Which state follows; nil: none.
        let nextState: String?
        let source: Source
        fileprivate var used = 0

        init(_ pattern: RequestPattern, in state: String?, then nextState: String?, _ source: Source) {
            self.pattern = pattern
            self.state = state
            self.nextState = nextState
            self.source = source
        }
    }

    private struct State {
        var plans: [Plan] = []
        var name = ""
    }

    private let guarded = Mutex(State())

    /// The state that plans may depend on; empty at first.
    var state: String {
        get { guarded.withLock { $0.name } }
        set { guarded.withLock { $0.name = newValue } }
    }

    func add(_ plan: Plan) {
        guarded.withLock { $0.plans.insert(plan, at: 0) }
    }

    /// Forgets all plans, and the state.
    func clear() {
        guarded.withLock { $0 = State() }
    }

    /// The planned answer; nil when the server has to answer by itself.
    func answer(to request: MockRequest, named name: String) -> Answer? {
        guard guarded.withLock({ !$0.plans.isEmpty }) else { return nil }
        let entry = JournalEntry(0, request, named: name, bodyLimit: .max)
        guard let source = take(for: entry) else { return nil }
        switch source {
        case .sequence(let answers): return answers.first.flatMap(Answer.init)
        // It may take its time, and ask the server for its state: the lock is free.
        case .code(let make): return Answer(make(entry))
        }
    }

    /// The plan's source, of a sequence the one answer whose turn it is.
    private func take(for entry: JournalEntry) -> Source? {
        guarded.withLock { state in
            let place = state.plans.firstIndex(where: { plan in
                (plan.state == nil || plan.state == state.name) && plan.pattern.matches(entry)
            })
            guard let place else { return nil }
            let plan = state.plans[place]
            state.plans[place].used += 1
            if let next = plan.nextState { state.name = next }
            guard case .sequence(let answers) = plan.source else { return plan.source }
            return .sequence(Array(answers.dropFirst(min(plan.used, answers.count - 1)).prefix(1)))
        }
    }
}

extension Answer {
    /// Nil for what the server answers by itself.
    init?(_ planned: MockAnswer) {
        switch planned.content {
        case .world: return nil
        case .none:
            self.init(.internalServerError)
            isLost = true
        case .own(let status, let headers, let body):
            self.init(.init(code: status), body: body)
            for (name, value) in headers { setHeader(name, value) }
        }
    }
}
