import FeedModel
import FeedSource
import Synchronization
import TerminalKit

/// The audit of a list has made all requests that it may make.
struct AuditLimitError: Error {}

/// Notes the answers of one list, and ends its requests at a limit. The lock guards the notes.
final class AuditRecorder: Transport {
    /// The most requests for a list: tries that failed, redirects and sign-in count.
    static let mostRequests = 200

    private let transport: any Transport
    let lines: CurlLine
    private let notes = Mutex((requests: 0, exchanges: [AuditExchange]()))

    init(_ transport: any Transport, lines: CurlLine) {
        self.transport = transport
        self.lines = lines
    }

    var requests: Int { notes.withLock(\.requests) }

    var exchanges: [AuditExchange] { notes.withLock(\.exchanges) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try notes.withLock { notes in
            guard notes.requests < Self.mostRequests else { throw AuditLimitError() }
            notes.requests += 1
        }
        let response = try await transport.send(request)
        let isSignedIn = request.headers["Authorization"] != nil
        let exchange = AuditExchange(
            curl: lines.text(request.method, request.url, isSignedIn: isSignedIn), status: response.status,
            headers: response.headers, bytes: response.wireBytes, isSignedIn: isSignedIn)
        notes.withLock { $0.exchanges.append(exchange) }
        return response
    }
}

/// Writes requests for one list as lines of a shell. What is secret is `${NAME}` where the manifest has it so, else “…”.
struct CurlLine: Sendable {
    private static let longestBody = 400

    let source: ResolvedSource
    let spec: CollectionSpec

    /// - Parameter isSignedIn: whether it is sent with `Authorization`.
    func text(_ method: TransportRequest.Method, _ url: SourceURL, isSignedIn: Bool) -> String {
        var words = ["curl", "--compressed"]
        if method == .post { words += ["-X", "POST"] }
        var target = url.redacted
        if url.origin == source.baseURL.origin {
            let headers = source.source.headers + spec.headers
            var fields = headers.map { "\($0.name): \(shown($0))" }
            if isSignedIn, !headers.contains(where: { HeaderFields.areEqual($0.name, "Authorization") }) {
                fields.append("Authorization: …")
            }
            words += fields.flatMap { ["-H", Self.quoted($0)] }
            let parameters = source.source.query.map { "\($0.name)=\(shown($0))" }
            if !parameters.isEmpty { target += (target.contains("?") ? "&" : "?") + parameters.joined(separator: "&") }
        }
        return (words + [Self.quoted(target)]).joined(separator: " ")
    }

    /// The end of the line of a request with a body.
    func text(ofBody body: [UInt8]) -> String {
        let document = try? JSONDocument(body)
        let open = document?.replacingValues { _, path in
            path.last.map(SecretName.isPossible) == true ? JSONValue.string("…").bytes : nil
        }
        let text = source.baseURL.hidingSecrets(in: String(decoding: open ?? [], as: UTF8.self))
        let cut = text.count > Self.longestBody ? "\(text.prefix(Self.longestBody))…" : text
        return " -H \(ShellWords.quote("Content-Type: \(spec.contentType)")) --data \(ShellWords.quote(cut))"
    }

    private func shown(_ template: NamedTemplate) -> String {
        let text = template.value.text
        return text.contains("${") || !SecretName.isPossible(template.name) ? text : "…"
    }

    /// A word in which the shell fills in variables, and nothing else.
    private static func quoted(_ word: String) -> String {
        guard word.contains("${") else { return ShellWords.quote(word) }
        return "\"\(ShellWords.escaped(word, in: "\"").replacing("\\${", with: "${"))\""
    }
}
