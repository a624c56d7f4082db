import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Runs of the checked model")
struct WalkTraceTests {
    /// The file that the traces are in: a sample by default; `scripts/model` names one of many.
    private static let file =
        ProcessInfo.processInfo.environment["FEEDCACHE_TRACES"].map { URL(filePath: $0) }
        ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Models/walks.traces")

    @Test("after every sync the cache has the list that the model says")
    func replay() async throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let traces = try #require(WalkTrace.all(in: text))
        let wrong = await withTaskGroup(of: [String].self) { group in
            let lanes = 2
            for lane in 0..<lanes {
                group.addTask {
                    var wrong: [String] = []
                    for index in stride(from: lane, to: traces.count, by: lanes) {
                        if let difference = await Replay.difference(traces[index]) {
                            wrong.append("trace \(index + 1): \(difference)")
                        }
                    }
                    return wrong
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        print("model: \(traces.count) traces, \(traces.reduce(0) { $0 + $1.syncs.count }) syncs, \(wrong.count) differ")
        #expect(traces.count >= 100)
        #expect(wrong.isEmpty, "\(wrong.prefix(5).joined(separator: "\n"))")
    }
}

/// Plays a trace: the scripted server does what it says before each request.
private final class Replay: Sendable {
    fileprivate struct Script {
        var requests: ArraySlice<WalkTrace.Request> = []
        /// The request that is to be sent again.
        var repeated: WalkTrace.Request?
        var fault: String?
        /// The last version that the server has given; nil where its list has none.
        var version: Int?
        /// The list while it seems to be empty.
        var aside: [ServerItem] = []
    }

    private let script = Mutex(Script())

    /// - Returns: where the program does otherwise than the model; nil where it does not.
    static func difference(_ trace: WalkTrace) async -> String? {
        do {
            return try await Replay().difference(trace)
        } catch {
            return "\(error)"
        }
    }

    private func difference(_ trace: WalkTrace) async throws -> String? {
        var list = ServerList(style: .pageHasNext)
        list.size = 2
        list.tags = trace.hasTags ? .page : .none
        list.reportsTotal = trace.reportsTotal
        if trace.overlap != nil {
            list.delta = .after
            script.withLock { $0.version = 1 }
        }
        list.items = script.withLock { script in (0..<trace.count).map { script.item("\($0 + 1)") } }
        let bench = try Workbench(
            list: list, extra: trace.overlap.map { "delta = { param = \"since\", overlap = \($0) }" } ?? "")
        bench.server.edit { state in
            state.conductor = { list, query, isConditional in
                self.answer(
                    &list, page: query["page"].flatMap(Int.init) ?? 1, isDelta: query["since"] != nil,
                    isConditional: isConditional)
            }
        }
        for (index, sync) in trace.syncs.enumerated() {
            if sync.beginsAnew { bench.clock.step(by: Workbench.hour + 1) }
            bench.clock.step(by: sync.days * Workbench.day)
            script.withLock { $0.requests = sync.requests[...] }
            try await bench.sync(.init(allowsShrink: sync.allowsShrink, ignoresWaits: true))
            let (fault, left) = script.withLock { ($0.fault, $0.requests.count) }
            if let fault { return "sync \(index + 1): \(fault)" }
            guard left == 0 else { return "sync \(index + 1): \(left) requests were not sent" }
            let keys = try bench.items.map { item in
                trace.overlap == nil ? item.key : "\(item.key).\(item.version ?? "")"
            }
            guard keys == sync.list else { return "sync \(index + 1): the cache has \(keys), the model \(sync.list)" }
        }
        return nil
    }

    private func answer(
        _ list: inout ServerList, page: Int, isDelta: Bool, isConditional: Bool
    ) -> ServerFault? {
        script.withLock { script in
            if let last = script.repeated {
                // The page after it was asked for before it was known that its 304 is out of date.
                if page == last.page, !isConditional { script.repeated = nil }
                return nil
            }
            guard let next = script.requests.first, next.page == page, next.isDelta == isDelta else {
                let expected = script.requests.first.map { "\($0.isDelta ? "d" : "")\($0.page)" } ?? "none"
                script.fault = "page \(isDelta ? "d" : "")\(page) was asked for, the model asks for \(expected)"
                return nil
            }
            script.requests.removeFirst()
            for change in next.changes { script.apply(change, to: &list) }
            if next.isRepeated { script.repeated = next }
            return next.fault
        }
    }
}

extension Replay.Script {
    /// An item in its present version; without one its title says which it is where it has lost its ID.
    fileprivate func item(_ id: String, isDeleted: Bool = false) -> ServerItem {
        ServerItem(id, version: version, title: id, isDeleted: isDeleted)
    }

    private mutating func date(_ old: ServerItem?, isTie: Bool) {
        if let version, !isTie || old?.version == version { self.version = version + 1 }
    }

    fileprivate mutating func apply(_ change: WalkTrace.Change, to list: inout ServerList) {
        switch change {
        case .insert(let id, let place, let isTie):
            date(nil, isTie: isTie)
            list.items.insert(item(id), at: place)
        case .delete(let place, let isTie):
            let gone = list.items.remove(at: place)
            date(gone, isTie: isTie)
            if version != nil { list.graves.append(item(gone.id, isDeleted: true)) }
        case .edit(let id, let isTie):
            guard let index = list.items.firstIndex(where: { $0.id == id }) else { return }
            date(list.items[index], isTie: isTie)
            list.items[index] = item(id)
        case .move(let place, let other): list.items.insert(list.items.remove(at: place), at: other)
        case .rename(let place):
            let old = list.items[place]
            list.items[place] = ServerItem(old.id.isEmpty ? old.title : "", version: nil, title: old.title)
        case .excess(let count): list.totalExcess = count
        case .blank: swap(&aside, &list.items)
        }
    }
}
