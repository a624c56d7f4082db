import FeedCache
import FeedMock
import FeedModel
import Foundation
import Synchronization

/// A mock API for each user, and the session that an app signs its requests with. What belongs to a user is marked in each
/// answer.
///
/// The lock guards who is signed in, whether the network is there, and what happens at a request.
final class LifeServer: FeedTransport {
    private struct State {
        var user = Life.users[0]
        var isOnline = true
        var requests = 0
        /// What happens at a request of that number, counted from when it was planned.
        var plan: (request: Int, body: @Sendable () -> Void)?
    }

    private let mocks: [String: MockServer]
    private let state = Mutex(State())

    init(seed: UInt64) throws {
        mocks = try Dictionary(
            uniqueKeysWithValues: Life.users.enumerated().map { index, user in
                var configuration = MockConfiguration()
                configuration.seed = 2 * seed + UInt64(index)
                configuration.sizes = ListSizes(all: 8)
                configuration.ads = AdPolicy(fillRate: 0.9, failureRate: 0.05, campaigns: 5)
                return (user, try MockServer(configuration))
            })
    }

    static func mark(_ user: String) -> String { "of-\(user)" }

    // MARK: The session

    var user: String { state.withLock(\.user) }

    func signIn(_ user: String) { state.withLock { $0.user = user } }

    @Sendable func variables() -> [String: String] { Self.variables(of: user) }

    static func variables(of user: String) -> [String: String] { ["USER": user, "TOKEN": "token-of-\(user)"] }

    // MARK: What happens

    var isOnline: Bool {
        get { state.withLock(\.isOnline) }
        set { state.withLock { $0.isOnline = newValue } }
    }

    /// Runs `body` when that many requests have come from now on, once.
    func atRequest(_ number: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.plan = ($0.requests + number, body) }
    }

    func forgetPlan() { state.withLock { $0.plan = nil } }

    func mock(_ user: String) -> MockServer? { mocks[user] }

    func forEachMock(_ body: (MockServer) -> Void) { mocks.values.forEach(body) }

    // MARK: Answering

    static func manifest() throws -> FeedManifest {
        try FeedManifest(
            source: .init(
                name: "gourmet", baseURL: "http://127.0.0.1:3000\(MockServer.gourmetPath)", account: "${USER}",
                headers: ["Authorization": "Bearer ${TOKEN}"], attempts: 1),
            collections: [
                .init(
                    name: "articles", path: "articles", items: "", id: "id", version: "updated_at",
                    deleted: "deleted", paging: .link(size: 3, sizeParameter: "per_page"),
                    delta: .init(parameter: "since")),
                .init(
                    name: "photos", path: "photos", items: "0.photos", id: "id", version: "updated_at",
                    deleted: "deleted",
                    paging: .page(size: 3, sizeParameter: "per_page", hasNext: "0.has_next_page"),
                    keep: .newest(5)),
            ],
            sections: "sections", ads: .init(path: "ads", policy: .init(every: 3)),
            events: .init(path: "events", includesItems: true))
    }

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        planned()?()
        for _ in 0..<5 { await Task.yield() }
        try Task.checkCancellation()
        guard isOnline else { throw FeedTransportError.connection("no route") }
        let token = request.headers.first { $0.name.lowercased() == "authorization" }?.value ?? ""
        let user = token.replacing("Bearer token-of-", with: "")
        guard let mock = mocks[user] else { return FeedResponse(status: 401) }
        let query = request.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let answer = mock.answer(
            request.method, request.url.path(percentEncoded: true) + query, authority: "127.0.0.1:3000",
            headers: request.headers.map { (name: $0.name, value: $0.value) }, body: Array(request.body ?? Data()))
        guard let answer else { throw FeedTransportError.connection("it broke off") }
        return FeedResponse(
            status: answer.status,
            headers: answer.headers.map { FeedRequest.Header(name: $0.name, value: $0.value) },
            body: Self.marked(answer.body, with: Self.mark(user)))
    }

    /// What is planned for the request that has come.
    private func planned() -> (@Sendable () -> Void)? {
        state.withLock { state -> (@Sendable () -> Void)? in
            state.requests += 1
            guard let plan = state.plan, plan.request <= state.requests else { return nil }
            state.plan = nil
            return plan.body
        }
    }

    /// Each object with an ID says whose it is.
    private static func marked(_ body: [UInt8], with mark: String) -> Data {
        let text = String(decoding: body, as: UTF8.self)
        return Data(text.replacing(#""id":"#, with: #""mark":"\#(mark)","id":"#).utf8)
    }
}
