import FeedModel

struct ContentWriter {
    let table: ItemTable
    let page: DecodedPage

    /// Writes live items to a page, each with its rank there.
    ///
    /// - Parameter old: the page that a stored one is on.
    func place(
        _ items: some Sequence<(MergedItem, Int64)>, on place: PagePlace,
        from old: (StoredItem) -> PagePlace = { $0.page }
    ) throws {
        var arrivals: [ItemTable.Arrival] = []
        for (item, rank) in items {
            if let stored = item.stored {
                try write(item, stored, from: old(stored), to: place, rank: rank)
            } else if let content = content(of: item, matchesLatestPage: item.matchesLatestPage) {
                arrivals.append((item, rank, content))
            }
        }
        try table.insert(arrivals, of: page.body, on: place.id)
    }

    private func write(
        _ item: MergedItem, _ stored: StoredItem, from old: PagePlace, to new: PagePlace, rank: Int64
    ) throws {
        if let content = content(of: item, matchesLatestPage: item.matchesLatestPage) {
            try table.update(stored.id, on: old, content)
        } else if let known = item.known,
            stored.matchesLatestPage != item.matchesLatestPage || !item.matchesLatestPage && known.key != stored.key
        {
            try table.confirm(stored.id, matchesLatestPage: item.matchesLatestPage, sequence: known.key.sequence)
        }
        if old.id != new.id || stored.rank != rank {
            try table.move(stored.id, from: old, to: new, rank: rank)
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
                if known.key.version == stored.key.version { try table.pages.forgetValidator(of: stored.page) }
            } else if known.key != stored.key {
                try table.confirm(stored.id, matchesLatestPage: stored.matchesLatestPage, sequence: known.key.sequence)
            }
        case (let stored?, false):
            try table.insertTombstone(
                stored, versionText: winner(of: item)?.versionText, sequence: known.key.sequence)
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
        try table.keepContent(of: item.key, content(page.items[place], key, matchesLatestPage: false))
    }

    private func winner(of item: MergedItem) -> DecodedItem? { item.winner.map { page.items[$0] } }

    private func content(of item: MergedItem, matchesLatestPage: Bool) -> ItemTable.Content? {
        guard let known = item.known, let winner = winner(of: item) else { return nil }
        return content(winner, known.key, matchesLatestPage: matchesLatestPage)
    }

    private func content(_ item: DecodedItem, _ key: WriteKey, matchesLatestPage: Bool) -> ItemTable.Content {
        ItemTable.Content(
            versionText: item.versionText, sequence: key.sequence, matchesLatestPage: matchesLatestPage,
            payload: page.body[item.payload])
    }
}
