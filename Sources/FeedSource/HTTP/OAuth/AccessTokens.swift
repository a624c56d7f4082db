import FeedModel

/// The access tokens of a process, in memory alone: one for each source of them, requested once however many requests wait for it.
///
/// The actor guards the tokens and the requests for them that are under way.
package actor AccessTokens {
    private var tokens: [TokenSource: AccessToken] = [:]
    private var requests: [TokenSource: Task<AccessToken, any Error>] = [:]

    package init() {}

    /// - Parameter refused: a token that the server has refused; it is not given again.
    func token(
        for grant: TokenSource, at now: Instant, refused: AccessToken? = nil,
        request: @escaping @Sendable () async throws -> AccessToken
    ) async throws -> AccessToken {
        if let refused, tokens[grant] == refused { tokens[grant] = nil }
        while true {
            try Task.checkCancellation()
            if let token = tokens[grant], token.renewal.map({ now < $0 }) ?? true { return token }
            let task =
                requests[grant]
                ?? Task {
                    defer { requests[grant] = nil }
                    let token = try await request()
                    tokens[grant] = token
                    return token
                }
            requests[grant] = task
            do {
                return try await withTaskCancellationHandler {
                    try await task.value
                } onCancel: {
                    task.cancel()
                }
            } catch is CancellationError where task.isCancelled {
                // Another one that waited for the same token was cancelled: it is requested again.
            }
        }
    }
}
