import Dispatch
import FeedModel
import FeedStore

/// The pages of a list that are to be written, in their order.
///
/// One transaction is under way at a time, and what comes meanwhile waits for the next one. The first page is written at
/// once, so that there is something to show. Those after it wait for each other, but not longer than `longestWait`.
struct PageBatches {
    /// Items that may wait; a page that is taken may exceed them.
    static let mostItems = 1_000
    /// Bytes that may wait; a page that is taken may exceed them.
    static let mostBytes = 1 << 20
    static let mostPages = 100
    /// How long a page waits for those after it: short enough that a reader beside the sync does not notice.
    static let longestWait = Duration.milliseconds(25)

    private let write: @Sendable ([ListPage]) throws -> WrittenPages
    private let queue: DispatchQueue
    private var hasStarted = false
    private var waiting: [ListPage] = []
    private var itemCount = 0
    private var byteCount = 0
    private var due: ContinuousClock.Instant?
    /// Whether a task ends when the pages that wait have to be written.
    var hasTimer = false
    private var writing: [ListPage]?
    /// The list's length, as far as the pages that are written say.
    private var total: Int?
    /// Whether a 304 did not stand for its page any more: it and what came after it are not written.
    private(set) var isOutdated = false

    /// - Parameter queue: where transactions run, so that none blocks a thread that tasks share.
    init(write: @escaping @Sendable ([ListPage]) throws -> WrittenPages, queue: DispatchQueue) {
        (self.write, self.queue) = (write, queue)
    }

    var hasRoom: Bool {
        itemCount < Self.mostItems && byteCount < Self.mostBytes && waiting.count < Self.mostPages
    }
    var isEmpty: Bool { waiting.isEmpty && writing == nil }

    mutating func add(_ page: ListPage) {
        if waiting.isEmpty { due = .now + Self.longestWait }
        waiting.append(page)
        itemCount += page.items?.itemCount ?? 0
        byteCount += page.items?.body.count ?? 0
    }

    /// Begins to write what waits where it has waited long enough, and sets a timer where it has not.
    mutating func startWhenDue(_ tasks: inout PageTasks) {
        guard writing == nil, let due else { return }
        if !hasStarted || !hasRoom || due <= .now || Task.isCancelled { return start(&tasks) }
        guard !hasTimer else { return }
        hasTimer = true
        tasks.addTask {
            // A cancelled timer has no one to wake.
            try? await Task.sleep(until: due, clock: .continuous)
            return .due
        }
    }

    mutating func start(_ tasks: inout PageTasks) {
        guard writing == nil, !waiting.isEmpty else { return }
        hasStarted = true
        let batch = waiting
        writing = batch
        forgetWaiting()
        tasks.addTask { [write, queue] in try await queue.run { Self.write(batch, write) } }
    }

    /// Writes pages together. Where that fails, those that can be written alone are, up to the first that cannot.
    private static func write(_ pages: [ListPage], _ write: ([ListPage]) throws -> WrittenPages) -> PageEvent {
        do {
            return .written(try write(pages), failure: nil)
        } catch  where pages.count == 1 {
            return .written(WrittenPages(), failure: error)
        } catch {
            var written = WrittenPages()
            for page in pages where !written.isOutdated {
                guard case .written(let one, let failure) = Self.write([page], write) else { continue }
                written.append(one)
                if let failure { return .written(written, failure: failure) }
            }
            return .written(written, failure: nil)
        }
    }

    /// Counts the pages of the transaction that has ended.
    ///
    /// - Throws: `failure`; nothing is written after it.
    mutating func conclude(
        _ written: WrittenPages, failure: (any Error)?, _ tally: inout PageTally, report: (PageTally, Int?) -> Void
    ) throws {
        for (page, result) in zip(writing ?? [], written.results) {
            if let result, let items = page.items {
                tally.add(result, page, items)
            } else {
                tally.pages += 1
            }
            total = page.total(after: total)
            report(tally, total)
        }
        writing = nil
        if written.isOutdated || failure != nil { forgetWaiting() }
        isOutdated = isOutdated || written.isOutdated
        if let failure { throw failure }
    }

    private mutating func forgetWaiting() {
        waiting.removeAll()
        due = nil
        (itemCount, byteCount) = (0, 0)
    }
}
