import AsyncHTTPClient
import FeedMock
import FeedSource
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// Asks a real server for a mock, and keeps what it said for a recording. The lock guards what was said.
final class UpstreamClient: Sendable {
    private struct State {
        var exchanges: [RecordedExchange] = []
        var secrets: Set<String> = []
    }

    private static let longestBody = 64 * 1_024 * 1_024
    private static let patience = TimeAmount.seconds(60)

    private let url: SourceURL
    private let client: HTTPClient
    private let state = Mutex(State())

    init(_ url: SourceURL) {
        self.url = url
        client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
    }

    var upstream: Upstream {
        Upstream(origin: "\(url.origin)", basePath: url.path, ask: ask) { [self] exchange in
            let tokens = RecordingSecrets.tokens(in: exchange.body)
            let keys = URLComponents(string: "?\(exchange.query)")?.queryItems ?? []
            state.withLock { state in
                state.exchanges.append(exchange)
                state.secrets.formUnion(tokens)
                state.secrets.formUnion(keys.filter { SecretName.isPossible($0.name) }.compactMap(\.value))
            }
        }
    }

    /// What was said, without the secrets of all requests.
    var recording: Recording {
        let (exchanges, secrets) = state.withLock { ($0.exchanges, $0.secrets) }
        return RecordingSecrets(secrets).removed(
            from: Recording(origin: "\(url.origin)", basePath: url.path, exchanges: exchanges))
    }

    deinit {
        // A client that is dropped without this stops the program; no one needs to wait for its end.
        client.shutdown { _ in }
    }

    @Sendable private func ask(_ question: Upstream.Question) async throws -> DirectAnswer {
        var request = HTTPClientRequest(url: "\(url.origin)\(question.target)")
        request.method = HTTPMethod(rawValue: question.method)
        for (name, value) in question.headers { request.headers.add(name: name, value: value) }
        request.headers.replaceOrAdd(name: "Accept-Encoding", value: "identity")
        if !question.body.isEmpty { request.body = .bytes(question.body) }
        let secret = question.headers.filter { Self.isSecret($0.name) }.map(\.value)
        state.withLock { state in
            state.secrets.formUnion(secret.flatMap(RecordingSecrets.values(ofHeader:)))
            state.secrets.formUnion(RecordingSecrets.passwords(in: question.body))
        }
        let response = try await client.execute(request, timeout: Self.patience)
        let body = try await response.body.collect(upTo: Self.longestBody)
        return DirectAnswer(
            status: Int(response.status.code), headers: response.headers.map { (name: $0.name, value: $0.value) },
            body: Array(body.readableBytesView))
    }

    private static func isSecret(_ name: String) -> Bool {
        ["cookie", "x-api-key", "authorization"].contains(name.lowercased()) || SecretName.isPossible(name)
    }
}
