import FeedCache
import FeedModel
import FeedSource

/// Writes a manifest for a URL: asks for it once, and once more for each way in which its list may go on.
struct ManifestProposer: Sendable {
    struct Outcome: Sendable {
        let proposal: ManifestProposal
        /// The manifest as text; it holds no secret.
        let text: String
        let requests: Int
    }

    private static let mostTrials = 5

    /// Of a list. `${NAME}` in its query is read from the environment.
    let url: String
    /// `Name: value`, sent with each request. `${NAME}` is read from the environment.
    var headers: [String] = []
    /// A JSON object to ask with by POST; nil for GET.
    var body: String?
    /// What messages call the manifest.
    let file: String
    let dependencies: Dependencies

    /// What a URL is asked with before anything is known: limits and retries of a manifest that says nothing of them.
    static func firstManifest(
        url: String, headers: [String] = [], body: String? = nil, file: String
    ) throws -> Manifest {
        try first(ProposedSource(url: url, headers: headers), body: body, file: file)
    }

    private static func first(_ source: ProposedSource, body: String?, file: String) throws -> Manifest {
        if body == nil, source.contentType != nil {
            throw ProposalError.badHeader(reason: "Content-Type is that of a body, and there is no --body")
        }
        do {
            return try Manifest(toml: source.firstText(body: body), file: file)
        } catch let error as ManifestError {
            let start = error.key.flatMap { error.message.firstRange(of: "\($0): ")?.upperBound }
            let reason = String(error.message[(start ?? error.message.startIndex)...])
            throw body != nil && error.key?.hasSuffix("body") == true
                ? ProposalError.badBody(reason: reason)
                : error.key?.hasPrefix("source.headers") == true || error.key?.hasSuffix("content_type") == true
                    ? ProposalError.badHeader(reason: "cannot be sent: \(reason)")
                    : ProposalError.badURL(reason: reason)
        }
    }

    /// Asks, and makes the manifest.
    ///
    /// - Throws: `ProposalError` where the answer has no list or its items no ID; `SourceError` where there is no answer that
    ///   can be read; `ManifestError` for a variable that is not set; `CancellationError`.
    func propose() async throws -> Outcome {
        let source = try ProposedSource(url: url, headers: headers)
        let environment = dependencies.environment.merging(source.secrets) { $1 }
        let resolved = try Self.first(source, body: body, file: file).resolved(environment: environment)
        let client = dependencies.client(resolved)
        guard let spec = resolved.collections.first else { throw ProposalError.badURL(reason: "names no list") }
        let fetcher = PageFetcher(spec: spec, source: resolved, client: client)
        let content = try await fetcher.content(at: spec.paging.firstPage)
        var proposal = try ManifestProposal(for: content, of: source, body: body, resolved: resolved)
        let trials = PagingTrials(
            client: client, proposal: proposal, first: content, environment: environment, file: file,
            most: Self.mostTrials)
        proposal.paging = try await trials.choose()
        let text = try proposal.text()
        // What is written can be read.
        _ = try Manifest(toml: text, file: file)
        return Outcome(proposal: proposal, text: text, requests: client.transferMetrics.requests)
    }
}
