import FeedModel

@testable import FeedInit
@testable import FeedSource

/// An answer as a server gave it, and what is made of it.
struct ProposalFixture {
    static let url = "https://api.example.com/v1/list"

    /// The proposal for an answer.
    static func proposal(
        _ body: [UInt8], url: String = url, headers: HeaderFields = HeaderFields(), request: String? = nil
    ) throws -> ManifestProposal {
        let source = try ProposedSource(url: url, headers: [])
        let resolved = try Manifest(toml: source.firstText(body: request), file: "feed.toml").resolved(
            environment: source.secrets)
        let content = PageContent(status: 200, headers: headers, body: body, url: try SourceURL(url), isTrusted: true)
        return try ManifestProposal(for: content, of: source, body: request, resolved: resolved)
    }

    static func proposal(
        _ body: String, url: String = url, headers: HeaderFields = HeaderFields(), request: String? = nil
    ) throws -> ManifestProposal {
        try proposal(Array(body.utf8), url: url, headers: headers, request: request)
    }
}

extension ManifestProposal {
    /// What was found for a key, as the manifest writes it.
    func value(_ key: String) -> String? { findings.first { $0.key == key }?.value }
}
