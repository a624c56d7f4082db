import FeedCache
import Foundation
import Synchronization

/// A server with data of each user's own, all under the same IDs, and the session that an app signs its requests with.
///
/// The lock guards who is signed in, and the users whose tokens were in the requests since the last look.
final class PrivateServer: FeedTransport {
    static let users = ["ann", "bob", "cid"]
    private static let pages = 3

    private struct State {
        var user = users[0]
        /// Who signs in while the next request is answered.
        var next: String?
        var asked: [String] = []
    }

    private let state = Mutex(State())

    var user: String { state.withLock(\.user) }

    func signIn(_ user: String) { state.withLock { $0.user = user } }

    func signInDuringRequest(_ user: String) { state.withLock { $0.next = user } }

    /// The users whose tokens were in the requests since the last call.
    func asked() -> [String] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    @Sendable func variables() -> [String: String] { ["USER": user, "TOKEN": "token-of-\(user)"] }

    static func manifest() throws -> FeedManifest {
        try FeedManifest(
            source: .init(
                name: "letters", baseURL: "https://api.example.com/v1", account: "${USER}",
                headers: ["Authorization": "Bearer ${TOKEN}"], attempts: 1),
            collections: [
                .init(
                    name: "letters", path: "letters", items: "data", id: "id",
                    paging: .page(size: 2, sizeParameter: "n", hasNext: "more"))
            ],
            ads: .init(path: "ads", policy: .init(fixed: [1])), events: .init(path: "events"))
    }

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        let header = request.headers.first { $0.name.lowercased() == "authorization" }?.value ?? ""
        let owner = header.replacingOccurrences(of: "Bearer token-of-", with: "")
        state.withLock { state in
            state.asked.append(owner)
            if let next = state.next { (state.user, state.next) = (next, nil) }
        }
        switch request.url.lastPathComponent {
        case "letters":
            let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
            let page = query?.first { $0.name == "page" }?.value.flatMap(Int.init) ?? 1
            let items = [2 * page, 2 * page + 1].map { #"{"id":"\#($0)","owner":"\#(owner)"}"# }
            let body = #"{"data":[\#(items.joined(separator: ","))],"more":\#(page < Self.pages)}"#
            return FeedResponse(status: 200, body: Data(body.utf8))
        case "ads": return FeedResponse(status: 200, body: Data(#"{"id":"ad","owner":"\#(owner)"}"#.utf8))
        default: return FeedResponse(status: 204)
        }
    }
}
