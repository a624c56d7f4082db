import FeedModel
import Synchronization

@testable import FeedSource

/// Answers requests from a script, one after the other, and remembers what it was asked.
final class ScriptedTransport: Transport {
    /// What happens to one request.
    enum Turn: Sendable {
        case answer(Int, HeaderFields = HeaderFields(), body: String = "[]")
        case fail(SourceError.Kind)
        case cancel
    }

    private struct State {
        var turns: [Turn]
        var requests: [TransportRequest] = []
    }

    private let state: Mutex<State>

    /// The last turn is repeated for ever.
    init(_ turns: Turn...) {
        state = Mutex(State(turns: turns))
    }

    var requests: [TransportRequest] { state.withLock(\.requests) }

    var urls: [String] { requests.map(\.url.description) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let turn = state.withLock { state in
            state.requests.append(request)
            return state.turns.count > 1 ? state.turns.removeFirst() : state.turns[0]
        }
        switch turn {
        case .answer(let status, let headers, let body):
            return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        case .fail(let kind): throw SourceError(kind, url: request.url)
        case .cancel: throw CancellationError()
        }
    }
}

/// A clock on which waiting takes no time but is noted.
final class NotedClock: RequestClock {
    private let state = Mutex((now: Instant(seconds: 1_700_000_000), waits: [Duration]()))

    var now: Instant { state.withLock(\.now) }

    var waits: [Duration] { state.withLock(\.waits) }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.waits.append(duration)
            state.now = state.now.advanced(bySeconds: duration.components.seconds)
        }
    }
}
