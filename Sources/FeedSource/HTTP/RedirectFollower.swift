import FeedModel

/// What a request has for the source's origin alone, beside what all requests to it have.
package struct OwnParts: Sendable {
    var headers = HeaderFields()
    var query: [QueryParameter] = []
}

/// Sends a request and follows where the server points, as far as that is safe.
///
/// At most `limit` redirects; never from https to http; the source's headers, parameters and what it posts with variables
/// to the source's own origin only, and no more once a redirect has led away from it: the way back is the other server's choice.
struct RedirectFollower: Sendable {
    static let limit = 5

    struct Answer {
        let response: TransportResponse
        /// Where it came from, without the source's parameters.
        let url: SourceURL
        /// Whether it came from the source's origin, and no other was on the way.
        let isTrusted: Bool
        var token: AccessToken?
    }

    /// Whose origin may see the credentials.
    let source: ResolvedSource
    /// What every server may see. The source's headers come before these of the same name.
    let common: HeaderFields

    var base: SourceURL.Origin { source.baseURL.origin }

    /// - Parameters:
    ///   - own: what of this request may go to the source's origin alone, in place of what has the same name; nil where the
    ///     request may carry no credentials at all.
    func send(
        _ request: TransportRequest, own: OwnParts?,
        by exchange: (TransportRequest) async throws -> TransportResponse
    ) async throws -> Answer {
        var url = request.url.keepingSecrets(of: source.baseURL).withoutOwnParameters
        var own = own
        for _ in 0...Self.limit {
            if url.origin != base { own = nil }
            if own == nil, request.hasOwnBody {
                throw SourceError(
                    .redirect("what is posted has variables in it: it is not sent there, but to \(base) only"), url: url
                )
            }
            var hop = request
            if let own {
                hop.url = url.setting((source.query + own.query).map { ($0.name, $0.value) })
                hop.headers.addMissing(own.headers)
                hop.headers.addMissing(source.headers)
            } else {
                hop.url = url
            }
            hop.headers.addMissing(common)
            let response = try await exchange(hop)
            guard [301, 302, 303, 307, 308].contains(response.status) else {
                return Answer(response: response, url: url, isTrusted: own != nil)
            }
            url = try target(of: response, answering: hop).withoutOwnParameters
        }
        throw SourceError(.redirect("more than \(Self.limit) redirects in a row"), url: request.url)
    }

    /// Why an answer from there was requested without credentials; nil where there are none.
    func reasonToWithhold(from url: SourceURL) -> String? {
        if source.headers.fields.isEmpty, source.query.isEmpty, source.grant == nil { return nil }
        return url.origin == base
            ? "the source's credentials were not sent, as the way there led through another origin"
            : "the source's credentials are not sent there, but to \(base) only"
    }

    private func target(
        of response: TransportResponse, answering request: TransportRequest
    ) throws(SourceError) -> SourceURL {
        func refusal(_ reason: String) -> SourceError {
            SourceError(.redirect("the server redirects (\(response.status)) \(reason)"), url: request.url)
        }
        guard let location = response.headers["Location"] else { throw refusal("without saying where to") }
        if request.method == .post, response.status < 307 {
            throw refusal("what it was sent, which would be lost on the way")
        }
        let target = try parsing(location, request.url.resolving) { refusal("to a URL that \($0)") }
        if request.url.origin.scheme == .https, target.origin.scheme == .http { throw refusal("from https to http") }
        return target
    }
}
