import Dispatch
import FeedModel
import FeedStore
import Foundation
import Synchronization
import Testing

@testable import FeedCache

@Suite("Pages that are written together")
struct PageBatchesTests {
    /// Writes nothing, and notes the numbers of the pages that it is given together.
    private final class Recorder: Sendable {
        /// A page that cannot be written, and with it none of its transaction.
        let bad: Int64?
        /// A 304 that does not stand for its page any more.
        let outdated: Int64?
        let batches = Mutex<[[Int64]]>([])

        struct CannotWrite: Error {}

        init(bad: Int64? = nil, outdated: Int64? = nil) {
            self.bad = bad
            self.outdated = outdated
        }

        func write(_ pages: [ListPage]) throws -> WrittenPages {
            let numbers = pages.map(\.sequence)
            batches.withLock { $0.append(numbers) }
            if let bad, numbers.contains(bad) { throw CannotWrite() }
            let kept = numbers.prefix { $0 != outdated }
            var written = WrittenPages()
            written.results = kept.map { _ in PageResult() }
            written.isOutdated = kept.count < numbers.count
            return written
        }
    }

    private func page(_ number: Int64, items: Int = 1, bytes: Int = 10) -> ListPage {
        let item = DecodedItem(
            payload: 0..<2, identity: .id("\(number)"), versionText: nil, version: .none, isTombstone: false)
        let decoded = DecodedPage(
            body: Array(repeating: UInt8(ascii: " "), count: bytes), items: Array(repeating: item, count: items))
        return ListPage(
            address: "\(number)", answeredBy: "\(number)", sequence: number, content: .items(decoded), next: .end,
            serverTime: Instant(seconds: 0))
    }

    /// Hands over page 1 while the queue rests, then the others, and lets the queue go on.
    ///
    /// - Returns: how many pages were counted.
    private func write(_ numbers: ClosedRange<Int64>, to recorder: Recorder) async throws -> (Int, isOutdated: Bool) {
        let queue = DispatchQueue(label: "test")
        return try await withThrowingTaskGroup(of: PageEvent.self) { tasks in
            var batches = PageBatches(write: recorder.write, queue: queue)
            var tally = PageTally()
            queue.suspend()
            batches.add(page(numbers.lowerBound))
            batches.start(&tasks)
            for number in numbers.dropFirst() { batches.add(page(number)) }
            batches.start(&tasks)
            queue.resume()
            var failure: (any Error)?
            while !batches.isEmpty {
                guard case .written(let pages, let error) = try await tasks.next() else { continue }
                do {
                    try batches.conclude(pages, failure: error, &tally) { _, _ in }
                } catch {
                    failure = error
                }
                batches.start(&tasks)
            }
            #expect((failure != nil) == (recorder.bad != nil))
            return (tally.pages, batches.isOutdated)
        }
    }

    @Test("are those that came while others were written")
    func together() async throws {
        let recorder = Recorder()
        let written = try await write(1...5, to: recorder)
        #expect(recorder.batches.withLock(\.self) == [[1], [2, 3, 4, 5]])
        #expect(written == (5, false))
    }

    @Test("are written alone up to the first that cannot be")
    func alone() async throws {
        let recorder = Recorder(bad: 4)
        let written = try await write(1...5, to: recorder)
        #expect(recorder.batches.withLock(\.self) == [[1], [2, 3, 4, 5], [2], [3], [4]])
        #expect(written == (3, false))
    }

    @Test("end before a 304 that does not stand for its page any more")
    func outdated() async throws {
        let recorder = Recorder(outdated: 4)
        let written = try await write(1...5, to: recorder)
        #expect(recorder.batches.withLock(\.self) == [[1], [2, 3, 4, 5]])
        #expect(written == (3, true))
    }

    private struct UnexpectedEvent: Error {}

    /// What the transaction under way has written; it must be the next thing to happen.
    private func written(_ tasks: inout PageTasks) async throws -> WrittenPages {
        guard case .written(let pages, nil) = try await tasks.next() else { throw UnexpectedEvent() }
        return pages
    }

    @Test("are the first at once, and those after it when they have waited")
    func waiting() async throws {
        let recorder = Recorder()
        try await withThrowingTaskGroup(of: PageEvent.self) { tasks in
            var batches = PageBatches(write: recorder.write, queue: DispatchQueue(label: "test"))
            var tally = PageTally()
            batches.add(page(1))
            batches.startWhenDue(&tasks)
            try batches.conclude(try await written(&tasks), failure: nil, &tally) { _, _ in }
            batches.add(page(2))
            batches.startWhenDue(&tasks)
            batches.add(page(3))
            batches.startWhenDue(&tasks)
            let event = try await tasks.next()
            guard case .due = event else { throw UnexpectedEvent() }
            batches.hasTimer = false
            batches.startWhenDue(&tasks)
            try batches.conclude(try await written(&tasks), failure: nil, &tally) { _, _ in }
            #expect(batches.isEmpty)
        }
        #expect(recorder.batches.withLock(\.self) == [[1], [2, 3]])
    }

    @Test("are not waited for where there are enough")
    func enough() async throws {
        let recorder = Recorder()
        try await withThrowingTaskGroup(of: PageEvent.self) { tasks in
            var batches = PageBatches(write: recorder.write, queue: DispatchQueue(label: "test"))
            var tally = PageTally()
            for items in [1, PageBatches.mostItems] {
                batches.add(page(1, items: items))
                batches.startWhenDue(&tasks)
                try batches.conclude(try await written(&tasks), failure: nil, &tally) { _, _ in }
            }
        }
        #expect(recorder.batches.withLock(\.self).count == 2)
    }

    @Test("are bounded in items, bytes and pages")
    func bounded() {
        var batches = PageBatches(write: Recorder().write, queue: DispatchQueue(label: "test"))
        batches.add(page(1, items: PageBatches.mostItems - 1))
        #expect(batches.hasRoom)
        batches.add(page(2))
        #expect(!batches.hasRoom)
        batches = PageBatches(write: Recorder().write, queue: DispatchQueue(label: "test"))
        batches.add(page(1, bytes: PageBatches.mostBytes - 1))
        #expect(batches.hasRoom)
        batches.add(page(2))
        #expect(!batches.hasRoom)
        batches = PageBatches(write: Recorder().write, queue: DispatchQueue(label: "test"))
        for number in 1..<Int64(PageBatches.mostPages) { batches.add(page(number)) }
        #expect(batches.hasRoom)
        batches.add(page(Int64(PageBatches.mostPages)))
        #expect(!batches.hasRoom)
    }
}
