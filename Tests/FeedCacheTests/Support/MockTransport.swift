import FeedMock
import FeedSource

/// Hands requests to a mock in memory: no socket, and no time passes.
struct MockTransport: Transport {
    let mock: MockServer

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let answer = mock.answer(
            request.method.rawValue, request.url.pathAndQuery, authority: request.url.origin.host,
            headers: request.headers.fields.map { ($0.name, $0.value) }, body: request.body ?? [])
        guard let answer else {
            try Task.checkCancellation()
            throw SourceError(.connection("the connection broke off"), url: request.url)
        }
        return TransportResponse(
            status: answer.status,
            headers: HeaderFields(answer.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) }),
            body: answer.body)
    }
}
