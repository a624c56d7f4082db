import FeedModel
import FeedSource
import FeedStore
import Synchronization

enum Unmodified {
    /// All that the page held counts as met; the list goes on as it did.
    case page(PageCondition)
    /// The whole list is as it was.
    case list
}

/// A walk, whose pages lead in the order they arrive: what they may be asked for conditionally with, and what a 304 means.
///
/// What is stored of pages is read for many of them at a time. It may be out of date when the answer comes:
/// `WalkStore.write` looks again. The lock guards what was read.
final class WalkStrategy: Sendable {
    /// Pages whose conditions are read together.
    private static let blockSize: Int64 = 64

    let sync: CollectionSync
    /// The window of the list; nil where it is read to its end.
    let window: ListWindow?
    private let unconditional: Range<Int64>
    private let hasBare304: Bool
    private let block = Mutex((pages: 0..<0 as Range<Int64>, known: [Int64: WalkStore.KnownPage]()))

    init(_ sync: CollectionSync, _ kind: WalkKind, unconditional: Range<Int64>) {
        (self.sync, self.unconditional) = (sync, unconditional)
        window = kind == .sync ? sync.spec.keep : nil
        hasBare304 = sync.state.hasBare304 && sync.state.fingerprint == sync.fingerprint
    }

    /// What page `number` (from 1) is asked for conditionally with; nil for nothing.
    func condition(forPage number: Int64, address: String) throws -> PageCondition? {
        if unconditional.contains(number) { return nil }
        switch sync.spec.validator {
        case .page:
            guard let known = try known(number), known.address == address else { return nil }
            return hasBare304 && known.condition.next == nil ? nil : known.condition
        case .list:
            return number == 1 ? try sync.store.listCondition(address: address) : nil
        }
    }

    private func known(_ number: Int64) throws -> WalkStore.KnownPage? {
        try block.withLock { block in
            if !block.pages.contains(number) {
                block.known = try sync.store.conditions(from: number, count: Self.blockSize)
                block.pages = number..<number + Self.blockSize
            }
            return block.known[number]
        }
    }

    /// What a 304 for page `number` means, as far as that is known before it is written; nil where it does not stand for what
    /// is stored, so that the page has to be read whole.
    ///
    /// - Parameter condition: what the page was asked for with.
    func meaning(of page: ListPage, number: Int64, condition: PageCondition?) throws -> Unmodified? {
        if sync.spec.validator == .list {
            return try number == 1 && sync.store.isListConfirmed(by: page) ? .list : nil
        }
        if page.next == .unknown {
            try sync.collection.noteBare304()
            return nil
        }
        return condition.flatMap { $0.isMet(by: page) ? .page($0) : nil }
    }
}
