import FeedModel
import FeedSource

/// Something in the pages of a list that does not fit what the manifest says of it.
struct Suspicion: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case emptyList = "empty_list"
        case missingID = "missing_id"
        case duplicateIDs = "duplicate_ids"
        case missingVersion = "missing_version"
        case unreadableVersion = "unreadable_version"
        case mixedVersions = "mixed_versions"
        case allDeleted = "all_deleted"
        case unusedIgnore = "unused_ignore"
        case firstPage = "first_page"
        case lastPage = "last_page"
        case samePage = "same_page"
        case overlappingPages = "overlapping_pages"
        case fullPageWithoutNext = "full_page_without_next"
        case missingNext = "missing_next"
        case emptyPageWithNext = "empty_page_with_next"
        case roundCount = "round_count"
        case shorterPages = "shorter_pages"
        case saysMore = "says_more"
        case missingTotal = "missing_total"
        case moreThanTotal = "more_than_total"
        case otherTotal = "other_total"
        case deltaWithOld = "delta_with_old"
        case deltaWithoutNew = "delta_without_new"
    }

    let kind: Kind
    let message: String
}

/// Looks for what is suspicious in one or two pages of a list.
struct Suspicions {
    let spec: CollectionSpec
    let pages: [ProbedPage]
    let ends: ListEnds
    let lookup: PathLookup

    var all: [Suspicion] {
        guard let first = pages.first, first.page != nil else { return [] }
        return items + versions + marks + order + lastPages + totals + changes
    }

    /// Those of which there is something to say.
    private func found(_ said: KeyValuePairs<Suspicion.Kind, String?>) -> [Suspicion] {
        said.compactMap { kind, message in message.map { Suspicion(kind: kind, message: $0) } }
    }

    private var decoded: [DecodedPage] { pages.compactMap(\.page) }
    private var count: Int { decoded.reduce(0) { $0 + $1.itemCount } }

    // MARK: Items

    private var items: [Suspicion] {
        if count == 0 {
            return found([.emptyList: pages.first?.remark ?? "the list has no items: nothing else can be seen"])
        }
        let rejected = decoded.reduce(0) { $0 + $1.rejectedCount }
        let missing = found([.missingID: rejected > 0 ? "\(rejected) of \(count) items have no usable ID" : nil])
        return missing
            + decoded.enumerated().flatMap { number, page in
                let ids = page.ids
                let repeated = ids.count - Set(ids).count
                let message = "page \(number + 1) has \(repeated.of("item")) with an ID of another one there"
                return found([.duplicateIDs: repeated > 0 ? message : nil])
            }
    }

    private var versions: [Suspicion] {
        guard let path = spec.version, count > 0 else { return [] }
        let items = decoded.flatMap(\.items).filter { $0.id != nil }
        let present = lookup.values(at: path) { page in
            (page.page?.items ?? []).filter { $0.id != nil }.map(\.payload)
        }.count
        let readable = items.map(\.version).filter { $0 != .none }
        let (missing, unreadable) = (items.count - present, min(present, items.count) - readable.count)
        let part = missing > 0 ? "\(missing) of \(items.count) items have no version “\(path)”" : nil
        let isMixed = readable.first.map { first in !readable.allSatisfy { $0.isSameKind(as: first) } } ?? false
        return found([
            .missingVersion: present == 0 ? "no item has the version “\(path)”" : part,
            .unreadableVersion: unreadable > 0 ? "\(unreadable) versions are neither a number nor a time" : nil,
            .mixedVersions: isMixed ? "some versions are numbers and some are times" : nil,
        ])
    }

    private var marks: [Suspicion] {
        guard count > 0 else { return [] }
        let deleted = spec.deleted.flatMap { decoded.flatMap(\.items).allSatisfy(\.isTombstone) ? $0 : nil }
        let unused = spec.ignoredPaths.filter { lookup.values(at: $0).isEmpty }
        return found([.allDeleted: deleted.map { "“\($0)” says that every item is deleted" }])
            + unused.flatMap { found([.unusedIgnore: "no item has “\($0)”, which is ignored"]) }
    }

    // MARK: Pages

    private var order: [Suspicion] {
        if ends.before > 0 {
            return found([
                .firstPage: "\(ends.before) other items are on the page before the first one: is `first` right?"
            ])
        }
        if let after = ends.after, after > 0 {
            return found([.lastPage: "\(after) other items are on the page after the last one by the total"])
        }
        guard decoded.count == 2 else { return [] }
        let comparison = PageComparison(decoded[0], decoded[1])
        if comparison.isSame {
            return found([.samePage: "the second page has the items of the first one: the paging has no effect"])
        }
        let overlap = "\(comparison.repeated) items of the second page are on the first one, too"
        return found([.overlappingPages: comparison.repeated > 0 ? overlap : nil])
    }

    private var lastPages: [Suspicion] {
        guard let last = pages.last, let page = last.page, let metadata = last.metadata else { return [] }
        let remark = count > 0 ? last.remark : nil
        let odd = oddEnd(last, page, metadata)
        let said = odd.isEmpty ? found([.saysMore: remark]) : odd
        let isRound =
            spec.paging.style == .none && said.isEmpty && metadata.reportedTotal == nil && page.itemCount > 0
            && (page.itemCount == spec.paging.size?.count || PageLength.isRound(page.itemCount))
        let isOnly = "the one answer has \(page.itemCount) items, as many as a page may have: is there a second one?"
        return said + found([.roundCount: isRound ? isOnly : nil, .shorterPages: shorterPages])
    }

    private func oddEnd(_ last: ProbedPage, _ page: DecodedPage, _ metadata: PageMetadata) -> [Suspicion] {
        guard last.next == nil else {
            return found([.emptyPageWithNext: page.itemCount == 0 ? "a page without items names a next page" : nil])
        }
        let isShort = last.reportedTotal.map { count < $0 }
        let isFull = spec.paging.size.map { spec.paging.style != .none && page.itemCount >= $0.count } ?? false
        let message: String
        if isFull, metadata.saysMore != false, isShort ?? true {
            message = "a full page of \(page.itemCount) items names no next page"
        } else if let total = last.reportedTotal, isShort == true {
            message = "no next page is named after \(count) items, though the total is \(total)"
        } else {
            return []
        }
        let missing = "the answer has nothing where it should name the next page"
        return found([.fullPageWithoutNext: message, .missingNext: metadata.isNextPathMissing ? missing : nil])
    }

    private var shorterPages: String? {
        guard let size = spec.paging.size, let first = pages.first, first.next != nil,
            let items = first.page?.itemCount, items > 0, items < size.count, pages.count == 1 || count > items
        else { return nil }
        return "\(size.count) items a page are asked for, and \(items) are given before there is a next page"
    }

    /// Newer items come, and older ones stay away.
    private var changes: [Suspicion] {
        guard let delta = spec.delta, lookup.deltas.count == 2 else { return [] }
        let (old, new) = (lookup.deltas[0], lookup.deltas[1])
        let hasNew = old.items.contains { $0.version > ItemVersion(text: old.start) }
        let nothing = "nothing newer came that was asked for since \(old.start), though the list has it"
        let start = delta.start(new.start)
        let older = new.items.count { $0.version != .none && $0.version < start }
        let some = "of what was asked for since \(new.start), \(older) items are older"
        return found([.deltaWithoutNew: hasNew ? nil : nothing, .deltaWithOld: older > 0 ? some : nil])
    }

    private var totals: [Suspicion] {
        guard spec.paging.total != nil else { return [] }
        let totals = pages.map(\.reportedTotal)
        let passed = (totals.last ?? nil).flatMap { count > $0 ? $0 : nil }
        var others: String?
        if totals.count == 2, let first = totals[0], let second = totals[1], first != second {
            others = "the total is \(first) on the first page and \(second) on the second"
        }
        return found([
            .missingTotal: totals.allSatisfy { $0 == nil } ? "the total is no number in any answer" : nil,
            .moreThanTotal: passed.map { "\(count) items were given, more than the total of \($0)" },
            .otherTotal: others,
        ])
    }
}
