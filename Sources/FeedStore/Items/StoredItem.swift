import FeedModel

/// A live item's row with the page it is on, as the merge looks it up; the payload stays in the database.
struct StoredItem {
    let id: Int64
    let page: PagePlace
    let rank: Int64
    /// Whether the last answer for the page brought the bytes that are stored.
    let matchesLatestPage: Bool
    let sequence: WriteSequence
    let versionText: String?

    var key: WriteKey {
        WriteKey(
            version: versionText.map { ItemVersion(text: $0) } ?? .none, isTombstone: false,
            sequence: matchesLatestPage ? max(sequence, page.sequence) : sequence)
    }
}

/// A row of `page`: the place of its items in the order of the list.
struct PagePlace: Equatable {
    let id: Int64
    let walk: Int64
    let number: Int64
    let part: Int64
    /// Whether it is a page of the server; else it has items that left such a page, or items of a delta.
    let isServerPage: Bool
    let sequence: WriteSequence
}

extension PagePlace {
    /// From the columns `id, walk, number, part`, whether it has a request, and `sequence`.
    init(row: StoredRow) throws {
        try self.init(
            id: row[0], walk: row[1], number: row[2], part: row[3], isServerPage: row[4],
            sequence: WriteSequence(rawValue: row[5]))
    }
}

struct StoredTombstone {
    let versionText: String?
    /// The tombstone's; of an absent item that of its removal.
    let sequence: WriteSequence
    /// Whether the server said that the item is deleted; else whole walks did not see it.
    let isTombstone: Bool
    let firstSeen: Int64
    /// The version of the content that is kept of it, and the sequence of the write that brought it; nil where only
    /// its tombstone was ever seen.
    let contentVersionText: String?
    let contentSequence: WriteSequence?

    var known: Merge.Known {
        guard !isTombstone else {
            return Merge.Known(key: key(versionText, isTombstone: true, sequence), state: .tombstone)
        }
        return Merge.Known(
            key: contentKey ?? key(versionText, isTombstone: false, sequence), state: .absent(since: sequence))
    }

    var contentKey: WriteKey? { contentSequence.map { key(contentVersionText, isTombstone: false, $0) } }

    private func key(_ text: String?, isTombstone: Bool, _ sequence: WriteSequence) -> WriteKey {
        WriteKey(version: text.map { ItemVersion(text: $0) } ?? .none, isTombstone: isTombstone, sequence: sequence)
    }
}
