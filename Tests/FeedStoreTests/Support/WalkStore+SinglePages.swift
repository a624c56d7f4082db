import FeedModel

@testable import FeedStore

/// Pages that are written alone.
extension WalkStore {
    /// What a 304 that is not taken throws.
    struct Outdated: Error {}

    func write(
        _ page: ListPage, _ items: DecodedPage, walk: Int64, keepsValidator: Bool = true, now: Instant
    ) throws -> PageResult {
        let page = page.holding(items, isCut: !keepsValidator)
        return try write([page], walk: walk, now: now).results.compactMap(\.self)[0]
    }

    func writeDelta(_ page: ListPage, _ items: DecodedPage, place: DeltaPlace, now: Instant) throws -> PageResult {
        try writeDelta([page.holding(items)], place: place, now: now).results.compactMap(\.self)[0]
    }

    /// Writes a 304.
    ///
    /// - Returns: how far the walk has come with it.
    func confirm(_ page: ListPage, walk: Int64, now: Instant) throws -> WalkState {
        guard try !write([page], walk: walk, now: now).isOutdated, let state = try state() else {
            throw Outdated()
        }
        return state
    }

    func condition(forPage number: Int64, address: String) throws -> PageCondition? {
        let known = try conditions(from: number, count: 1)[number]
        return known?.address == address ? known?.condition : nil
    }
}

extension ListPage {
    /// The page with these items.
    func holding(_ items: DecodedPage, isCut: Bool = false) -> ListPage {
        ListPage(
            address: address, answeredBy: answeredBy, sequence: sequence, content: .items(items),
            validator: validator, next: next, isCut: isCut, total: total, pageCount: pageCount,
            isTotalInBody: isTotalInBody, serverTime: serverTime, made: made, date: date, remark: remark)
    }
}

extension CollectionStore {
    /// Reads what is stored by other rules, as the first page does that is read by them.
    func reparsePayloads(
        by name: String, in run: Int64, sequence: Int64, now: Instant,
        decode: @escaping @Sendable ([UInt8]) throws -> [DecodedItem]
    ) throws {
        let store = walk(in: run, rules: ItemRules(name: name, decode: decode))
        try store.write(at: now) { try store.applyRules(before: sequence, $0) }
    }
}

extension WalkFinishOptions {
    init(allowsShrink: Bool, isEndSaid: Bool = false, sequence: Int64) {
        self.init(sequence: sequence)
        (self.allowsShrink, self.isEndSaid) = (allowsShrink, isEndSaid)
    }
}
