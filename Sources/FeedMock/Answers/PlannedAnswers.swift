import FeedModel
import HTTPTypes
import Synchronization

/// The answers that were planned, the latest plan first. The lock guards plans and state.
final class PlannedAnswers: Sendable {
    enum Source: Sendable {
        /// One after another. The last one stays, unless it says how often it is given: then the plan ends.
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

        /// How many requests it answers; nil: any number.
        private var capacity: Int? {
            guard case .sequence(let answers) = source, answers.last?.times != nil else { return nil }
            return answers.reduce(0) { $0 + min($1.times ?? 1, .max - $0) }
        }

        fileprivate var isUsedUp: Bool { capacity.map { used >= $0 } ?? false }

        /// Gives the next answer. It may take its time, and ask the server for its state.
        fileprivate var next: @Sendable (JournalEntry) -> MockAnswer? {
            switch source {
            case .code(let make): return make
            case .sequence(let answers):
                var rest = used
                let turn = answers.first { answer in
                    rest -= answer.times ?? 1
                    return rest < 0
                }
                return { _ in turn ?? answers.last }
            }
        }

        var description: String {
            let left = capacity.map { ", \($0 - used) left" } ?? ""
            return "\(pattern)" + (state.map { " in “\($0)”" } ?? "") + left
        }
    }

    fileprivate struct State {
        var plans: [Plan] = []
        var name = ""
        var count: UInt64 = 0
    }

    private let seed: UInt64
    private let standing: [Plan]
    private let guarded: Mutex<State>

    /// - Parameters:
    ///   - seed: what delays are drawn from.
    ///   - standing: those that stay when all others are forgotten.
    init(seed: UInt64 = 1, standing: [Plan] = []) {
        (self.seed, self.standing) = (seed, standing)
        guarded = Mutex(State(plans: standing))
    }

    /// The state that plans may depend on; empty at first.
    var state: String {
        get { guarded.withLock { $0.name } }
        set { guarded.withLock { $0.name = newValue } }
    }

    /// A line for each, in the order they are tried.
    var descriptions: [String] { guarded.withLock { $0.plans.map(\.description) } }

    func add(_ plan: Plan) {
        guarded.withLock { $0.plans.insert(plan, at: 0) }
    }

    /// Forgets all plans but the standing ones, which begin anew, and the state.
    func clear() {
        guarded.withLock { $0 = State(plans: standing) }
    }

    /// Whether one is for the requests that a fault is for.
    func isPlanned(_ path: String) -> Bool {
        guarded.withLock { $0.plans.contains { $0.pattern.path == nil || $0.pattern.path == path } }
    }

    /// Whether there is an answer to such a request.
    func covers(_ request: MockRequest, named name: String) -> Bool {
        let entry = JournalEntry(0, request, named: name, bodyLimit: .max)
        return guarded.withLock { $0.place(for: entry) != nil }
    }

    /// The planned answer, with what it was planned as; nil when none is.
    func answer(to request: MockRequest, named name: String) -> (content: MockAnswer.Content, answer: Answer)? {
        guard guarded.withLock({ !$0.plans.isEmpty }) else { return nil }
        let entry = JournalEntry(0, request, named: name, bodyLimit: .max)
        // The lock is free while code makes the answer.
        guard let (next, count) = take(for: entry), let planned = next(entry) else { return nil }
        var draw = SeededDraw(seed, SeededDraw.key("answers"), count)
        var answer = Answer(planned, template: planned.isTemplate ? AnswerTemplate(entry) : nil)
        answer.delay = planned.latency.delay(&draw)
        return (planned.content, answer)
    }

    private func take(for entry: JournalEntry) -> (next: @Sendable (JournalEntry) -> MockAnswer?, count: UInt64)? {
        guarded.withLock { state in
            guard let place = state.place(for: entry) else { return nil }
            let plan = state.plans[place]
            state.plans[place].used += 1
            state.count += 1
            if state.plans[place].isUsedUp { state.plans.remove(at: place) }
            if let next = plan.nextState { state.name = next }
            return (plan.next, state.count)
        }
    }
}

extension PlannedAnswers.State {
    fileprivate func place(for entry: JournalEntry) -> Int? {
        plans.firstIndex { ($0.state == nil || $0.state == name) && $0.pattern.matches(entry) }
    }
}

extension Answer {
    /// An answer as it was planned; of what the server answers by itself only the frame.
    fileprivate init(_ planned: MockAnswer, template: AnswerTemplate?) {
        switch planned.content {
        case .world: self.init(.ok)
        case .none:
            self.init(.internalServerError)
            isLost = true
        case .own(let status, let headers, let body):
            let isJSON = headers.contains { $0.key.lowercased() == "content-type" && $0.value.contains("json") }
            self.init(.init(code: status), body: template?.filled(body, isJSON: isJSON) ?? body)
            for (name, value) in headers { setHeader(name, template?.filled(value) ?? value) }
        }
    }
}
