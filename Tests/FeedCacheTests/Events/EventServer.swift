import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Foundation
import Synchronization
import TestSupport

/// A mock in memory that takes events, counts each key once, and serves one small list.
final class EventServer: Sendable {
    /// An event as it came in.
    struct Received: Decodable, Equatable, Sendable {
        let key: String
        let type: String
        let section: String
        var item: String?
        var ad: String?
        let row: Int
        let at: String
    }

    /// What happens to a request with events.
    enum Answer: Sendable {
        case status(Int, retryAfter: String? = nil)
        /// The events are taken, and the answer gets lost.
        case lost
        case offline
        /// A portal answers 200 instead.
        case portal
        /// The client's task is cancelled before the server has seen anything.
        case cancel
    }

    struct State {
        /// What happens to the next requests, one by one; then `rule` holds.
        var script: [Answer] = []
        var rule: @Sendable ([Received]) -> Answer = { _ in .status(202) }
        /// Every request with events, taken or not.
        var requests: [[Received]] = []
        var times: [Instant] = []
        /// Different events that were taken, in the order they first came.
        var ledger: [Received] = []
        /// How many requests with events are answered; those after them meet no server.
        var offlineAfter = Int.max
        /// How the list is answered.
        var listStatus = 200
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let clock: VirtualClock
    private let mock: MockServer

    init(clock: VirtualClock) throws {
        self.clock = clock
        mock = try MockServer()
        mock.answer(.get("v1/list")) { [weak self] _ in
            .json(#"{"items":[{"id":1},{"id":2},{"id":3}]}"#, status: self?.edit { $0.listStatus } ?? 500)
        }
        mock.answer(.post("v1/events")) { [weak self] in self?.answer($0) ?? .connectionLost }
    }

    var transport: MockTransport { MockTransport(mock: mock) }

    /// Whether nothing at all can be reached.
    var isDown: Bool {
        get { mock.faults.isOffline }
        set { mock.faults.isOffline = newValue }
    }

    func edit<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    var ledger: [Received] { edit { $0.ledger } }
    var requests: [[Received]] { edit { $0.requests } }

    /// The media types of the requests with events.
    var types: Set<String?> {
        Set(mock.journal.entries.filter { $0.method == "POST" }.map { $0.headers["content-type"] })
    }

    private func answer(_ request: JournalEntry) -> MockAnswer {
        let body = try? JSONDecoder().decode([String: [Received]].self, from: Data(request.body))
        guard let events = body?["events"] else { return .status(400) }
        let answer = edit { state in
            state.requests.append(events)
            state.times.append(clock.now)
            if state.requests.count > state.offlineAfter { return Answer.offline }
            return state.script.isEmpty ? state.rule(events) : state.script.removeFirst()
        }
        switch answer {
        case .status(let status, let wait):
            if (200...299).contains(status) { take(events) }
            return .status(status, headers: wait.map { ["Retry-After": $0] } ?? [:])
        case .lost:
            take(events)
            return .connectionLost
        case .offline: return .connectionLost
        case .portal: return MockAnswer(status: 200, body: Array("<!doctype html><title>Sign in</title>".utf8))
        case .cancel:
            edit { $0.cancel }?()
            return .connectionLost
        }
    }

    private func take(_ events: [Received]) {
        edit { state in
            for event in events where !state.ledger.contains(where: { $0.key == event.key }) {
                state.ledger.append(event)
            }
        }
    }
}
