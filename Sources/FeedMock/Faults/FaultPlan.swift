import FeedModel
import Synchronization

/// The faults a server has yet to commit, in the order they were added: the first rule that covers a request and has
/// times left decides.
///
/// Chance is drawn from the seed and the number of requests a rule has covered, so a run can be repeated. The lock
/// guards the rules and their counts.
public final class FaultPlan: Sendable {
    private struct Entry {
        var rule: FaultRule
        let pattern: RequestPattern
        let number: UInt64
        var covered: UInt64 = 0
        var isCommitted = false
    }

    private struct State {
        var entries: [Entry] = []
        var added: UInt64 = 0
        var isOffline = false
    }

    private let seed: UInt64
    private let state = Mutex(State())

    init(seed: UInt64, rules: [FaultRule] = []) {
        self.seed = seed
        rules.forEach(add)
    }

    /// The rules with times left, and how many.
    public var rules: [FaultRule] { state.withLock { $0.entries.map(\.rule) } }

    /// The rules that no request has met.
    var unmet: [FaultRule] { state.withLock { $0.entries.filter { !$0.isCommitted }.map(\.rule) } }

    /// Whether no request is answered, as if the server were down. The rules stay.
    public var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Adds a rule after the others; one without times left changes nothing.
    public func add(_ rule: FaultRule) {
        if let times = rule.times, times < 1 { return }
        state.withLock { state in
            state.added += 1
            state.entries.append(Entry(rule: rule, pattern: rule.pattern, number: state.added))
        }
    }

    /// Drops all rules, and is online again. Chance begins anew.
    public func clear() { state.withLock { $0 = State() } }

    /// The fault of this request, which counts as committed; `name` is its path below the API's base.
    func take(for request: MockRequest, named name: String) -> Fault? {
        state.withLock { state in
            if state.isOffline { return .down }
            guard !state.entries.isEmpty else { return nil }
            let question = JournalEntry(0, request, named: name, bodyLimit: 0)
            for place in state.entries.indices where state.entries[place].pattern.matches(question) {
                state.entries[place].covered += 1
                let entry = state.entries[place]
                var draw = SeededDraw(seed, SeededDraw.key("faults"), entry.number, entry.covered)
                guard draw.chance(entry.rule.probability) else { continue }
                state.entries[place].isCommitted = true
                if let times = entry.rule.times {
                    state.entries[place].rule.times = times - 1
                    if times <= 1 { state.entries.remove(at: place) }
                }
                return entry.rule.fault
            }
            return nil
        }
    }
}
