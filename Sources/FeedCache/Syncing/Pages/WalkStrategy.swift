import FeedModel
import FeedSource
import FeedStore
import Synchronization

enum Unmodified {
    /// All that the page held counts as met; the list goes on as it did.
    case page(PageCondition)
    /// The whole list is as it was.
    case list
    /// The 304 does not stand for what is stored: the page has to be read whole.
    case nothing
}

/// A walk, whose pages lead in the order they arrive: what they may be asked for conditionally with, and what a 304 means.
///
/// What is stored of pages is read for many of them at a time. It may be out of date when the answer comes:
/// `WalkStore.write` looks again. The lock guards what was read.
final class WalkStrategy: Sendable {
    enum Unconditional {
        case none
        case all
        case page(Int64)
    }

    /// Pages whose conditions are read together.
    private static let blockSize: Int64 = 64

    private let spec: CollectionSpec
    private let collection: CollectionStore
    let store: WalkStore
    /// The window of the list; nil where it is read to its end.
    let window: ListWindow?
    private let unconditional: Unconditional
    private let hasBare304: Bool
    private let block = Mutex((pages: 0..<0 as Range<Int64>, known: [Int64: WalkStore.KnownPage]()))

    /// - Parameter hasBare304: whether the server's 304s are known to lack the headers that the paging is in.
    init(
        spec: CollectionSpec, collection: CollectionStore, store: WalkStore, window: ListWindow?,
        unconditional: Unconditional, hasBare304: Bool
    ) {
        (self.spec, self.collection, self.store, self.window) = (spec, collection, store, window)
        (self.unconditional, self.hasBare304) = (unconditional, hasBare304)
    }

    /// What page `number` (from 1) is asked for conditionally with; nil for nothing.
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

    /// What a 304 for page `number` means, as far as that is known before it is written.
    ///
    /// - Parameter condition: what the page was asked for with.
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
}
