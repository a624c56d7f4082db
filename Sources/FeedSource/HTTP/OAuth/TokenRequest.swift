import FeedModel

/// Asks a token server for a token, once with the client's credentials in a header, and where the server does not know
/// the client then, once with them in the body.
struct TokenRequest: Sendable {
    let grant: OAuthGrant
    let source: Manifest.Source
    let userAgent: String
    let secrets: SourceSecrets?
    /// Sends a request and gives the first answer; nothing is followed.
    let send: @Sendable (TransportRequest) async throws -> TransportResponse

    /// - Parameter now: the time of day, for when the token ends and for `Retry-After`.
    /// - Throws: `SourceError` where there is no token; `CancellationError`.
    func run(now: Instant) async throws -> AccessToken {
        var refusal: SourceError?
        for placement in OAuthGrant.Placement.allCases {
            let response = try await send(request(placement))
            if (200...299).contains(response.status) {
                return try AccessToken(answer: response.body, sent: now, url: url)
            }
            let error = error(in: response, now: now)
            // The first refusal says what is wrong with the client; the second try may only be refused for its form.
            refusal = refusal ?? error
            guard isClientUnknown(response) else { break }
        }
        throw refusal ?? SourceError(.malformed("no access token"), url: url)
    }

    private var url: SourceURL { grant.tokenURL.keeping(secrets) }

    private func request(_ placement: OAuthGrant.Placement) -> TransportRequest {
        var headers = grant.headers(placement)
        headers.set("User-Agent", to: userAgent)
        return source.request(.post, url, headers: headers, body: grant.body(placement))
            .limited(to: AccessToken.longestAnswer)
    }

    private func error(in response: TransportResponse, now: Instant) -> SourceError {
        if (300...399).contains(response.status) {
            return SourceError(
                .redirect(
                    "the token server redirects (\(response.status)); the client's secret is sent to token_url only"),
                url: url)
        }
        return SourceError(
            .token(response.status, isRefused: isClientUnknown(response)), url: url, answer: response, now: now,
            hiding: secrets)
    }

    /// 401, or what RFC 6749 §5.2 has for a client that is not known or may not do this.
    private func isClientUnknown(_ response: TransportResponse) -> Bool {
        if response.status == 401 || response.status == 403 { return true }
        guard response.status == 400, let document = try? JSONDocument(response.body),
            case .string(let code) = document.scalar(at: DottedPath("error"))
        else { return false }
        return ["invalid_client", "unauthorized_client"].contains(code)
    }
}
