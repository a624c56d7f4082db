import FeedModel

/// Carries out what the merge decided for the items of one page.
struct ContentWriter {
    /// Where an item is: a row of `page` and the rank on it.
    struct Place {
        let page: PagePlace
        let rank: Int64
    }

    let table: ItemTable
    let pages: PageTable
    let page: DecodedPage

    /// An item that is not live yet, for `insert`.
    func arrival(of item: MergedItem, rank: Int64) -> ItemTable.Arrival? {
        content(of: item, matchesLatestPage: item.matchesLatestPage).map {
            ItemTable.Arrival(key: item.key, rank: rank, content: $0, removed: item.removed)
        }
    }

    func insert(_ arrivals: [ItemTable.Arrival], on place: PagePlace) throws {
        try table.insert(arrivals, of: page.body, on: place.id)
        pages.grow(place.id, by: arrivals.count)
    }

    /// Writes what the merge changed of a live item, and its place where that changed.
    func write(_ item: MergedItem, _ stored: StoredItem, from old: Place, to new: Place) throws {
        if let content = content(of: item, matchesLatestPage: item.matchesLatestPage) {
            try table.update(stored.id, on: old.page, content)
        } else if let known = item.known,
            stored.matchesLatestPage != item.matchesLatestPage || !item.matchesLatestPage && known.key != stored.key
        {
            try table.confirm(stored.id, matchesLatestPage: item.matchesLatestPage, sequence: known.key.sequence)
        }
        guard old.page.id != new.page.id || old.rank != new.rank else { return }
        try table.move(stored.id, from: old.page, to: new.page, rank: new.rank)
        if old.page.id != new.page.id {
            pages.grow(old.page.id, by: -1)
            pages.grow(new.page.id, by: 1)
        }
    }

    /// Writes what the merge changed of an item that keeps its place: an earlier page of the walk had it, a delta brought
    /// it, or it is removed.
    func writeInPlace(_ item: MergedItem) throws {
        guard let known = item.known else { return }
        switch (item.stored, item.isLive) {
        case (let stored?, true):
            if let content = content(of: item, matchesLatestPage: false) {
                try table.update(stored.id, on: stored.page, content)
                // The page itself has other bytes, which a 304 would bring back by the law.
                if known.key.version == stored.key.version { try pages.forgetValidator(of: stored.page) }
            } else if known.key != stored.key {
                try table.confirm(stored.id, matchesLatestPage: stored.matchesLatestPage, sequence: known.key.sequence)
            }
        case (let stored?, false):
            try table.insertTombstone(
                stored.id, on: stored.page, versionText: winner(of: item)?.versionText, sequence: known.key.sequence,
                contentSequence: stored.key.sequence)
            pages.grow(stored.page.id, by: -1)
            try keepContent(of: item)
        case (nil, false):
            if let winner = winner(of: item) {
                try table.insertTombstoneOfUnseen(
                    item.key, versionText: winner.versionText, sequence: known.key.sequence)
            }
            try keepContent(of: item)
        case (nil, true):
            break
        }
    }

    /// Keeps the greatest content of an item that is gone, so that the order of answers leaves no trace.
    private func keepContent(of item: MergedItem) throws {
        guard let place = item.content, let key = item.contentKey else { return }
        try table.keepContent(
            of: item.key,
            ItemTable.Content(
                versionText: page.items[place].versionText, sequence: key.sequence, matchesLatestPage: false,
                payload: page.body[page.items[place].payload]))
    }

    private func winner(of item: MergedItem) -> DecodedItem? {
        item.winner.map { page.items[$0] }
    }

    private func content(of item: MergedItem, matchesLatestPage: Bool) -> ItemTable.Content? {
        guard let known = item.known, let winner = winner(of: item) else { return nil }
        return ItemTable.Content(
            versionText: winner.versionText, sequence: known.key.sequence, matchesLatestPage: matchesLatestPage,
            payload: page.body[winner.payload])
    }
}
