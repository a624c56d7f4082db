import FeedCache
import FeedModel
import FeedSource

/// What an audit found in one list.
struct ListAudit: Sendable {
    let name: String
    /// How often the server was asked.
    let requests: Int
    let evidence: AuditEvidence
    let findings: [AuditFinding]

    /// Lines of the collection in the manifest that mend it.
    var lines: [String] { findings.flatMap(\.lines) }
}

/// Audits lists, one after the other. Nothing is stored.
struct Auditor: Sendable {
    let source: ResolvedSource
    let dependencies: Dependencies

    private func audit(_ spec: CollectionSpec, tokens: AccessTokens) async throws -> ListAudit {
        let client = dependencies.client(source)
        let recorder = AuditRecorder(client.transport, lines: CurlLine(source: source, spec: spec))
        let evidence = try await AuditCollector(
            spec: spec, source: source,
            client: SourceClient(
                source: source, transport: recorder, version: feedcacheVersion, tokens: tokens, clock: client.clock),
            recorder: recorder
        ).collect()
        return ListAudit(
            name: spec.name, requests: recorder.requests, evidence: evidence,
            findings: AuditChecks.findings(in: evidence).map { $0.hiding(source.baseURL.hidingSecrets) })
    }

    /// - Parameters:
    ///   - name: of a collection; nil for all.
    ///   - begin: called with the name of each list before it is asked for.
    /// - Throws: `UnknownNameError`, `CancellationError`.
    func audit(_ name: String?, begin: (String) -> Void = { _ in }) async throws -> [ListAudit] {
        let known = source.collections.map(\.name)
        if let name, !known.contains(name) { throw UnknownNameError(kind: .collection, name: name, known: known) }
        let tokens = AccessTokens()
        var audits: [ListAudit] = []
        for spec in source.collections where name == nil || spec.name == name {
            begin(spec.name)
            audits.append(try await audit(spec, tokens: tokens))
        }
        return audits
    }
}
