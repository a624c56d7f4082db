import FeedCache
import Synchronization

/// Answers as a server does, but for a page whose request ends as an app's own transport ends it: with another error. The
/// lock guards whether it was asked for.
final class HeldPage: FeedTransport {
    private let server: any FeedTransport
    private let page: String
    private let isAsked = Mutex(false)

    /// - Parameter page: a part of its URL.
    init(_ server: any FeedTransport, page: String) {
        self.server = server
        self.page = page
    }

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        guard request.url.absoluteString.contains(page) else { return try await server.send(request) }
        isAsked.withLock { $0 = true }
        try? await Task.sleep(for: .seconds(3_600))
        throw FeedTransportError.connection("cancelled")
    }

    /// Waits until it is asked for.
    func wait() async { while !isAsked.withLock(\.self) { await Task.yield() } }
}
