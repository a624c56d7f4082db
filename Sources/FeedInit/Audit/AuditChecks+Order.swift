import FeedModel
import FeedSource

/// The order of a list and its end.
extension AuditChecks {
    static func unstableOrder(_ evidence: AuditEvidence) -> AuditFinding? {
        for (earlier, later) in zip(evidence.walks, evidence.walks.dropFirst()) {
            guard let (left, right) = swap(earlier, later), !areOnlyCutElsewhere(earlier, later) else { continue }
            return AuditFinding(
                .unstableOrder, "\(left.name) is before \(right.name) in one walk and after it in the next",
                [left.proof(), right.proof()])
        }
        return lostBetweenWalks(evidence) ?? lostBetweenPages(evidence)
    }

    /// The first two items that have changed places, of those that are the same in both walks.
    private static func swap(_ earlier: AuditWalk, _ later: AuditWalk) -> (AuditItem, AuditItem)? {
        let known = earlier.byID
        let after = later.items.filter { $0.isSame(as: known[$0.id]) }
        let kept = Set(after.map(\.id))
        return zip(earlier.items.filter { kept.contains($0.id) }, after).first { $0.id != $1.id }
    }

    /// Whether two walks differ in the order within the pages alone, since these begin elsewhere: some servers choose a page
    /// by one field, and sort what is on it by the ID.
    private static func areOnlyCutElsewhere(_ earlier: AuditWalk, _ later: AuditWalk) -> Bool {
        guard (earlier.pages + later.pages).allSatisfy(\.isSortedByID),
            earlier.pages.first?.count != later.pages.first?.count || earlier.overlaps.isEmpty && later.overlaps.isEmpty
        else { return false }
        var pages: [String: Int] = [:]
        for (number, page) in earlier.pages.enumerated() { for item in page.items { pages[item.id] = number } }
        var last = 0
        for page in later.pages {
            let numbers = page.items.compactMap { pages[$0.id] }
            if numbers.contains(where: { $0 < last }) { return false }
            last = max(last, numbers.max() ?? 0)
        }
        return true
    }

    /// An item that the walk in the middle did not meet, though the walks around it did.
    private static func lostBetweenWalks(_ evidence: AuditEvidence) -> AuditFinding? {
        let walks = evidence.walks
        guard walks.count == 3, walks.allSatisfy({ $0.end == .whole }) else { return nil }
        let (middle, last) = (walks[1].byID, walks[2].byID)
        let lost = walks[0].items.first { middle[$0.id] == nil && $0.isSame(as: last[$0.id]) }
        guard let lost, let again = last[lost.id], !hasSlid(lost, in: walks) else { return nil }
        return AuditFinding(
            .unstableOrder, "\(lost.name) is in the first walk and the third, not in the second",
            [lost.proof(), again.proof()])
    }

    /// Whether an item in front of it went between the first walk and the last: between two pages of the walk in the middle
    /// the others came one place forward, and this one onto the page that had been read.
    private static func hasSlid(_ lost: AuditItem, in walks: [AuditWalk]) -> Bool {
        let inFront = [walks[0], walks[2]].map { Set($0.sequence.prefix { $0 != lost.id }) }
        return walks[1].pages.count > 1 && !inFront[0].isSubset(of: inFront[1])
    }

    /// An ID that is on two pages, beside one that is on none.
    private static func lostBetweenPages(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let (name, pages) = lastingOverlap(evidence), let walk = evidence.walks.first else { return nil }
        let known = Set(evidence.walks.prefix(2).flatMap(\.sequence))
        let lost = evidence.walks.dropFirst(2).flatMap(\.items).first { !known.contains($0.id) }
        let missing = (walk.pages.last?.total ?? 0) - walk.byID.count
        guard lost != nil || evidence.isSteady && missing > 0 else { return nil }
        let other = lost?.name ?? missing.of("item") + " of the total"
        return AuditFinding(
            .unstableOrder, "\(name) is on two pages, and \(other) on none",
            pages.map { $0.proof("with \(name)") } + (lost.map { [$0.proof()] } ?? []))
    }

    static func overlappingPages(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let (name, pages) = lastingOverlap(evidence), unstableOrder(evidence) == nil else { return nil }
        return AuditFinding(
            .overlappingPages, "\(name) is on two pages, in each walk", pages.map { $0.proof("with \(name)") })
    }

    /// An ID that is on two pages in each of the first walks. In one walk alone an item may have been put in front.
    private static func lastingOverlap(_ evidence: AuditEvidence) -> (name: String, pages: [AuditPage])? {
        let overlaps = evidence.walks.prefix(2).map(\.overlaps)
        guard overlaps.count == 2, endlessList(evidence) == nil, let id = overlaps[0].intersection(overlaps[1]).min()
        else { return nil }
        let pages = evidence.walks[0].pages.filter { $0.items.contains { $0.id == id } }
        return ("“\(Sample.cut(id))”", Array(pages.prefix(2)))
    }

    /// Cursors that some servers give where there is no next page.
    private static let endCursors: Set<String> = ["0", "-1", "false", "null", "none", "end"]

    static func endlessList(_ evidence: AuditEvidence) -> AuditFinding? {
        for walk in evidence.walks + (evidence.delta.map { [$0.walk] } ?? []) {
            guard case .loop(let message) = walk.end else { continue }
            let ends = walk.pages.compactMap { page -> String? in
                guard case .token(let text) = page.cursor, endCursors.contains(text.lowercased()) else { return nil }
                return "paging.end_cursor = \(TOMLText.string(text))"
            }
            let lines = evidence.spec.paging.loopAdvice == nil ? [] : Array(ends.prefix(1))
            return AuditFinding(
                .endlessList, message, walk.pages.suffix(2).map { $0.proof("\($0.count.of("item")), and a next page") },
                lines: lines)
        }
        return nil
    }

    static func endsEarly(_ evidence: AuditEvidence) -> AuditFinding? {
        guard evidence.walks.count > 1, cappedTotal(evidence) == nil, let last = evidence.walks[0].pages.last else {
            return nil
        }
        let ends = evidence.walks.prefix(2).map { ($0.end, $0.pages.last?.probed.remark) }
        let proof = last.proof("\(last.count.of("item")), no next page")
        if case .broken(let message) = ends[0].0, ends[0].0 == ends[1].0 {
            return AuditFinding(.endsEarly, message, [proof])
        }
        if let remark = ends[0].1, ends[1].1 == remark { return AuditFinding(.endsEarly, remark, [proof]) }
        if let beyond = evidence.beyond, itemsBeyond(evidence) > 0 {
            return AuditFinding(
                .endsEarly, "the page after the end has other items",
                [proof, beyond.proof(itemsBeyond(evidence).of("other item"))])
        }
        let count = evidence.walks[0].elementCount
        guard evidence.isSteady, unsteadyTotal(evidence) == nil, !isNumbered(last), let total = last.total,
            total > count
        else { return nil }
        return AuditFinding(.endsEarly, "the list ends after \(count.of("item")), and its total is \(total)", [proof])
    }

    /// Whether pages are asked for by number, so that an empty one ends the list.
    private static func isNumbered(_ page: AuditPage) -> Bool {
        if case .number = page.cursor { true } else { false }
    }

    /// Items on the page after the end that no walk has met. One that was new then would be in the second walk.
    private static func itemsBeyond(_ evidence: AuditEvidence) -> Int {
        let known = Set(evidence.walks.prefix(2).flatMap(\.sequence))
        return evidence.walks.count > 1 ? evidence.beyond?.items.count { !known.contains($0.id) } ?? 0 : 0
    }

    static func nextAfterLast(_ evidence: AuditEvidence) -> AuditFinding? {
        let ends = evidence.walks.prefix(2).compactMap { walk -> AuditPage? in
            guard walk.end == .whole, let last = walk.pages.last else { return nil }
            // What it named was answered as the end (`end_status`).
            if last.saysMore == true, last.next != nil { return last }
            guard last.count == 0, let before = walk.pages.dropLast().last else { return nil }
            let isToken = !isNumbered(before) && evidence.spec.paging.style != .afterID
            return before.saysMore ?? isToken ? before : nil
        }
        guard ends.count == 2 else { return nil }
        return AuditFinding(
            .nextAfterLast, "the last page with items says that there is one more, which is empty",
            [ends[0].proof("\(ends[0].count.of("item")), and a next page")])
    }

    static func cappedSize(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let size = evidence.spec.paging.size?.count, evidence.spec.sized(size) != nil,
            let pages = evidence.walks.first?.pages.filter({ $0.count > 0 }), pages.count > 1,
            let count = pages.first?.count, count < size, pages.dropLast().allSatisfy({ $0.count == count })
        else { return nil }
        return AuditFinding(
            .cappedSize, "\(size) items a page are asked for, and \(count) are given",
            pages.prefix(2).map { $0.proof($0.count.of("item")) }, lines: ["paging.size = \(count)"])
    }

    // MARK: Totals

    static func cappedTotal(_ evidence: AuditEvidence) -> AuditFinding? {
        guard let walk = evidence.walks.first, let last = walk.pages.last, let total = last.total, total > 0,
            total % 100 == 0
        else { return nil }
        let isPassed = evidence.isSteady && total < walk.items.count { !$0.decoded.isTombstone }
        let isEnd = total <= walk.elementCount && itemsBeyond(evidence) > 0
        guard isPassed || isEnd || total == 10_000 && (walk.end == .cut || walk.elementCount >= total) else {
            return nil
        }
        let more = isEnd ? evidence.beyond?.proof(itemsBeyond(evidence).of("other item")) : nil
        return AuditFinding(
            .cappedTotal, "the total is \(total), where counting seems to stop",
            [last.proof("total \(total)")] + (more.map { [$0] } ?? []))
    }

    static func wrongTotal(_ evidence: AuditEvidence) -> AuditFinding? {
        guard evidence.isSteady, let last = evidence.walks[0].pages.last, let total = last.total,
            evidence.walks[1].pages.last?.total == total,
            [cappedTotal, endsEarly, unsteadyTotal, unstableOrder, overlappingPages].allSatisfy({ $0(evidence) == nil })
        else { return nil }
        let (count, items) = (evidence.walks[0].elementCount, evidence.walks[0].items)
        if [count, items.count, items.count { !$0.decoded.isTombstone }].contains(total) { return nil }
        return AuditFinding(
            .wrongTotal, "the total is \(total), and the list has \(count.of("item"))",
            [last.proof("the last page, total \(total)")])
    }

    static func unsteadyTotal(_ evidence: AuditEvidence) -> AuditFinding? {
        let totals = evidence.walks.prefix(2).map { walk in walk.pages.filter { $0.total != nil } }
        guard evidence.isSteady, totals.allSatisfy({ Set($0.map(\.total)).count > 1 }), let first = totals[0].first,
            let other = totals[0].first(where: { $0.total != first.total })
        else { return nil }
        return AuditFinding(
            .unsteadyTotal, "the total differs from page to page, and the list did not change",
            [first, other].map { $0.proof("total \($0.total ?? 0)") })
    }
}
