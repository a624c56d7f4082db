import FeedModel
import FeedSource

/// What a server answered about one list, in the order of the requests. The checks of an audit read nothing else.
struct AuditEvidence: Sendable {
    let spec: CollectionSpec
    /// At most three; the third may be in pages of another size.
    var walks: [AuditWalk] = []
    /// What a delta brought, asked for between the first two walks; nil where the list has none.
    var delta: AuditDelta?
    /// The page after the last one of the first walk, asked for before the second; nil where there is none.
    var beyond: AuditPage?
    /// The page of the first walk that `differingItem` is on, asked for again after the third.
    var again: AuditPage?
    /// Every answer, those that were no page included.
    var exchanges: [AuditExchange] = []

    init(_ spec: CollectionSpec) { self.spec = spec }

    /// Two answers to the same request, the earlier one first.
    var repeats: [(before: AuditPage, after: AuditPage)] { inTwoWalks(\.pages, by: \.address) }

    /// An item in two walks in a row, the earlier one first.
    var pairs: [(before: AuditItem, after: AuditItem)] { inTwoWalks(\.items, by: \.id) }

    private func inTwoWalks<Part>(
        _ parts: (AuditWalk) -> [Part], by name: (Part) -> String
    ) -> [(before: Part, after: Part)] {
        zip(walks, walks.dropFirst()).flatMap { earlier, later in
            let known = Dictionary(parts(earlier).map { (name($0), $0) }) { first, _ in first }
            return parts(later).compactMap { part in known[name(part)].map { ($0, part) } }
        }
    }

    /// Whether the first two walks are whole, and read the same IDs in the same order.
    var isSteady: Bool {
        walks.count > 1 && walks.prefix(2).allSatisfy { $0.end == .whole } && walks[0].sequence == walks[1].sequence
    }

    /// An item that is the same in two walks, and another in the third, which is in pages of another size.
    var differingItem: (before: AuditItem, after: AuditItem)? {
        guard isSteady, walks.count == 3 else { return nil }
        let (second, third) = (walks[1].byID, walks[2].byID)
        for item in walks[0].items where item.isSame(as: second[item.id]) {
            if let other = third[item.id], !item.isSame(as: other) { return (item, other) }
        }
        return nil
    }

    /// Why there is less evidence than there should be; nil where no walk failed.
    var failure: SourceError? { walks.lazy.compactMap(\.failure).first }
}

/// A list that was read from its first page on.
struct AuditWalk: Sendable {
    enum End: Equatable, Sendable {
        case whole
        /// There is more, which the audit does not ask for.
        case cut
        case loop(String)
        /// The last answer contradicts itself.
        case broken(String)
        case failed(SourceError)
    }

    var pages: [AuditPage] = []
    var end = End.cut

    var failure: SourceError? {
        if case .failed(let error) = end { error } else { nil }
    }

    /// The IDs in the order of the walk, with their repeats.
    var sequence: [String] { pages.flatMap(\.items).map(\.id) }

    /// Each item where it was met first.
    var items: [AuditItem] {
        var seen: Set<String> = []
        return pages.flatMap(\.items).filter { seen.insert($0.id).inserted }
    }

    var byID: [String: AuditItem] { Dictionary(items.map { ($0.id, $0) }) { first, _ in first } }

    /// Elements of all pages, those without an ID included.
    var elementCount: Int { pages.reduce(0) { $0 + $1.count } }

    /// IDs that are on two pages.
    var overlaps: Set<String> {
        var seen: Set<String> = []
        return Set(pages.flatMap { Set($0.items.map(\.id)) }.filter { !seen.insert($0).inserted })
    }
}

struct AuditDelta: Sendable {
    /// The version that was asked with, in the server's words.
    let start: String
    let walk: AuditWalk
}

struct AuditPage: Sendable {
    /// The request as it differs from those for other pages. It may hold secrets.
    let address: String
    let exchange: AuditExchange
    let cursor: PageCursor
    let decoded: DecodedPage
    let probed: ProbedPage

    var next: PageCursor? { probed.next }
    var total: Int? { probed.reportedTotal }
    var saysMore: Bool? { probed.metadata?.saysMore }
    var validator: Validator { probed.content.validator }
    var count: Int { decoded.itemCount }

    /// Those that have an ID.
    var items: [AuditItem] {
        decoded.items.compactMap { item in item.id.map { AuditItem(id: $0, decoded: item, page: self) } }
    }

    var isSortedByID: Bool {
        let numbers = items.map { Int($0.id) ?? 0 }
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Whether two bodies say the same of the list: items, total and next page. Other bytes may differ. What headers say
    /// is not what a validator speaks of.
    func isSame(as other: AuditPage) -> Bool {
        if probed.content.body == other.probed.content.body { return true }
        return count == other.count && total == other.total && next == other.next
            && zip(decoded.items, other.decoded.items).allSatisfy {
                decoded.areSame(decoded.payload(of: $0), other.decoded.payload(of: $1))
            }
    }
}

/// An item, and the page that it came with.
struct AuditItem: Sendable {
    let id: String
    let decoded: DecodedItem
    let page: AuditPage

    var version: ItemVersion { decoded.version }
    var payload: ArraySlice<UInt8> { page.decoded.payload(of: decoded) }

    /// Whether the content is the same, but for what the manifest ignores.
    func isSame(as other: AuditItem?) -> Bool {
        other.map { page.decoded.areSame(payload, $0.payload) } ?? false
    }
}

/// An answer, and the request as a line that can be typed. Neither holds a secret.
struct AuditExchange: Sendable {
    var curl: String
    let status: Int
    let headers: HeaderFields
    /// As they crossed the wire.
    let bytes: Int
    /// Whether the request had `Authorization`.
    let isSignedIn: Bool

    var date: Instant? { headers["Date"].flatMap(Instant.init(httpDate:)) }

    /// For how long a shared cache may give the answer to others, in seconds; 0: never.
    var sharedLifetime: Int64 {
        let joined = { (name: String) in headers[name].map { _ in headers.all(name).joined(separator: ",") } }
        return AnswerAge(header: joined, isPersonal: isSignedIn, unmarked: 0, date: date).seconds
    }
}
