import FeedModel
import Foundation
import GRDB
import TestSupport

@testable import FeedStore

/// A random life of a cache and of one that mirrors it: two processes write, lists move, removals are forgotten, the file
/// and the mirror are put back to what they were, and the mirror reads in small chunks with writers in between.
final class ChangeWorld {
    struct Disagreement: Error, CustomStringConvertible {
        let what: String
        let steps: [String]

        var description: String { "\(what)\nafter:\n  " + steps.joined(separator: "\n  ") }
    }

    private let folder: URL
    private let path: String
    private var generator: SeededGenerator
    /// Processes that have the file open.
    private var processes: [FeedDatabase] = []
    private var servers: [ModelServer]
    private var openPages: [Int?]
    private var runs: [RunStore?]
    private var rules = 0
    private var clock: Int64 = 1_000
    private var request: Int64 = 0
    private var steps: [String] = []

    private var mirror = ChangeMirror()
    private var forgottenEvents: Set<String> = []
    /// When each source or its list was last forgotten, in milliseconds since 1970.
    private var forgotten: [String: Int64] = [:]
    private var reader: ChangeReader?
    private var copies: [(path: String, forgottenEvents: Set<String>)] = []
    private var mirrors: [ChangeMirror] = []
    /// Complete states that were compared, and snapshots that were read.
    private(set) var completeStates = 0
    private(set) var snapshots = 0

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "feed.db").path
        let lists = Int.random(in: 1...2, using: &generator)
        var servers: [ModelServer] = []
        for _ in 0..<lists { servers.append(ModelServer(using: &generator)) }
        self.servers = servers
        self.generator = generator
        openPages = Array(repeating: nil, count: lists)
        runs = Array(repeating: nil, count: lists)
        try open()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func live(steps count: Int) throws {
        for _ in 0..<count {
            clock += Int64.random(in: 0...20, using: &generator)
            if Bool.random(using: &generator) { try write() } else { try read() }
        }
        try catchUp()
        let findings = try processes[0].read { try $0.checkIntegrity() }
        if !findings.isEmpty { throw Disagreement(what: "check finds \(findings)", steps: steps) }
    }

    // MARK: Writers

    private var now: Instant { Instant(seconds: clock) }

    private func open() throws {
        processes = try (0..<2).map { _ in try FeedDatabase(path: path) }
        for list in servers.indices {
            openPages[list] = nil
            try begin(list, in: processes[0])
        }
    }

    /// Begins a run, as a process does that has the lock.
    private func begin(_ list: Int, in process: FeedDatabase) throws {
        runs[list] = try RunStore.begin(
            .sync, of: try process.source(named: "source \(list)"), process: 1, now: now)
    }

    private func write() throws {
        let process = processes.randomElement(using: &generator) ?? processes[0]
        let list = Int.random(in: servers.indices, using: &generator)
        let source = try process.source(named: "source \(list)")
        let collection = try source.collection(named: "list")
        guard let run = runs[list]?.id else { return }
        let store = WalkStore(
            database: process, source: source.id, collection: collection.id, run: run, partSize: 3)
        switch Int.random(in: 0..<24, using: &generator) {
        case 0..<5: servers[list].change(using: &generator)
        case 5: try delta(list, store)
        case 6: try endRun(list, source, collection, process)
        case 7 where Bool.random(using: &generator):
            log("prune")
            _ = try process.prune(PruneOptions(removedItems: .seconds(20), events: .seconds(90), syncs: 2), now: now)
        case 7 where Int.random(in: 0..<3, using: &generator) == 0: try forget(list, in: process)
        case 8 where Int.random(in: 0..<4, using: &generator) == 0: try reparse(collection, run)
        case 9: try noteEvent(source, run)
        case 10:
            log("sections \(list)")
            _ = try source.sections.save(
                body: "{\"sections\":[\(clock)]}", url: "u", answeredBy: "u", headers: "",
                validator: Validator(etag: nil, lastModified: nil),
                run: run, now: now
            ) { _ in false }
        case 11, 12: try copy(process)
        case 13 where Bool.random(using: &generator): try putBack()
        default: try readOn(list, store)
        }
    }

    private func readOn(_ list: Int, _ store: WalkStore) throws {
        guard let pages = openPages[list], let state = try store.state(), state.isOpen else {
            log("begin walk of \(list)")
            _ = try store.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
            openPages[list] = 0
            return
        }
        guard state.next != nil else {
            request += 1
            log("finish walk of \(list)")
            _ = try store.finish(
                walk: state.number,
                WalkFinishOptions(allowsShrink: Bool.random(using: &generator), sequence: request), now: now)
            openPages[list] = nil
            return
        }
        // Some pages land together.
        var received: [ListPage] = []
        for number in pages + 1...pages + Int.random(in: 1...3, using: &generator) {
            let (items, isLast) = servers[list].page(number)
            request += 1
            let (page, decoded) = TestItem.listPage(
                items, address: "list?page=\(number)", sequence: request, next: isLast ? nil : "\(number + 1)")
            received.append(page.holding(decoded))
            if isLast { break }
        }
        log("pages \(pages + 1) to \(pages + received.count) of \(list)")
        _ = try store.write(received, walk: state.number, now: now)
        openPages[list] = pages + received.count
    }

    private func delta(_ list: Int, _ store: WalkStore) throws {
        request += 1
        let (page, decoded) = TestItem.listPage(servers[list].changes(using: &generator), sequence: request)
        log("delta of \(list)")
        _ = try store.writeDelta(page, decoded, place: Bool.random(using: &generator) ? .head : .tail, now: now)
    }

    private func endRun(
        _ list: Int, _ source: SourceStore, _ collection: CollectionStore, _ process: FeedDatabase
    ) throws {
        log("next run of \(list)")
        try source.note([Problem(kind: .sections, message: "\(clock % 3)")], run: runs[list]?.id ?? 1, now: now)
        if Bool.random(using: &generator), let run = runs[list] {
            let report = CollectionReport(name: "list", outcome: .complete, mode: .full)
            try run.conclude(report, of: collection, wait: nil, now: now)
            try run.end(SyncReport(run: run.id), outcome: .complete, now: now)
        }
        try begin(list, in: process)
    }

    /// The manifest names another path: IDs or versions are others.
    private func reparse(_ collection: CollectionStore, _ run: Int64) throws {
        rules += 1
        request += 1
        let renames = Bool.random(using: &generator)
        log("other rules, \(renames ? "IDs" : "versions")")
        let version = rules
        try collection.reparsePayloads(by: "\(rules)", in: run, sequence: request, now: now) { array in
            let objects = try JSONSerialization.jsonObject(with: Data(array)) as? [[String: Any]] ?? []
            return objects.map { object in
                let id = "\(object["id"] ?? "")"
                let isOther = renames && id.hasSuffix("\(version % 10)")
                return DecodedItem(
                    payload: 0..<0, identity: .id(isOther ? "new \(id)" : id),
                    versionText: renames ? nil : "\(version)", version: renames ? .none : .integer(Int128(version)),
                    isTombstone: false)
            }
        }
    }

    /// A collection or a whole source is forgotten; later writes bring it back.
    private func forget(_ list: Int, in process: FeedDatabase) throws {
        let isCollection = Bool.random(using: &generator)
        log("forget \(isCollection ? "the list of" : "") source \(list)")
        let keys = try process.read { try Set(String.fetchAll($0.db, sql: "SELECT key FROM event")) }
        _ = try process.forget(
            ForgetScope(source: "source \(list)", collection: isCollection ? "list" : nil, sections: ["top"]),
            losesEvents: true, isDryRun: false, now: now)
        let kept = try process.read { try Set(String.fetchAll($0.db, sql: "SELECT key FROM event")) }
        forgottenEvents.formUnion(keys.subtracting(kept))
        forgotten["source \(list)"] = now.millisecondsSince1970
        openPages[list] = nil
        try begin(list, in: process)
    }

    private func noteEvent(_ source: SourceStore, _ run: Int64) throws {
        log("event")
        let target = FeedEvent.Target.item("\(Int.random(in: 0..<9, using: &generator))")
        let kind: FeedEvent.Kind = Bool.random(using: &generator) ? .tap : .impression
        _ = try source.outbox.note(
            FeedEvent(kind: kind, section: "top", target: target, row: 0, at: now), run: run)
    }

    // MARK: Copies of the file

    private func copy(_ process: FeedDatabase) throws {
        let copy = folder.appending(path: "copy \(copies.count)").path
        try process.backup(to: copy)
        copies.append((copy, forgottenEvents))
        log("copy \(copies.count - 1)")
    }

    /// The file is what it was; processes begin anew.
    private func putBack() throws {
        let copy = Bool.random(using: &generator) ? copies.last : copies.randomElement(using: &generator)
        guard let copy else { return }
        processes = []
        reader = nil
        mirror.crash()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try FileManager.default.copyItem(atPath: copy.path, toPath: path)
        log("put \(copy.path.suffix(2)) back")
        try open()
        // It knows nothing of what was forgotten since.
        forgottenEvents = copy.forgottenEvents
        // It may be as far as before, by other ways, when the reader looks again.
        for _ in 0..<Int.random(in: 0...6, using: &generator) { try write() }
    }

    // MARK: The mirror

    private func read() throws {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            log("the reader dies")
            reader = nil
            mirror.crash()
        case 1: mirrors.append(mirror)
        case 2 where Int.random(in: 0..<4, using: &generator) == 0:
            guard let earlier = mirrors.randomElement(using: &generator) else { return }
            log("the mirror is put back")
            mirror = earlier
            mirror.crash()
            reader = nil
        case 3: try catchUp()
        default: try readChunk(lines: Int.random(in: 1...8, using: &generator))
        }
    }

    private func catchUp() throws {
        while try !readChunk(lines: Int.random(in: 1...30, using: &generator)) {}
    }

    /// - Returns: whether the mirror is complete, which it is compared for.
    @discardableResult
    private func readChunk(lines: Int) throws -> Bool {
        let clock = clock
        var next =
            try reader
            ?? ChangeReader(
                processes[1], after: mirror.token.map { try ChangeToken(text: $0.text) }, program: "test", host: "h"
            ) { Instant(seconds: clock) }
        let chunk = try next.next(ChangeReader.Limits(lines: lines, bytes: 200, seconds: 60))
        reader = next
        if chunk.reason != nil { snapshots += 1 }
        log("read \(chunk.lines.count) lines\(chunk.isComplete ? ", complete" : "") \(chunk.reason?.rawValue ?? "")")
        try mirror.take(chunk)
        if let lost = try mirror.lost.first(where: { try !mayBeLost($0) }) {
            throw Disagreement(what: "the mirror has lost \(lost)", steps: steps)
        }
        guard chunk.isComplete else { return false }
        completeStates += 1
        mirror.forgottenEvents = forgottenEvents
        if let difference = try mirror.difference(to: processes[0]) {
            throw Disagreement(what: difference, steps: steps)
        }
        return true
    }

    /// Whether a run, problem, event or removal may go from a mirror: it was forgotten, or undone as the file was put back.
    private func mayBeLost(_ line: FeedMessage) throws -> Bool {
        if let time = line.milliseconds, time <= forgotten[line.source ?? ""] ?? .min { return true }
        let last = try processes[0].read { snapshot in
            try Int64.fetchOne(
                snapshot.db, sql: "SELECT max(run.id) FROM run JOIN source ON source.id = source WHERE name = ?",
                arguments: [line.source])
        }
        return ChangeMirror.run(of: line) ?? 0 > last ?? 0
    }

    private func log(_ step: String) {
        steps.append(step)
    }
}
