import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a request needs besides itself: its connection, so that a fault can break it.
struct MockContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Puts the API on connections: waits as the latency says, lets faults happen, keeps the journal.
struct MockResponder: HTTPResponder {
    let api: MockAPI
    let seed: UInt64
    let latency: Latency
    let pause: MockConfiguration.Pause
    let crossOrigin: CrossOrigin
    let onRequest: (@Sendable (JournalEntry) -> Void)?

    func respond(to request: Request, context: MockContext) async throws -> Response {
        let start = ContinuousClock.now
        let target = request.head.path ?? "/"
        guard let body = try await whole(request) else {
            return response(RequestError.bodyTooLarge(limit: MockAPI.bodyLimit).answer, to: request.method)
        }
        let question = MockRequest(
            request.method, target, headers: request.headers, authority: request.head.authority, body: body)
        if question.path(below: ControlEndpoint.path) != nil {
            return response(api.answer(question), to: request.method)
        }
        if let preflight = crossOrigin.preflight(question) {
            return response(preflight, to: request.method)
        }
        try await pause(unlessZero: delay())
        let fault = api.faults.take(for: question, named: api.name(of: question))
        let delivery = Delivery(of: question, by: api, fault: fault).mapped { crossOrigin.opened($0, for: question) }
        try await pause(unlessZero: delivery.delay)
        record(question, delivery, fault, since: start)
        return try await deliver(delivery, to: request.method, on: context.channel)
    }

    /// The request's body; nil when it is too large.
    private func whole(_ request: Request) async throws -> [UInt8]? {
        do {
            return Array(buffer: try await request.body.collect(upTo: MockAPI.bodyLimit))
        } catch is NIOTooManyBytesError {
            return nil
        }
    }

    private func delay() -> Duration {
        var draw = SeededDraw(seed, SeededDraw.key("latency"), UInt64(api.journal.count))
        return latency.delay(&draw)
    }

    private func pause(unlessZero duration: Duration) async throws {
        if duration > .zero {
            try await pause(duration)
        }
    }

    private func record(
        _ request: MockRequest, _ delivery: Delivery, _ fault: Fault?, since start: ContinuousClock.Instant
    ) {
        let answer = delivery.answer
        let violations = api.document?.violations(of: request, fault == nil ? answer : nil) ?? []
        let entry = api.journal.append { number in
            JournalEntry(
                number: number, method: request.method.rawValue, path: request.path, query: request.rawQuery,
                headers: request.headers.byLowerCaseName, status: answer?.status.code,
                bytes: request.method == .head ? 0 : answer?.body.count ?? 0, fault: fault?.description,
                elapsed: .now - start, violations: violations)
        }
        onRequest?(entry)
    }
}

// MARK: - On the wire

extension MockResponder {
    private func deliver(
        _ delivery: Delivery, to method: HTTPRequest.Method, on channel: any Channel
    ) async throws -> Response {
        switch delivery {
        case .whole(let answer), .late(let answer, _):
            return response(answer, to: method)
        case .half(let answer):
            return halfResponse(answer)
        case .slow(let answer, let duration):
            return slowResponse(answer, over: duration)
        case .closed(let isReset):
            if isReset, let socket = channel as? any SocketOptionProvider {
                // With a linger time of 0 the kernel sends RST instead of FIN.
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await channel.close()
            throw BrokenConnectionError()
        }
    }

    private func response(_ answer: Answer, to method: HTTPRequest.Method) -> Response {
        var headers = answer.headers
        switch answer.status {
        case .notModified, .noContent: break
        default: headers[.contentLength] = String(answer.body.count)
        }
        let isBodiless = method == .head || answer.body.isEmpty
        let body = isBodiless ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        return Response(status: answer.status, headers: headers, body: body)
    }

    private func halfResponse(_ answer: Answer) -> Response {
        let half = ByteBuffer(bytes: answer.body.prefix(answer.body.count / 2))
        let body = ResponseBody(contentLength: max(answer.body.count, 1)) { writer in
            try await writer.write(half)
            throw BrokenConnectionError()
        }
        return Response(status: answer.status, headers: answer.headers, body: body)
    }

    private func slowResponse(_ answer: Answer, over duration: Duration) -> Response {
        let pieces = 20
        let size = max(1, (answer.body.count + pieces - 1) / pieces)
        let body = ResponseBody(contentLength: answer.body.count) { writer in
            for start in stride(from: 0, to: answer.body.count, by: size) {
                try await pause(unlessZero: duration / pieces)
                try await writer.write(ByteBuffer(bytes: answer.body[start..<min(start + size, answer.body.count)]))
            }
            try await writer.finish(nil)
        }
        return Response(status: answer.status, headers: answer.headers, body: body)
    }
}

/// Ends the exchange at this point; the connection goes with it.
private struct BrokenConnectionError: Error {}

extension HTTPFields {
    fileprivate var byLowerCaseName: [String: String] {
        Dictionary(map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    }
}
