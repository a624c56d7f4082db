import FeedModel
import FeedSource

/// What a manifest finds on one or two pages of a list.
struct CollectionProbe: Sendable {
    let name: String
    /// The pages in their order, at most two.
    let pages: [ProbedPage]
    /// What each path found, in the order of the manifest.
    let findings: [PathFinding]
    let suspicions: [Suspicion]
    /// What shows that the manifest reads the whole list, for people; nil where something is suspicious, or nothing shows
    /// it.
    let proof: String?
    /// Of the manifest that was tried.
    let fingerprint: String
    /// Why there are not two pages, where the list has them.
    let failure: SourceError?
    /// What the answer seems to have where the manifest finds no items; nil where it finds some.
    let hint: String?

    /// - Parameters:
    ///   - failure: what ended the asking.
    ///   - deltas: what the delta answers to an old start and to a new one; empty where there is none.
    ///   - details: those that came, and how many were asked for; nil for none.
    ///   - source: hides its secrets in samples.
    init(
        _ spec: CollectionSpec, pages: [ProbedPage], ends: ListEnds = ListEnds(), failure: SourceError?,
        deltas: [ProbedDelta] = [], details: (found: [FoundDetail], count: Int)? = nil, source: ResolvedSource
    ) {
        name = spec.name
        fingerprint = spec.fingerprint(source: source)
        self.pages = pages
        let lookup = PathLookup(spec: spec, pages: pages, deltas: deltas, details: details)
        let hide = source.baseURL.hidingSecrets(in:) as (String) -> String
        findings = lookup.findings.map { finding in
            PathFinding(
                key: finding.key, path: finding.path, found: finding.found, total: finding.total,
                sample: finding.sample.map(hide))
        }
        suspicions = Suspicions(spec: spec, pages: pages, ends: ends, lookup: lookup).all
        self.failure = failure ?? pages.compactMap(\.failure).first
        proof =
            suspicions.isEmpty && self.failure == nil
            ? Self.proof(of: spec, pages, ends).map { $0 + (deltas.isEmpty ? "" : "; its delta brings what is newer") }
            : nil
        hint = pages.first.flatMap { $0.page?.itemCount ?? 0 == 0 ? Self.hint(for: $0) : nil }.map(hide)
    }

    private static func proof(of spec: CollectionSpec, _ pages: [ProbedPage], _ ends: ListEnds) -> String? {
        let count = pages.reduce(0) { $0 + ($1.page?.itemCount ?? 0) }
        guard let last = pages.last, let metadata = last.metadata, count > 0 else { return nil }
        if last.next == nil, last.reportedTotal == count { return "\(count.of("item")), as many as its total" }
        if ends.after == 0, let total = last.reportedTotal { return "nothing is after the \(total) items of its total" }
        if last.next == nil {
            let isEnd = spec.paging.saysEnd(metadata, isFirst: pages.count == 1)
            return isEnd ? "it ends after \(count.of("item"))" : nil
        }
        let isNamed = metadata.saysMore != nil || [.cursor, .nextURL, .link].contains(spec.paging.style)
        return isNamed ? "each answer says whether there is more" : nil
    }

    /// Where the list seems to be, and what its IDs seem to be.
    private static func hint(for page: ProbedPage) -> String? {
        guard let document = page.document else { return nil }
        let finder = ListFinder(document: document)
        guard let list = finder.lists().first(where: { $0.kind != .empty }) else { return nil }
        let fields = ItemFields(of: finder.items(of: list), in: document)
        let id = (try? ManifestProposal.id(of: list, fields, finder)).map { ManifestProposal.text($0.value) }
        let keys = ["items = \(TOMLText.string(list.path.description))"] + (id.map { ["id = \($0)"] } ?? [])
        return "\(keys.joined(separator: " and ")) would find \(list.count) items"
    }
}
