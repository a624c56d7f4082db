import FeedModel
import FeedSource
import FeedStore

/// What is done with the pages of a list: a walk, a delta, or a single page of a walk.
protocol PageStrategy: Sendable {
    /// The version that changes are asked from; nil where the whole list is read.
    var since: String? { get }

    /// Whether pages may be asked for before those before them are read.
    var mayGuess: Bool { get }

    /// What page `number` (from 1) is asked for conditionally with; nil for nothing.
    func condition(forPage number: Int64, address: String) throws -> PageCondition?

    /// Writes a page in one transaction.
    ///
    /// - Parameter keepsValidator: whether it may be asked for conditionally next time.
    func write(_ page: ListPage, _ items: DecodedPage, keepsValidator: Bool) throws -> PageResult

    /// Deals with a 304 for page `number`.
    func confirm(_ page: ListPage, number: Int64) throws -> Confirmation

    /// The server has said that there is no page after the last one that was written.
    func end() throws
}

/// What a 304 means.
enum Confirmation {
    /// All that the page held counts as met; the list goes on at `next`, or is at its end. `elements` is how many the
    /// walk has received so far, `total` the list's length where it is known.
    case page(next: String?, elements: Int, total: Int?)
    /// The whole list is as it was.
    case list
    /// The 304 does not stand for what is stored: the page has to be read whole.
    case nothing
}

/// A walk: pages lead in the order they arrive, and what a whole walk misses may be removed.
struct WalkStrategy: PageStrategy {
    let spec: CollectionSpec
    let collection: CollectionStore
    let store: WalkStore
    let walk: Int64
    /// Whether pages are asked for without validators.
    let isUnconditional: Bool
    /// Whether the server's 304s are known to lack the headers that the paging is in.
    let hasBare304: Bool
    let now: @Sendable () -> Instant

    var since: String? { nil }
    var mayGuess: Bool { true }

    func condition(forPage number: Int64, address: String) throws -> PageCondition? {
        if isUnconditional { return nil }
        switch spec.validator {
        case .page:
            let condition = try store.condition(forPage: number, address: address)
            return hasBare304 && condition?.next == nil ? nil : condition
        case .list:
            return number == 1 ? try store.listCondition(address: address) : nil
        }
    }

    func write(_ page: ListPage, _ items: DecodedPage, keepsValidator: Bool) throws -> PageResult {
        try store.write(page, items, walk: walk, keepsValidator: keepsValidator, now: now())
    }

    func confirm(_ page: ListPage, number: Int64) throws -> Confirmation {
        if spec.validator == .list {
            return try number == 1 && store.isListConfirmed(by: page) ? .list : .nothing
        }
        do {
            let state = try store.confirm(page, walk: walk, now: now())
            return .page(next: state.next, elements: state.elements, total: state.total)
        } catch WalkError.validatorIsOutdated {
            if page.next == .unknown { try collection.noteBare304() }
            return .nothing
        }
    }

    func end() throws {
        try store.end(walk: walk, now: now())
    }
}

/// A delta: only what changed is asked for. Known items keep their places, only tombstones remove.
struct DeltaStrategy: PageStrategy {
    let since: String?
    let place: DeltaPlace
    let store: WalkStore
    let now: @Sendable () -> Instant

    var mayGuess: Bool { false }

    func condition(forPage number: Int64, address: String) -> PageCondition? { nil }

    func write(_ page: ListPage, _ items: DecodedPage, keepsValidator: Bool) throws -> PageResult {
        try store.writeDelta(page, items, place: place, now: now())
    }

    func confirm(_ page: ListPage, number: Int64) -> Confirmation { .nothing }

    func end() {}
}
