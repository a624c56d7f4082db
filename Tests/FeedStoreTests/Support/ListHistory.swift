import FeedModel
import GRDB
import TestSupport

@testable import FeedStore

/// One random life of a list, led by the store and the model side by side.
final class ListHistory {
    /// The first thing that the two disagree about.
    struct Disagreement: Error, CustomStringConvertible {
        let what: String
        let steps: [String]

        var description: String { "\(what)\nafter:\n  " + steps.joined(separator: "\n  ") }
    }

    private let database: FeedDatabase
    private let name: String
    private let source: SourceStore
    private let collection: CollectionStore
    private var generator: SeededGenerator
    private var server: ModelServer
    private var model = ListModel()
    private var run: RunStore
    private var steps: [String] = []
    private var clock: Int64 = 1_000
    private var request: Int64 = 0
    private var openPages: Int?
    private let partSize: Int
    /// What was on screen at the end of each run.
    private var screens: [(run: Int64, items: [FeedItem])] = []

    init(database: FeedDatabase, name: String, seed: UInt64) throws {
        self.database = database
        self.name = name
        generator = SeededGenerator(seed: seed)
        server = ModelServer(using: &generator)
        partSize = Int.random(in: 1...4, using: &generator)
        source = try database.source(named: name)
        collection = try source.collection(named: "list")
        run = try RunStore.begin(.sync, of: source, process: 1, now: Instant(seconds: clock))
    }

    func live(steps count: Int) throws {
        for _ in 0..<count {
            try step()
            try compare()
        }
        try endRun()
        try compareScreens()
        try prune(keeping: Int.random(in: 1...8, using: &generator))
        try compareScreens()
    }

    func forget() throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM item WHERE collection = ?", arguments: [collection.id])
            try db.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [source.id])
        }
    }

    // MARK: Steps

    private func step() throws {
        // The clock steps back as often as it likes.
        clock += Int64.random(in: -5...20, using: &generator)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<4:
            server.change(using: &generator)
            steps.append("the server has \(text(server.items))")
        case 4: try begin()
        case 5 where openPages == nil && model.wholeWalk > 0: try delta()
        case 6 where openPages == nil && model.wholeWalk > 0: try delta(isLate: true)
        case 7: try endRun()
        case 8 where openPages != nil && Int.random(in: 0..<4, using: &generator) == 0: try abandon()
        case 9 where Int.random(in: 0..<4, using: &generator) == 0: try prune(keeping: 6)
        default: try readOn()
        }
    }

    private var store: WalkStore {
        WalkStore(
            database: database, source: source.id, collection: collection.id, run: run.id, partSize: partSize)
    }

    private var now: Instant { Instant(seconds: clock) }

    private func nextRequest() -> Int64 {
        request += 2
        return request
    }

    private func begin() throws {
        steps.append("begin")
        _ = try store.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
        model.begin(now: now)
        openPages = 0
    }

    private func abandon() throws {
        steps.append("abandon")
        try store.abandon(walk: model.walk, because: nil, now: now)
        openPages = nil
    }

    /// What the server has answered for a page.
    private struct Answer {
        let page: ListPage
        let items: [TestItem]
        let request: Int64
        let total: Int?
        let isLast: Bool
        let step: String
    }

    /// Reads one page, or some that are written together.
    private func readOn() throws {
        guard let pages = openPages else { return try begin() }
        guard try store.state()?.next != nil else { return try finish() }
        var answers = [try answer(forPage: pages + 1)]
        while let last = answers.last, !last.isLast, Int.random(in: 0..<3, using: &generator) == 0 {
            if Int.random(in: 0..<6, using: &generator) == 0 { server.change(using: &generator) }
            answers.append(try answer(forPage: pages + answers.count + 1))
        }
        let written = try store.write(answers.map(\.page), walk: model.walk, now: now)
        for (answer, _) in zip(answers, written.results) {
            steps.append(answer.step)
            model.read(
                answer.items, request: answer.request, total: answer.total, made: answer.page.made, now: now)
        }
        if written.isOutdated != (written.results.count < answers.count) {
            throw disagreement("\(written.results.count) of \(answers.count) pages are written")
        }
        openPages = pages + written.results.count
    }

    /// Asks for a page, by what is stored before those before it are written.
    private func answer(forPage number: Int) throws -> Answer {
        let (items, isLast) = server.page(number)
        let (request, total) = (nextRequest(), server.total)
        let address = "list?page=\(number)"
        let etag = "\(text(items)) \(isLast) \(total ?? -1)"
        let condition = try store.condition(forPage: Int64(number), address: address)
        var (page, _) = TestItem.listPage(
            items, address: address, sequence: request, etag: etag, next: isLast ? nil : "\(number + 1)", total: total,
            made: now.advanced(bySeconds: -Int64.random(in: 0...9, using: &generator) / 8 * 40))
        let isUnmodified = condition?.validator.etag == etag
        if isUnmodified {
            page = ListPage(
                address: address, answeredBy: page.answeredBy, sequence: request, content: .notModified(nil),
                next: page.next, serverTime: now, made: page.made)
        }
        return Answer(
            page: page, items: items, request: request, total: total, isLast: isLast,
            step: isUnmodified
                ? "304 for \(text(items))" : "page \(number): \(text(items)) of \(total ?? -1)")
    }

    private func finish() throws {
        let allowsShrink = Int.random(in: 0..<5, using: &generator) == 0
        steps.append("finish\(allowsShrink ? ", shrink allowed" : "")")
        let number = nextRequest()
        let end = try store.finish(
            walk: model.walk, WalkFinishOptions(allowsShrink: allowsShrink, sequence: number), now: now)
        let expected = model.finish(allowsShrink: allowsShrink, run: run.id, request: number)
        if end.removed != expected.removed || end.kept != expected.kept || end.isHeldBack != expected.isHeldBack
            || end.wantsSecondWalk != expected.wantsSecondWalk || end.waiting != expected.waiting
            || (end.drift == nil) != (expected.drift == nil)
        {
            throw disagreement("the end is \(end), it should be \(expected)")
        }
        openPages = nil
    }

    /// - Parameter isLate: the answer to a request that was sent before what is stored by now.
    private func delta(isLate: Bool = false) throws {
        let items = server.changes(using: &generator)
        let place = Bool.random(using: &generator) ? DeltaPlace.head : .tail
        // Odd numbers are never used by others.
        let number = isLate ? Int64.random(in: 0...request / 2, using: &generator) * 2 + 1 : nextRequest()
        guard !isLate || lateNumbers.insert(number).inserted else { return }
        steps.append("delta \(place) \(number): \(text(items))")
        let (page, decoded) = TestItem.listPage(items, sequence: number)
        _ = try store.writeDelta(page, decoded, place: place, now: now)
        model.readDelta(items, request: number, place: place)
    }

    private var lateNumbers: Set<Int64> = []

    private func endRun() throws {
        steps.append("end of run \(run.id)")
        screens.append((run.id, try items()))
        // Some processes die without a word.
        if Bool.random(using: &generator) {
            try run.end(SyncReport(run: run.id), outcome: .complete, now: now)
        }
        run = try RunStore.begin(.sync, of: source, process: 1, now: now)
    }

    private func prune(keeping runs: Int) throws {
        steps.append("prune to \(runs) runs")
        let before = Set(try removed().keys)
        _ = try database.prune(PruneOptions(removedItems: .seconds(40), syncs: runs), now: now)
        for key in before.subtracting(try removed().keys) { model.forget(key) }
        let kept = try database.read(source: name) { try $0.runs(limit: .max).map(\.run) }
        screens.removeAll { !kept.contains($0.run) }
        try compare()
    }

    // MARK: Comparing

    private func compare() throws {
        let items = try items()
        let keys = items.map(\.key)
        if keys != model.keys { throw disagreement("order is \(keys), it should be \(model.keys)") }
        for item in items {
            guard let content = model.knowledge[item.key]?.content?.item else { continue }
            if item.payload != content.payload || item.version != content.version.map(String.init) {
                throw disagreement("\(item) should be \(content)")
            }
        }
        let removed = try removed()
        if removed.keys.sorted() != model.removed { throw disagreement("removed are \(removed.keys.sorted())") }
        for (key, item) in removed {
            guard let known = model.knowledge[key] else { continue }
            if item.payload != known.content?.item.payload
                || item.version != (known.greatest.item.version.map(String.init))
            {
                throw disagreement("kept of a removed item is \(item), it should be \(known)")
            }
        }
        try compareReading(items)
        // It reads the whole file: now and then is enough to name the step.
        guard Int.random(in: 0..<4, using: &generator) == 0 else { return }
        let findings = try database.read { try $0.checkIntegrity() }
        if !findings.isEmpty { throw disagreement("check finds \(findings)") }
    }

    private func compareReading(_ items: [FeedItem]) throws {
        let offset = Int.random(in: 0...items.count + 1, using: &generator)
        let limit = Int.random(in: 0...7, using: &generator)
        try database.read(source: name) { reader in
            let list = try reader.list("list")
            if try list.count() != items.count { throw disagreement("the counts do not sum up to \(items.count)") }
            let window = try list.window(offset: offset, limit: limit)
            if window != Array(items.dropFirst(offset).prefix(limit)) {
                throw disagreement("the window at \(offset) is \(window.map(\.key))")
            }
            guard offset < items.count else { return }
            let record = try list.record(of: items[offset].key)
            if record?.position != offset {
                throw disagreement("\(items[offset].key) is at \(record?.position ?? -1), not \(offset)")
            }
        }
    }

    private func compareScreens() throws {
        for (run, items) in screens.suffix(50) {
            let offset = Int.random(in: 0...items.count + 1, using: &generator)
            let limit = Int.random(in: 0...7, using: &generator)
            let (past, window, keys) = try database.read(source: name) { reader in
                let list = try reader.list("list")
                let past = try PastList(list, asOf: run)
                guard past.count == items.count else { throw disagreement("run \(run) is counted as \(past.count)") }
                return (
                    try past.window(0..<Int.max), try past.window(offset..<offset + limit), try past.keys()
                )
            }
            if window != Array(items.dropFirst(offset).prefix(limit)) {
                throw disagreement("the window at \(offset) of run \(run) is \(window.map(\.key))")
            }
            if keys != items.map(\.key) { throw disagreement("the IDs of run \(run) are \(keys)") }
            if past != items {
                throw disagreement(
                    "run \(run) showed \(items.map(\.payload)), it is rebuilt as \(past.map(\.payload))")
            }
        }
    }

    private func items() throws -> [FeedItem] {
        try database.read(source: name) { reader in
            var items: [FeedItem] = []
            try reader.list("list").forEach { _, item in items.append(item) }
            return items
        }
    }

    private func removed() throws -> [String: RemovedItem] {
        let removed = try database.read(source: name) { try $0.list("list").removed(offset: 0, limit: .max) }
        return Dictionary(removed.map { ($0.key, $0) }) { first, _ in first }
    }

    private func disagreement(_ what: String) -> Disagreement {
        Disagreement(what: what, steps: steps)
    }

    private func text(_ items: [TestItem]) -> String {
        items.map { "\($0.isTombstone ? "-" : "")\($0.id)@\($0.version ?? 0)\($0.title)" }.joined(separator: " ")
    }
}
