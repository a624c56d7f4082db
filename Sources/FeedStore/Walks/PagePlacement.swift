import FeedModel

/// Writes a page that a walk has read: its items' content, and their places in the order they arrived.
///
/// Few rows are touched where little changed: an item that stays on its page in the same order is not written, and a
/// list that shifts by one moves one item a page.
struct PagePlacement {
    let table: ItemTable
    let pages: PageTable
    let walk: Int64
    let number: Int64
    /// The page's address, what its validator is good for.
    let request: String
    let sequence: WriteSequence

    /// Whether an earlier page of this walk had the item: it keeps that place.
    func wasSeen(_ item: MergedItem) -> Bool {
        item.stored?.page.walk == walk
    }

    /// Writes the page.
    ///
    /// - Returns: whether an item changed its place relative to the others, or its page's row is new.
    func write(_ merge: PageMerge) throws -> Bool {
        let writer = ContentWriter(table: table, pages: pages, page: merge.page)
        for item in merge.items where wasSeen(item) || !item.isLive {
            try writer.writeInPlace(item)
        }
        let placed = merge.items.filter { $0.isLive && !wasSeen($0) }
        var moved = false
        var aside: [Int64: PagePlace] = [:]
        let parts = max(1, (placed.count + pages.partSize - 1) / pages.partSize)
        for part in 0..<parts {
            let range = part * pages.partSize..<min(placed.count, (part + 1) * pages.partSize)
            let changed = try write(placed[range], part: Int64(part), aside: &aside, with: writer)
            moved = moved || changed
        }
        try releaseParts(from: Int64(parts))
        return moved
    }

    /// The page has become shorter: its last parts stay in the old walk, whole.
    private func releaseParts(from first: Int64) throws {
        var part = first
        while let page = try pages.serverPage(number, part: part) {
            for item in try pages.items(on: page.id) {
                try table.note(item, on: page, change: "moved")
            }
            try pages.release(page)
            part += 1
        }
    }

    private func write(
        _ items: ArraySlice<MergedItem>, part: Int64, aside: inout [Int64: PagePlace], with writer: ContentWriter
    ) throws -> Bool {
        let leftBefore = aside.count
        let page = try markSeen(part: part, keeping: items, aside: &aside)
        let present = items.map { item in
            item.stored.flatMap { stored in
                aside[stored.id] == nil && stored.page.id == page.id ? stored.rank : nil
            }
        }
        let ranks = Ranks.assign(keeping: present)
        for (index, item) in items.enumerated() {
            if let rank = present[index], rank != ranks[index], let stored = item.stored {
                try table.vacateRank(stored.id, on: stored.page)
            }
        }
        for (index, item) in items.enumerated() {
            let place = ContentWriter.Place(page: page, rank: ranks[index])
            if let stored = item.stored {
                let old = ContentWriter.Place(page: aside[stored.id] ?? stored.page, rank: stored.rank)
                try writer.write(item, stored, from: old, to: place)
            } else {
                try writer.insert(item, at: place)
            }
        }
        return aside.count > leftBefore || zip(present, ranks).contains { $0 != $1 }
    }

    /// Brings the part's row to this walk; its items that are not among `items` stay in the old walk.
    private func markSeen(
        part: Int64, keeping items: ArraySlice<MergedItem>, aside: inout [Int64: PagePlace]
    ) throws -> PagePlace {
        guard let page = try pages.serverPage(number, part: part) else {
            return try pages.insert(walk: walk, number: number, part: part, request: request, sequence: sequence)
        }
        let staying = Set(items.compactMap { $0.stored?.page.id == page.id ? $0.stored?.id : nil })
        let leaving = try pages.items(on: page.id).filter { !staying.contains($0) }
        try pages.markSeen(page, walk: walk, request: request, sequence: sequence)
        if !leaving.isEmpty, page.walk != walk {
            let rest = try pages.insert(
                walk: page.walk, number: number, part: part, request: nil, sequence: page.sequence)
            for item in leaving {
                try table.reparent(item, from: page, to: rest)
                aside[item] = rest
            }
            pages.grow(page.id, by: -leaving.count)
            pages.grow(rest.id, by: leaving.count)
        }
        return PagePlace(
            id: page.id, walk: walk, number: number, part: part, isServerPage: true, sequence: sequence)
    }
}
