import HTTPTypes
import LocalServer

/// A request on a connection, from its entry in the journal to its answer.
struct MockExchange: Sendable {
    let request: MockRequest
    let journal: Journal
    let ticket: Journal.Ticket
    let start: ContinuousClock.Instant
    let connection: LocalConnection
    let configuration: MockConfiguration

    /// What fits in a socket's buffer: a client that leaves before it has read so much is not noticed.
    private static let bufferedSize = 65_536

    /// Waits, unless the duration is zero.
    ///
    /// - Throws: when the client has left before, which is in the journal then.
    func wait(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        let hasLeft = try await connection.waits { [configuration] in try await configuration.pause(duration) }
        guard hasLeft else { return }
        abort()
        try? await connection.close()
        throw BrokenConnectionError()
    }

    /// Notes in the journal what is sent now; nil: nothing.
    private func note(_ answer: Answer?, bytes: Int? = nil) {
        finish(sending: bytes == nil ? answer : nil) { $0.noteAnswer(answer, bytes: bytes, after: .now - start) }
    }

    private func abort() {
        finish { entry in
            entry.isAborted = true
            if entry.elapsed == nil { entry.elapsed = .now - start }
        }
    }

    private func finish(sending answer: Answer? = nil, _ change: (inout JournalEntry) -> Void) {
        guard let entry = journal.update(ticket, change) else { return }
        configuration.onRequest?(entry, answer.map { DirectAnswer($0, to: request.method) })
    }
}

// MARK: - On the wire

extension MockExchange {
    /// Sends what there is to send.
    ///
    /// - Throws: where that is nothing.
    func deliver(_ delivery: Delivery) async throws -> LocalResponse {
        guard let answer = delivery.answer else {
            note(nil)
            let isReset = if case .closed(isReset: true) = delivery.way { true } else { false }
            try await isReset ? connection.reset() : connection.close()
            throw BrokenConnectionError()
        }
        if case .cut(let length) = delivery.way {
            note(answer, bytes: length)
            return streaming(answer) { send in
                try await send(Array(answer.body.prefix(length)))
                throw BrokenConnectionError()
            }
        }
        note(answer)
        if case .slow(let pieces) = delivery.way {
            return streaming(answer) { send in try await self.send(answer.body, in: pieces, send) }
        }
        guard request.method != .head, answer.body.count > Self.bufferedSize else {
            return LocalResponse(answer, to: request.method)
        }
        return streaming(answer) { send in try await noticingAbort { try await send(answer.body) } }
    }

    private func streaming(
        _ answer: Answer, _ body: @escaping @Sendable (LocalResponse.Send) async throws -> Void
    ) -> LocalResponse {
        LocalResponse(status: answer.status, headers: answer.headers, body: .stream(length: answer.body.count, body))
    }

    private func send(_ body: [UInt8], in pieces: Delivery.Pieces, _ send: LocalResponse.Send) async throws {
        for start in stride(from: 0, to: body.count, by: pieces.size) {
            try await noticingAbort {
                if pieces.interval > .zero { try await configuration.pause(pieces.interval) }
                try await send(Array(body[start..<min(start + pieces.size, body.count)]))
            }
        }
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

extension LocalResponse {
    init(_ answer: Answer, to method: HTTPRequest.Method) {
        var headers = answer.headers
        switch answer.status {
        case .notModified, .noContent: break
        default: headers[.contentLength] = String(answer.body.count)
        }
        let isBodiless = method == .head || answer.body.isEmpty
        self.init(status: answer.status, headers: headers, body: isBodiless ? .none : .bytes(answer.body))
    }
}

/// Ends the exchange at this point; the connection goes with it.
private struct BrokenConnectionError: Error {}
