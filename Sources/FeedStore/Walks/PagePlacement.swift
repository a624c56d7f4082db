import FeedModel
import GRDB

/// Writes a page that a walk has read: its items' content, and their places in the order they arrived.
///
/// Few rows are touched where little changed: an item that stays on its page in the same order is not written, and a
/// list that shifts by one moves one item a page.
struct PagePlacement {
    let table: ItemTable
    let walk: Int64
    let number: Int64
    /// The page's address, what its validator is good for.
    let request: String
    let digest: Int64?
    let sequence: WriteSequence

    private var pages: PageTable { table.pages }

    struct Outcome {
        let head: PagePlace
        let isNew: Bool
        /// Whether an item changed its place relative to the others.
        let hasMoved: Bool
    }

    /// Whether an earlier page of this walk had the item: it keeps that place. What a delta brought while the walk was
    /// open was not seen by the walk.
    func wasSeen(_ item: MergedItem) -> Bool {
        item.stored.map { $0.page.walk == walk && $0.page.isServerPage } ?? false
    }

    func write(_ merge: PageMerge) throws -> Outcome {
        let writer = ContentWriter(table: table, page: merge.page)
        for item in merge.items where wasSeen(item) || !item.isLive {
            try writer.writeInPlace(item)
        }
        var rest = merge.items.filter { $0.isLive && !wasSeen($0) }[...]
        var aside: [Int64: PagePlace] = [:]
        var parts: [Outcome] = []
        repeat {
            let part = Int64(parts.count)
            parts.append(try write(rest.prefix(pages.partSize), part: part, aside: &aside, with: writer))
            rest = rest.dropFirst(pages.partSize)
        } while !rest.isEmpty
        if !parts[0].isNew { try releaseParts(from: Int64(parts.count)) }
        return Outcome(head: parts[0].head, isNew: parts[0].isNew, hasMoved: parts.contains(where: \.hasMoved))
    }

    /// The page has become shorter: its last parts stay in the old walk, whole.
    private func releaseParts(from first: Int64) throws {
        var part = first
        while let page = try pages.serverPage(number, part: part) {
            try table.noteAll(where: "page.id = :page", ["page": page.id], change: "moved")
            try pages.release(page)
            part += 1
        }
    }

    private func write(
        _ items: ArraySlice<MergedItem>, part: Int64, aside: inout [Int64: PagePlace], with writer: ContentWriter
    ) throws -> Outcome {
        let leftBefore = aside.count
        let (page, isNew) = try markRead(part: part, keeping: items, aside: &aside)
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
        try writer.place(zip(items, ranks), on: page) { aside[$0.id] ?? $0.page }
        let hasMoved = aside.count > leftBefore || zip(present, ranks).contains { $0 != $1 }
        return Outcome(head: page, isNew: isNew, hasMoved: hasMoved)
    }

    /// Brings the part's row to this walk; its items that are not among `items` stay in the old walk.
    private func markRead(
        part: Int64, keeping items: ArraySlice<MergedItem>, aside: inout [Int64: PagePlace]
    ) throws -> (page: PagePlace, isNew: Bool) {
        let digest = part == 0 ? digest : nil
        guard let page = try pages.serverPage(number, part: part) else {
            let page = try pages.insert(
                walk: walk, number: number, part: part, request: request, digest: digest, sequence: sequence,
                expectedCount: items.count)
            return (page, true)
        }
        let staying = Set(items.compactMap { $0.stored?.page.id == page.id ? $0.stored?.id : nil })
        let leaving = try pages.items(on: page.id).filter { !staying.contains($0.id) }
        try pages.markRead(page, walk: walk, request: request, digest: digest, sequence: sequence)
        if !leaving.isEmpty, page.walk != walk {
            let rest = try pages.insert(
                walk: page.walk, number: number, part: part, request: nil, sequence: page.sequence,
                expectedCount: leaving.count)
            for item in leaving {
                try table.move(item.id, from: page, to: rest, rank: item.rank)
                aside[item.id] = rest
            }
        }
        let read = PagePlace(
            id: page.id, walk: walk, number: number, part: part, isServerPage: true, sequence: sequence)
        return (read, false)
    }
}
