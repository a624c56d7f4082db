import FeedCache
import FeedModel
import FeedSource
import Foundation
import Synchronization

/// A server in memory that takes events, counts each key once, and serves one small list.
final class EventServer: Transport {
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
        /// A portal stands in the way, and answers 200.
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
        var types: Set<String?> = []
        /// Different events that were taken, in the order they first came.
        var ledger: [Received] = []
        /// How many requests with events are answered; those after them meet no server.
        var offlineAfter = Int.max
        /// Whether nothing at all can be reached.
        var isDown = false
        /// How the list is answered.
        var listStatus = 200
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let clock: VirtualClock

    init(clock: VirtualClock) {
        self.clock = clock
    }

    func edit<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    var ledger: [Received] { edit { $0.ledger } }
    var requests: [[Received]] { edit { $0.requests } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if edit({ $0.isDown }) { throw SourceError(.connection("no route"), url: request.url) }
        guard request.method == .post else {
            return TransportResponse(
                status: edit { $0.listStatus }, body: Array(#"{"items":[{"id":1},{"id":2},{"id":3}]}"#.utf8))
        }
        let events = try JSONDecoder().decode([String: [Received]].self, from: Data(request.body ?? []))["events"] ?? []
        let answer = edit { state in
            state.requests.append(events)
            state.times.append(clock.now)
            state.types.insert(request.headers["Content-Type"])
            if state.requests.count > state.offlineAfter { return Answer.offline }
            return state.script.isEmpty ? state.rule(events) : state.script.removeFirst()
        }
        switch answer {
        case .status(let status, let wait):
            if (200...299).contains(status) { take(events) }
            return TransportResponse(status: status, headers: wait.map { ["Retry-After": $0] } ?? [:])
        case .lost:
            take(events)
            throw SourceError(.connection("the connection broke off"), url: request.url)
        case .offline:
            throw SourceError(.connection("no route"), url: request.url)
        case .portal:
            return TransportResponse(status: 200, body: Array("<!doctype html><title>Sign in</title>".utf8))
        case .cancel:
            edit { $0.cancel }?()
            throw CancellationError()
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
