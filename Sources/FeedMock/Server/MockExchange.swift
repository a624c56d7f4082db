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

/// A request on a connection, from its entry in the journal to its answer.
struct MockExchange: Sendable {
    let request: MockRequest
    let journal: Journal
    let ticket: Journal.Ticket
    let start: ContinuousClock.Instant
    let channel: any Channel
    let pause: MockConfiguration.Pause
    let onRequest: (@Sendable (JournalEntry) -> Void)?

    /// What fits in a socket's buffer: a client that leaves before it has read so much is not noticed.
    private static let bufferedSize = 65_536

    /// Waits, unless the duration is zero.
    ///
    /// - Throws: when the client has left before, which is in the journal then.
    func wait(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        let hasLeft = try await channel.waits { [pause] in try await pause(duration) }
        guard hasLeft else { return }
        abort()
        try? await channel.close()
        throw BrokenConnectionError()
    }

    func note(_ fault: Fault) {
        journal.update(ticket) { $0.fault = fault.description }
    }

    /// Notes in the journal what is not as the document says.
    func note(_ violations: [String]) {
        guard !violations.isEmpty else { return }
        journal.update(ticket) { $0.violations = violations }
    }

    /// Notes in the journal what is sent now; nil: nothing.
    func note(_ answer: Answer?, bytes: Int? = nil) {
        let entry = journal.update(ticket) { $0.noteAnswer(answer, bytes: bytes, after: .now - start) }
        if let entry { onRequest?(entry) }
    }

    private func abort() {
        let entry = journal.update(ticket) { entry in
            entry.isAborted = true
            if entry.elapsed == nil { entry.elapsed = .now - start }
        }
        if let entry { onRequest?(entry) }
    }
}

// MARK: - On the wire

extension MockExchange {
    /// Sends what there is to send.
    ///
    /// - Throws: where that is nothing.
    func deliver(_ delivery: Delivery) async throws -> Response {
        switch delivery {
        case .whole(let answer), .late(let answer, _):
            note(answer)
            return response(answer)
        case .cut(let answer, let length):
            note(answer, bytes: length)
            return cutResponse(answer, after: length)
        case .slow(let answer, let pieces):
            note(answer)
            return slowResponse(answer, pieces)
        case .closed(let isReset):
            note(nil)
            if isReset, let socket = channel as? any SocketOptionProvider {
                // With a linger time of 0 the kernel sends RST instead of FIN.
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await channel.close()
            throw BrokenConnectionError()
        }
    }

    private func response(_ answer: Answer) -> Response {
        guard request.method != .head, answer.body.count > Self.bufferedSize else {
            return Response(answer, to: request.method)
        }
        let body = ResponseBody(contentLength: answer.body.count) { writer in
            try await noticingAbort { try await writer.write(ByteBuffer(bytes: answer.body)) }
            try await writer.finish(nil)
        }
        return Response(status: answer.status, headers: answer.headers, body: body)
    }

    private func cutResponse(_ answer: Answer, after length: Int) -> Response {
        let part = ByteBuffer(bytes: answer.body.prefix(length))
        let body = ResponseBody(contentLength: max(answer.body.count, 1)) { writer in
            try await writer.write(part)
            throw BrokenConnectionError()
        }
        return Response(status: answer.status, headers: answer.headers, body: body)
    }

    private func slowResponse(_ answer: Answer, _ pieces: Delivery.Pieces) -> Response {
        let body = ResponseBody(contentLength: answer.body.count) { writer in
            for start in stride(from: 0, to: answer.body.count, by: pieces.size) {
                let piece = answer.body[start..<min(start + pieces.size, answer.body.count)]
                try await noticingAbort {
                    if pieces.interval > .zero { try await pause(pieces.interval) }
                    try await writer.write(ByteBuffer(bytes: piece))
                }
            }
            try await writer.finish(nil)
        }
        return Response(status: answer.status, headers: answer.headers, body: body)
    }

    private func noticingAbort(_ send: () async throws -> Void) async throws {
        do {
            try await send()
        } catch {
            abort()
            throw error
        }
    }
}

extension Response {
    /// The whole answer at once.
    init(_ answer: Answer, to method: HTTPRequest.Method) {
        var headers = answer.headers
        switch answer.status {
        case .notModified, .noContent: break
        default: headers[.contentLength] = String(answer.body.count)
        }
        let isBodiless = method == .head || answer.body.isEmpty
        let body = isBodiless ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        self.init(status: answer.status, headers: headers, body: body)
    }
}

/// Ends the exchange at this point; the connection goes with it.
private struct BrokenConnectionError: Error {}
