import FeedCache
import FeedModel
import Synchronization
import TerminalKit

/// The result of the last command that listed something, to be shown again.
struct LastResult: Sendable {
    let words: [String]
    let listing: @Sendable (KeptRecords) -> Listing<KeptRecord>
    let records: KeptRecords
    /// Also what a limit left out; nil where that was not read.
    var whole: KeptRecords?
    var hasRest: Bool
}

extension Listing {
    fileprivate var ofKeptRecords: @Sendable (KeptRecords) -> Listing<KeptRecord> {
        let (names, jsonNames) = (fields.names, json?.names)
        return { [columns, hasHeader, document] records in
            var listing = Listing<KeptRecord>(reading: records.forEach, fields: Fields(names, of: \.values))
            if !columns.isEmpty { (listing.columns, listing.cells) = (columns, \.cells) }
            listing.json = jsonNames.map { Fields($0) { $0.json ?? [] } }
            (listing.hasHeader, listing.document) = (hasHeader, document)
            return listing
        }
    }
}

extension Fields<KeptRecord> {
    fileprivate init(_ names: [String], of values: @escaping @Sendable (KeptRecord) -> [String]) {
        self.init(
            names.enumerated().map { index, name in
                Field(name, shown: .text(name, isFlexible: true)) { record in
                    let values = values(record)
                    return values.indices.contains(index) ? .verbatim(values[index]) : .null
                }
            })
    }
}

final class LastResults: Sendable {
    private struct State {
        var words: [String] = []
        var last: LastResult?
    }

    private let state = Mutex(State())
    let printed = PrintedRows()

    var last: LastResult? { state.withLock(\.last) }

    /// A command begins; the result that was kept stays until it lists something.
    func begin(_ words: [String]) { state.withLock { $0.words = words } }

    func noteRest() { state.withLock { $0.last?.hasRest = true } }

    /// The same listing, which is kept as it is read.
    ///
    /// - Parameters:
    ///   - hasRest: whether a limit left something out.
    ///   - whole: the listing with what was left out, where that is at hand.
    func keeping<Element>(
        _ listing: Listing<Element>, hasRest: Bool, whole: Listing<Element>? = nil
    ) throws -> Listing<Element> {
        let records = KeptRecords()
        let wholeRecords = try whole.map { whole in
            let kept = KeptRecords()
            try whole.forEach { kept.add(KeptRecord($0, of: whole)) }
            kept.end()
            return kept
        }
        let result = LastResult(
            words: state.withLock(\.words), listing: listing.ofKeptRecords, records: records, whole: wholeRecords,
            hasRest: hasRest)
        state.withLock { $0.last = result }
        var kept = listing
        kept.forEach = { body in
            try listing.forEach { element in
                records.add(KeptRecord(element, of: listing))
                try body(element)
            }
            records.end()
        }
        return kept
    }
}

/// The rows that the last `feed` or `scroll` of a session has printed: a tap on one of them is on what was printed. The
/// lock guards them.
final class PrintedRows: Sendable {
    /// How many are remembered, the first of a longer screen.
    private static let most = 10_000

    private struct Place: Hashable {
        let section: ExactText
        let row: Int
    }

    private struct State {
        weak var cache: FeedEngine?
        var targets: [Place: FeedEvent.Target] = [:]
    }

    private let state = Mutex(State())

    func begin(of cache: FeedEngine) { state.withLock { $0 = State(cache: cache) } }

    func add(_ shown: FeedRow, at row: Int, of section: String) {
        state.withLock { state in
            guard state.targets.count < Self.most else { return }
            state.targets[Place(section: ExactText(section), row: row)] = FeedEvent.Target(shown)
        }
    }

    func target(at row: Int, of section: String, in cache: FeedEngine) -> FeedEvent.Target? {
        state.withLock { $0.cache === cache ? $0.targets[Place(section: ExactText(section), row: row)] : nil }
    }
}
