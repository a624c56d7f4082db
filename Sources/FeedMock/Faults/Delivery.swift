import FeedModel
import HTTPTypes
import LocalServer

/// How an answer reaches the client, or how it does not.
enum Delivery: Sendable {
    case whole(Answer)
    case late(Answer, after: Duration)
    /// Only so many bytes of the body, then the end of the connection.
    case cut(Answer, bytes: Int)
    case slow(Answer, Pieces)
    case closed(isReset: Bool)

    /// A body in pieces, with a wait before each.
    struct Pieces: Equatable {
        let size: Int
        let interval: Duration
    }

    /// What `api` answers to `request`, as `fault` leaves it. The endpoint is not asked when its answer would be lost.
    init(of request: MockRequest, by api: MockAPI, fault: Fault?) {
        switch fault {
        case nil:
            self = .whole(api.answer(request))
        case .status(let status, let retryAfter):
            self = .whole(.scripted(status, retryAfter: retryAfter))
        case .reset, .down:
            self = .closed(isReset: true)
        case .empty:
            self = .closed(isReset: false)
        case .blank:
            self = .whole(.json(bytes: []))
        case .garbage:
            self = .whole(.json(bytes: Array("{\"photos\": [\u{FFFD}".utf8) + [0xFF, 0xFE, 0x00, 0x5D]))
        case .html:
            let page = "<!doctype html><title>Sign in</title><p>Please sign in to the network."
            self = .whole(Answer(.ok, headers: [.contentType: "text/html; charset=utf-8"], body: Array(page.utf8)))
        case .truncate, .cut:
            // There must be a body to cut.
            let answer = api.answer(request.unconditional())
            let length =
                if case .cut(let bytes) = fault { min(max(bytes, 0), answer.body.count) } else { answer.body.count / 2 }
            self =
                request.method == .head || answer.body.isEmpty
                ? .whole(answer.unchanged()) : .cut(answer, bytes: length)
        case .stall(let seconds):
            self = .late(api.answer(request), after: Self.wait(seconds))
        case .drip(let seconds):
            let answer = api.answer(request)
            self =
                request.method == .head || answer.body.isEmpty
                ? .whole(answer.unchanged()) : .slow(answer, .spread(answer.body.count, over: seconds))
        case .bandwidth(let bytesPerSecond):
            let answer = api.answer(request)
            self =
                request.method == .head || answer.body.isEmpty
                ? .whole(answer.unchanged()) : .slow(answer, .paced(bytesPerSecond))
        case .skew(let seconds):
            var answer = api.answer(request)
            answer.headers[.date] = .httpDate(skewedBy: Self.bounded(seconds))
            self = .whole(answer)
        case .feed(let fault):
            self = .whole(fault.answer(to: request, by: api))
        }
        if answer?.isLost == true { self = .closed(isReset: true) }
    }

    private static func bounded(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, -Fault.longestSkew), Fault.longestSkew)
    }

    fileprivate static func wait(_ seconds: Double) -> Duration {
        seconds.isNaN ? .zero : .seconds(min(max(seconds, 0), Fault.longestWait))
    }

    /// What is sent; nil where the connection is closed instead.
    var answer: Answer? {
        switch self {
        case .whole(let answer), .late(let answer, _), .cut(let answer, _), .slow(let answer, _): answer
        case .closed: nil
        }
    }

    /// How long to wait before the first byte.
    var delay: Duration {
        let own = answer?.delay ?? .zero
        if case .late(_, let duration) = self { return own + duration }
        return own
    }
}

extension Delivery.Pieces {
    fileprivate static func spread(_ length: Int, over seconds: Double) -> Self {
        let pieces = 20
        return Self(size: max(1, (length + pieces - 1) / pieces), interval: Delivery.wait(seconds) / pieces)
    }

    /// Ten pieces a second; slower than that, a byte at a time.
    fileprivate static func paced(_ bytesPerSecond: Int) -> Self {
        let rate = max(bytesPerSecond, 1)
        let size = max(1, rate / 10)
        return Self(size: size, interval: .seconds(1) * (Double(size) / Double(rate)))
    }
}

extension Answer {
    fileprivate static func scripted(_ status: Int, retryAfter: Int?) -> Answer {
        let status = min(max(status, Fault.statuses.lowerBound), Fault.statuses.upperBound)
        var answer = json(.init(code: status)) { writer in
            writer.object { writer in
                writer.key("error")
                writer.object { writer in
                    writer.field("code", "fault")
                    writer.field("message", "a fault of the mock answers \(status)")
                }
            }
        }
        answer.headers[.retryAfter] = retryAfter.map(String.init)
        return answer
    }
}
