import FeedModel

/// What one page says of one ID, all its mentions on the page together, against what is stored.
///
/// It is an object because it is handed on from step to step, and has too many parts to be copied each time. It belongs to
/// one transaction.
final class MergedItem {
    let key: String
    let stored: StoredItem?
    let removed: StoredTombstone?
    private let storedHasSameBytes: Bool

    private(set) var known: Merge.Known?
    /// The mention that wins so far: an index into the page's items; nil while the stored write wins.
    private(set) var winner: Int?
    /// The greatest write of content, be it newer or older than a tombstone: what is kept of an item that is gone.
    private(set) var contentKey: WriteKey?
    /// The mention that brought it: an index into the page's items; nil while it is the stored one.
    private(set) var content: Int?
    /// Whether all mentions brought the winning content.
    private(set) var matchesLatestPage = true
    private(set) var mentions = 0
    /// The first mention: an index into the page's items.
    private(set) var first = 0
    private(set) var updates = 0
    /// Whether a mention lost, but would change what is kept if a later request brought it again.
    private(set) var losesByRequest = false
    /// Whether the page lost by its version alone, to content or to a tombstone: the server had a greater one before.
    private(set) var losesByVersion = false

    init(key: String, found: (item: StoredItem, hasSameBytes: Bool)?, removed: StoredTombstone?) {
        (self.key, stored, self.removed) = (key, found?.item, removed)
        storedHasSameBytes = found?.hasSameBytes ?? false
        if let stored {
            known = Merge.Known(key: stored.key, state: .live)
            contentKey = stored.key
        } else if let removed {
            known = removed.known
            contentKey = removed.contentKey
        }
    }

    var isLive: Bool { known?.isLive ?? false }

    /// - Parameters:
    ///   - place: its index in the page.
    ///   - hasStoredBytes: whether its payload equals the stored one; asked for a second mention only.
    func merge(
        _ item: DecodedItem, at place: Int, of page: DecodedPage, request: Int64,
        acceptingOlderSince floor: WriteSequence?, hasStoredBytes: () throws -> Bool
    ) rethrows -> Merge.Decision {
        let key = WriteKey(
            version: item.version, isTombstone: item.isTombstone,
            sequence: WriteSequence(request: request, place: place))
        mentions += 1
        if mentions == 1 { first = place }
        if !item.isTombstone, contentKey.map({ $0 < key }) ?? true {
            contentKey = key
            content = place
        }
        let sameBytes: Bool
        if let winner {
            sameBytes = page.areSame(page.body[page.items[winner].payload], page.body[item.payload])
        } else {
            sameBytes = mentions == 1 ? storedHasSameBytes : try hasStoredBytes()
        }
        let decision = Merge.decide(key, against: known, acceptingOlderSince: floor) { sameBytes }
        if decision != .stale { losesByVersion = false }
        switch decision {
        case .inserted, .updated:
            updates += decision == .updated ? 1 : 0
            hold(key, at: place, state: .live)
            contentKey = key
            content = place
        case .removed:
            hold(key, at: place, state: .tombstone)
        case .unchanged:
            known?.key = key
        case .stale:
            matchesLatestPage = false
            if !isLive || known?.key.version == key.version { losesByRequest = true }
            if let known, isLive || known.state == .tombstone && !key.isTombstone, key.version < known.key.version,
                known.key.sequence.request != request
            {
                losesByVersion = true
            }
        }
        return decision
    }

    /// The mentions together brought what is stored.
    func keepStored() { (winner, content) = (nil, nil) }

    private func hold(_ key: WriteKey, at place: Int, state: Merge.Known.State) {
        matchesLatestPage = mentions == 1
        winner = place
        known = Merge.Known(key: key, state: state)
    }
}
