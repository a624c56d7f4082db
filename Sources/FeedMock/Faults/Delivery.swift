import FeedModel
import HTTPTypes
import LocalServer

/// An answer, and how it reaches the client.
struct Delivery: Sendable {
    enum Way: Sendable {
        case whole
        case late(Duration)
        /// Only so many bytes of the body, then the end of the connection.
        case cut(bytes: Int)
        case slow(Pieces)
        case closed(isReset: Bool)
    }

    /// A body in pieces, with a wait before each.
    struct Pieces: Equatable {
        let size: Int
        let interval: Duration
    }

    /// What is sent; nil where the connection is closed instead.
    var answer: Answer?
    private(set) var way = Way.whole

    /// A whole answer.
    init(_ answer: Answer) {
        self.answer = answer
    }

    /// What `api` answers to `request`, as `fault` leaves it. The endpoint is not asked when its answer would be lost.
    init(of request: MockRequest, by api: MockAPI, fault: Fault?) {
        switch fault {
        case nil: answer = api.answer(request)
        case .status(let status, let retryAfter): answer = .scripted(status, retryAfter: retryAfter)
        case .reset, .down: way = .closed(isReset: true)
        case .empty: way = .closed(isReset: false)
        case .blank: answer = .json(bytes: [])
        case .garbage: answer = .json(bytes: Array("{\"photos\": [\u{FFFD}".utf8) + [0xFF, 0xFE, 0x00, 0x5D])
        case .html:
            let page = "<!doctype html><title>Sign in</title><p>Please sign in to the network."
            answer = Answer(.ok, headers: [.contentType: "text/html; charset=utf-8"], body: Array(page.utf8))
        case .truncate:
            // There must be a body to cut.
            deliverBody(of: api.answer(request.unconditional()), to: request) { .cut(bytes: $0 / 2) }
        case .cut(let bytes):
            deliverBody(of: api.answer(request.unconditional()), to: request) { .cut(bytes: min(max(bytes, 0), $0)) }
        case .stall(let seconds): (answer, way) = (api.answer(request), .late(Self.wait(seconds)))
        case .drip(let seconds): deliverBody(of: api.answer(request), to: request) { .slow(.spread($0, over: seconds)) }
        case .bandwidth(let bytesPerSecond):
            deliverBody(of: api.answer(request), to: request) { _ in .slow(.paced(bytesPerSecond)) }
        case .skew(let seconds):
            answer = api.answer(request)
            answer?.headers[.date] = .httpDate(skewedBy: Self.bounded(seconds))
        case .feed(let fault): answer = fault.answer(to: request, by: api)
        }
        if answer?.isLost == true { (answer, way) = (nil, .closed(isReset: true)) }
    }

    /// - Parameter way: by the length of the body, which is not 0
    private mutating func deliverBody(of answer: Answer, to request: MockRequest, by way: (Int) -> Way) {
        let hasBody = request.method != .head && !answer.body.isEmpty
        self.answer = hasBody ? answer : answer.unchanged()
        if hasBody { self.way = way(answer.body.count) }
    }

    private static func bounded(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, -Fault.longestSkew), Fault.longestSkew)
    }

    fileprivate static func wait(_ seconds: Double) -> Duration {
        seconds.isNaN ? .zero : .seconds(min(max(seconds, 0), Fault.longestWait))
    }

    /// Whether the connection ends before the answer is whole.
    var isCut: Bool { if case .cut = way { true } else { false } }

    /// How long to wait before the first byte.
    var delay: Duration {
        let own = answer?.delay ?? .zero
        if case .late(let duration) = way { return own + duration }
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
        var answer = error(.init(code: status), code: "fault", "a fault of the mock answers \(status)")
        answer.headers[.retryAfter] = retryAfter.map(String.init)
        return answer
    }
}
