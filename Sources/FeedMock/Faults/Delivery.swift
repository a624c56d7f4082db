import FeedModel
import HTTPTypes

/// How an answer reaches the client, or how it does not.
enum Delivery: Sendable {
    case whole(Answer)
    case late(Answer, after: Duration)
    case half(Answer)
    case slow(Answer, over: Duration)
    case closed(isReset: Bool)

    /// What `api` answers to `request`, as `fault` leaves it. The endpoint is not asked when its answer would be lost.
    init(of request: MockRequest, by api: MockAPI, fault: Fault?) {
        switch fault {
        case nil:
            self = .whole(api.answer(request))
        case .status(let status, let retryAfter):
            self = .whole(.scripted(status, retryAfter: retryAfter))
        case .reset:
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
        case .truncate:
            // There must be a body to cut.
            let answer = api.answer(request.unconditional())
            self = request.method == .head ? .whole(answer) : .half(answer)
        case .stall(let seconds):
            self = .late(api.answer(request), after: Self.wait(seconds))
        case .drip(let seconds):
            let answer = api.answer(request)
            self = request.method == .head ? .whole(answer) : .slow(answer, over: Self.wait(seconds))
        }
    }

    private static func wait(_ seconds: Double) -> Duration {
        seconds.isNaN ? .zero : .seconds(min(max(seconds, 0), Fault.longestWait))
    }

    /// What is sent of it; nil when nothing is.
    var answer: Answer? {
        switch self {
        case .whole(let answer), .late(let answer, _), .half(let answer), .slow(let answer, _): answer
        case .closed: nil
        }
    }

    /// How long to wait before the first byte.
    var delay: Duration {
        switch self {
        case .whole(let answer): answer.delay
        case .late(let answer, let duration): answer.delay + duration
        case .half(let answer), .slow(let answer, _): answer.delay
        case .closed: .zero
        }
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
