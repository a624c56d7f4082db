import FeedModel
import FeedSource
import FeedStore
import Synchronization

/// What is done with the pages of a list: a walk, a delta, or a single page of a walk.
protocol PageStrategy: Sendable {
    /// The version that changes are asked from; nil where the whole list is read.
    var since: String? { get }

    /// What page `number` (from 1) is asked for conditionally with; nil for nothing.
    func condition(forPage number: Int64, address: String) throws -> PageCondition?

    /// What a 304 for page `number` means, as far as that is known before it is written.
    ///
    /// - Parameter condition: what the page was asked for with.
    func meaning(of page: ListPage, number: Int64, condition: PageCondition?) throws -> Unmodified

    /// The window of the list; nil where it is read to its end.
    var window: ListWindow? { get }

    /// The payloads that are stored of a page for which the server said 304.
    func storedPayloads(onPage number: Int64) throws -> [String]

    /// Writes the next pages in one transaction, as `WalkStore.write` does.
    func write(_ pages: [ListPage]) throws -> WrittenPages

    /// The server has said that there is no page after the last one that was written.
    func end() throws
}

extension PageStrategy {
    var window: ListWindow? { nil }

    func condition(forPage number: Int64, address: String) throws -> PageCondition? { nil }
    func meaning(of page: ListPage, number: Int64, condition: PageCondition?) throws -> Unmodified { .nothing }
    func storedPayloads(onPage number: Int64) throws -> [String] { [] }
    func end() throws {}
}

enum Unmodified {
    /// All that the page held counts as met; the list goes on as it did.
    case page(PageCondition)
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
    let window: ListWindow?
    let conditions: StoredConditions
    let now: @Sendable () -> Instant

    var since: String? { nil }

    func storedPayloads(onPage number: Int64) throws -> [String] { try store.payloads(onPage: number) }

    func condition(forPage number: Int64, address: String) throws -> PageCondition? {
        try conditions.condition(forPage: number, address: address)
    }

    func meaning(of page: ListPage, number: Int64, condition: PageCondition?) throws -> Unmodified {
        if spec.validator == .list {
            return try number == 1 && store.isListConfirmed(by: page) ? .list : .nothing
        }
        if page.next == .unknown {
            try collection.noteBare304()
            return .nothing
        }
        guard let condition, condition.isMet(by: page) else { return .nothing }
        return .page(condition)
    }

    func write(_ pages: [ListPage]) throws -> WrittenPages {
        try store.write(pages, walk: walk, now: now())
    }

    func end() throws {
        try store.end(walk: walk, now: now())
    }
}

/// What the pages of a walk may be asked for conditionally with, read for many pages at a time.
///
/// It may be out of date when the answer comes: `WalkStore.write` looks again.
///
/// The lock guards what was read.
final class StoredConditions: Sendable {
    /// Pages whose conditions are read together.
    private static let blockSize: Int64 = 64

    private let spec: CollectionSpec
    private let store: WalkStore
    private let unconditional: Unconditional
    private let hasBare304: Bool
    private let block = Mutex((pages: 0..<0 as Range<Int64>, known: [Int64: WalkStore.KnownPage]()))

    enum Unconditional {
        case none
        case all
        case page(Int64)
    }

    /// - Parameter hasBare304: whether the server's 304s are known to lack the headers that the paging is in.
    init(spec: CollectionSpec, store: WalkStore, unconditional: Unconditional, hasBare304: Bool) {
        (self.spec, self.store, self.unconditional, self.hasBare304) = (spec, store, unconditional, hasBare304)
    }

    func condition(forPage number: Int64, address: String) throws -> PageCondition? {
        switch unconditional {
        case .all: return nil
        case .page(number): return nil
        case .none, .page: break
        }
        switch spec.validator {
        case .page:
            guard let known = try known(number), known.address == address else { return nil }
            return hasBare304 && known.condition.next == nil ? nil : known.condition
        case .list:
            return number == 1 ? try store.listCondition(address: address) : nil
        }
    }

    private func known(_ number: Int64) throws -> WalkStore.KnownPage? {
        try block.withLock { block in
            if !block.pages.contains(number) {
                block.known = try store.conditions(from: number, count: Self.blockSize)
                block.pages = number..<number + Self.blockSize
            }
            return block.known[number]
        }
    }
}

/// A delta: only what changed is asked for. Known items keep their places, only tombstones remove.
struct DeltaStrategy: PageStrategy {
    let since: String?
    /// Where new items go; nil where the list has a window.
    let place: DeltaPlace?
    let store: WalkStore
    let now: @Sendable () -> Instant

    func write(_ pages: [ListPage]) throws -> WrittenPages {
        try store.writeDelta(pages, place: place, now: now())
    }
}
