import FeedModel
import FeedSource

/// Something in the pages of a list that does not fit what the manifest says of it.
package struct Suspicion: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case emptyList = "empty_list"
        case missingID = "missing_id"
        case duplicateIDs = "duplicate_ids"
        case missingVersion = "missing_version"
        case unreadableVersion = "unreadable_version"
        case mixedVersions = "mixed_versions"
        case allDeleted = "all_deleted"
        case unusedIgnore = "unused_ignore"
        case firstPage = "first_page"
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

    package let kind: Kind
    package let message: String
}

/// Looks for what is suspicious in one or two pages of a list.
struct Suspicions {
    let spec: CollectionSpec
    let pages: [ProbedPage]
    /// How many other items than the first page's are on the page before it.
    let itemsBefore: Int
    let lookup: PathLookup

    var all: [Suspicion] {
        guard let first = pages.first, first.page != nil else { return [] }
        return items + versions + marks + order + ends + totals + changes
    }

    private var decoded: [DecodedPage] { pages.compactMap(\.page) }
    private var count: Int { decoded.reduce(0) { $0 + $1.itemCount } }

    // MARK: Items

    private var items: [Suspicion] {
        if count == 0 {
            let reason = pages.first?.remark ?? "the list has no items: nothing else can be seen"
            return [Suspicion(kind: .emptyList, message: reason)]
        }
        var found: [Suspicion] = []
        let rejected = decoded.reduce(0) { $0 + $1.rejectedCount }
        if rejected > 0 {
            found.append(Suspicion(kind: .missingID, message: "\(rejected) of \(count) items have no usable ID"))
        }
        for (number, page) in decoded.enumerated() {
            let ids = PageComparison.ids(of: page)
            let repeated = ids.count - Set(ids).count
            guard repeated > 0 else { continue }
            found.append(
                Suspicion(
                    kind: .duplicateIDs,
                    message:
                        "page \(number + 1) has \(repeated.of("item")) with an ID of another one there"
                ))
        }
        return found
    }

    private var versions: [Suspicion] {
        guard let path = spec.version, count > 0 else { return [] }
        let items = decoded.flatMap(\.items).filter { if case .id = $0.identity { true } else { false } }
        let present = lookup.values(at: path).count
        let readable = items.count { $0.version != .none }
        var found: [Suspicion] = []
        if present == 0 {
            found.append(Suspicion(kind: .missingVersion, message: "no item has the version “\(path)”"))
        } else if present < items.count {
            found.append(
                Suspicion(
                    kind: .missingVersion,
                    message: "\(items.count - present) of \(items.count) items have no version “\(path)”"))
        }
        if readable < min(present, items.count) {
            found.append(
                Suspicion(
                    kind: .unreadableVersion,
                    message: "\(min(present, items.count) - readable) versions are neither a number nor a time"))
        }
        let kinds = items.map(\.version).filter { $0 != .none }
        if let first = kinds.first, kinds.contains(where: { !$0.isSameKind(as: first) }) {
            found.append(Suspicion(kind: .mixedVersions, message: "some versions are numbers and some are times"))
        }
        return found
    }

    private var marks: [Suspicion] {
        guard count > 0 else { return [] }
        var found: [Suspicion] = []
        if let path = spec.deleted, decoded.flatMap(\.items).allSatisfy(\.isTombstone) {
            found.append(Suspicion(kind: .allDeleted, message: "“\(path)” says that every item is deleted"))
        }
        for path in spec.ignoredPaths where lookup.values(at: path).isEmpty {
            found.append(Suspicion(kind: .unusedIgnore, message: "no item has “\(path)”, which is ignored"))
        }
        return found
    }

    // MARK: Pages

    private var order: [Suspicion] {
        if itemsBefore > 0 {
            let message = "\(itemsBefore) other items are on the page before the first one: is `first` right?"
            return [Suspicion(kind: .firstPage, message: message)]
        }
        guard decoded.count == 2 else { return [] }
        let comparison = PageComparison(decoded[0], decoded[1])
        if comparison.isSame {
            return [
                Suspicion(
                    kind: .samePage, message: "the second page has the items of the first one: the paging has no effect"
                )
            ]
        }
        if comparison.repeated == 0 { return [] }
        return [
            Suspicion(
                kind: .overlappingPages,
                message: "\(comparison.repeated) items of the second page are on the first one, too")
        ]
    }

    private var ends: [Suspicion] {
        guard let last = pages.last, let page = last.page, let metadata = last.metadata else { return [] }
        var found: [Suspicion] = []
        if last.next == nil {
            if let size = spec.paging.size, spec.paging.style != .none, page.itemCount >= size.count,
                metadata.saysMore != false, last.reportedTotal.map({ count < $0 }) ?? true
            {
                found.append(
                    Suspicion(
                        kind: .fullPageWithoutNext, message: "a full page of \(page.itemCount) items names no next page"
                    ))
            } else if let total = last.reportedTotal, count < total {
                found.append(
                    Suspicion(
                        kind: .fullPageWithoutNext,
                        message: "no next page is named after \(count) items, though the total is \(total)"))
            }
            if metadata.isNextPathMissing, !found.isEmpty {
                found.append(
                    Suspicion(kind: .missingNext, message: "the answer has nothing where it should name the next page"))
            }
        } else if page.itemCount == 0 {
            found.append(Suspicion(kind: .emptyPageWithNext, message: "a page without items names a next page"))
        }
        if let remark = last.remark, count > 0, found.isEmpty {
            found.append(Suspicion(kind: .saysMore, message: remark))
        }
        if spec.paging.style == .none, found.isEmpty, metadata.reportedTotal == nil, page.itemCount > 0,
            page.itemCount == spec.paging.size?.count || PageLength.isRound(page.itemCount)
        {
            let message =
                "the one answer has \(page.itemCount) items, as many as a page may have: is there a second one?"
            found.append(Suspicion(kind: .roundCount, message: message))
        }
        if let size = spec.paging.size, let first = pages.first, first.next != nil, let items = first.page?.itemCount,
            items > 0, items < size.count, pages.count == 1 || count > items
        {
            found.append(
                Suspicion(
                    kind: .shorterPages,
                    message:
                        "\(size.count) items a page are asked for, and \(items) are given before there is a next page"))
        }
        return found
    }

    /// Newer items come, and older ones stay away.
    private var changes: [Suspicion] {
        guard let delta = spec.delta, lookup.deltas.count == 2 else { return [] }
        let (old, new) = (lookup.deltas[0], lookup.deltas[1])
        var found: [Suspicion] = []
        if !old.items.contains(where: { $0.version > ItemVersion(text: old.start) }) {
            let message = "nothing newer came that was asked for since \(old.start), though the list has it"
            found.append(Suspicion(kind: .deltaWithoutNew, message: message))
        }
        let start = delta.start(new.start)
        let older = new.items.count { $0.version != .none && $0.version < start }
        if older > 0 {
            let message = "of what was asked for since \(new.start), \(older) items are older"
            found.append(Suspicion(kind: .deltaWithOld, message: message))
        }
        return found
    }

    private var totals: [Suspicion] {
        guard spec.paging.total != nil else { return [] }
        let totals = pages.map(\.reportedTotal)
        var found: [Suspicion] = []
        if totals.allSatisfy({ $0 == nil }) {
            found.append(Suspicion(kind: .missingTotal, message: "the total is no number in any answer"))
        }
        if let total = totals.last ?? nil, count > total {
            found.append(
                Suspicion(kind: .moreThanTotal, message: "\(count) items were given, more than the total of \(total)"))
        }
        if totals.count == 2, let first = totals[0], let second = totals[1], first != second {
            found.append(
                Suspicion(
                    kind: .otherTotal, message: "the total is \(first) on the first page and \(second) on the second"))
        }
        return found
    }
}
