import FeedMock
import FeedSource
import Synchronization

/// A transport that keeps what servers said: each try and each redirect, errors too. The lock guards what was said.
final class RecordingTransport: Transport {
    private struct State {
        var answers: [(request: TransportRequest, response: TransportResponse, exchange: RecordedExchange)] = []
        var secrets: Set<String> = []
    }

    private let transport: any Transport
    private let note: @Sendable (RecordedExchange) -> Void
    private let state = Mutex(State())

    init(_ transport: any Transport, note: @escaping @Sendable (RecordedExchange) -> Void) {
        (self.transport, self.note) = (transport, note)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let start = ContinuousClock.now
        let response = try await transport.send(request)
        // That nothing changed is no answer of its own.
        guard response.status != 304 else { return response }
        let exchange = RecordedExchange(request, response, after: .now - start)
        let secret = request.headers.fields.filter { SecretName.isPossible($0.name) }.map(\.value)
        state.withLock { state in
            state.answers.append((request, response, exchange))
            state.secrets.formUnion(secret.flatMap(RecordingSecrets.values(ofHeader:)))
            state.secrets.formUnion(RecordingSecrets.passwords(in: request.body ?? []))
            if request.method == .post { state.secrets.formUnion(RecordingSecrets.tokens(in: response.body)) }
        }
        note(exchange)
        return response
    }

    /// The tokens and keys that requests were sent with.
    var secrets: RecordingSecrets { RecordingSecrets(state.withLock(\.secrets)) }

    /// What was said there, without secrets of the manifest.
    func exchanges(at origin: SourceURL.Origin) -> [RecordedExchange] {
        state.withLock { $0.answers.filter { $0.request.url.origin == origin }.map(\.exchange) }
    }

    /// What other servers said: those that sign in, as a rule.
    func answers(besides origin: SourceURL.Origin) -> [PlaybackTransport.Reply] {
        state.withLock { $0.answers.filter { $0.request.url.origin != origin }.map { ($0.request.url, $0.response) } }
    }
}

/// A transport to a mock in memory.
struct PlaybackTransport: Transport {
    typealias Reply = (url: SourceURL, response: TransportResponse)

    /// It need not be started.
    let server: MockServer
    /// What other servers answer.
    let others: [Reply]

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let url = request.url
        if let other = others.last(where: { $0.url == url }) { return other.response }
        let authority = "\(url.origin)".split(separator: "/").last.map(String.init)
        let answer = server.answer(
            request.method.rawValue, url.pathAndQuery, authority: authority,
            headers: request.headers.fields.map { (name: $0.name, value: $0.value) }, body: request.body ?? [])
        guard let answer else { return TransportResponse(status: 502) }
        return TransportResponse(
            status: answer.status,
            headers: HeaderFields(answer.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) }),
            body: answer.body)
    }
}

extension RecordedExchange {
    /// Without the secrets of the manifest.
    fileprivate init(_ request: TransportRequest, _ response: TransportResponse, after duration: Duration) {
        let (url, target) = (request.url, request.url.withoutSecrets)
        self.init(
            method: request.method.rawValue, path: target.path, query: target.query,
            requestBody: request.body.map(url.hidingRecordedSecrets) ?? [], status: response.status,
            headers: response.headers.fields.map { ($0.name, url.hidingRecordedSecrets(in: $0.value)) },
            body: url.hidingRecordedSecrets(in: response.body),
            milliseconds: max(0, Int64(duration / .milliseconds(1))))
    }
}
