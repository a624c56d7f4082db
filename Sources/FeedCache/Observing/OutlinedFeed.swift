import FeedModel
import FeedStore

/// The feed as it is shown, without the payloads of listed items: which rows there are, and marks that tell whether
/// their content changed. A row takes some 40 bytes, and its ID where it is longer than 15.
struct OutlinedFeed: Sendable {
    /// The last run, which may have been under way; nil before the first.
    let run: Int64?
    let sections: [OutlinedSection]
}

struct OutlinedSection: DiffableSection, Sendable {
    let section: Section
    let rows: [OutlinedRow]

    var identity: SectionID { SectionID(section.id) }

    func hasSameHeader(as other: OutlinedSection) -> Bool { section.hasSameHeader(as: other.section) }

    func with(rows: [OutlinedRow]) -> OutlinedSection { OutlinedSection(section: section, rows: rows) }
}

enum OutlinedRow: DiffableRow, Sendable {
    /// An ad, or an item of the section config: there are few. Indirect, so that the others stay small.
    indirect case whole(FeedRow)
    /// An item of a collection.
    case listed(key: String, mark: ContentMark)

    var identity: FeedRow.Identity {
        switch self {
        case .whole(let row): row.identity
        case .listed(let key, _): .content(ItemID(key))
        }
    }

    var identityMark: UInt64? {
        switch self {
        case .whole(let row): row.identityMark
        case .listed(let key, _): FeedRow.identityMark(of: key)
        }
    }

    func hasSameContent(as other: OutlinedRow) -> Bool {
        if case .whole(let row) = self, case .whole(let otherRow) = other { return row.hasSameContent(as: otherRow) }
        return mark == other.mark
    }

    private var mark: ContentMark {
        switch self {
        case .whole(.content(_, _, let version, let payload)): ContentMark(version: version, payload: payload)
        case .whole(.ad(_, _, _, let payload)): ContentMark(version: nil, payload: payload)
        case .listed(_, let mark): mark
        }
    }
}

/// What tells content from other content: hashes of the version and of the payload. They are good within one process.
struct ContentMark: Equatable, Sendable {
    private let version: Int?
    private let payload: Int

    init(version: String?, payload: String) {
        self.version = version?.withBytes(\.seededHash)
        self.payload = payload.withBytes(\.seededHash)
    }

    init(_ item: ItemList.ScannedItem) {
        version = item.withVersion(\.seededHash)
        payload = item.withPayload(\.seededHash)
    }

    func isOf(payload: String) -> Bool { payload.withBytes(\.seededHash) == self.payload }
}

extension FeedSnapshot {
    func outline() throws -> OutlinedFeed {
        OutlinedFeed(
            run: try lastRun(),
            sections: try sections().map { OutlinedSection(section: $0, rows: try rows(of: $0).outline()) })
    }
}
