import FeedModel

/// A live item's row with the page it stands on, as the merge looks it up; the payload stays in the database.
struct StoredItem {
    let id: Int64
    let page: PagePlace
    let rank: Int64
    /// Whether the last answer for the page brought the bytes that are stored.
    let agrees: Bool
    let sequence: WriteSequence
    let versionText: String?
    let firstRun: Int64

    /// The key of the write that holds the item.
    var key: WriteKey {
        WriteKey(
            version: versionText.map { ItemVersion(text: $0) } ?? .none, isTombstone: false,
            sequence: agrees ? max(sequence, page.sequence) : sequence)
    }
}

/// A row of `page`: where its items stand in the order of the list.
struct PagePlace: Equatable {
    let id: Int64
    let walk: Int64
    let number: Int64
    let part: Int64
    /// Whether it is a page of the server; else what such a page left behind, or items of a delta.
    let isServerPage: Bool
    let sequence: WriteSequence
}

/// A removed item's row, as the merge looks it up.
struct StoredTombstone {
    let versionText: String?
    let sequence: WriteSequence
    let isTombstone: Bool
    let firstSeen: Int64
    /// The version of the content that is kept of it, and the sequence of the write that brought it; nil where only
    /// its tombstone was ever seen.
    let contentVersionText: String?
    let contentSequence: WriteSequence?

    var key: WriteKey {
        WriteKey(
            version: versionText.map { ItemVersion(text: $0) } ?? .none, isTombstone: isTombstone, sequence: sequence)
    }

    /// The key of the greatest write of content.
    var contentKey: WriteKey? {
        contentSequence.map { sequence in
            WriteKey(
                version: contentVersionText.map { ItemVersion(text: $0) } ?? .none, isTombstone: false,
                sequence: sequence)
        }
    }
}
