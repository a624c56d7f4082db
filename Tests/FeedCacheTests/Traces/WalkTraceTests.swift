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
    private struct Script {
        var requests: ArraySlice<WalkTrace.Request> = []
        /// The request that is to be sent again.
        var repeated: WalkTrace.Request?
        var fault: String?
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
        list.items = (0..<trace.count).map { ServerItem("\($0 + 1)", version: nil) }
        let bench = try Workbench(list: list)
        bench.server.edit { state in
            state.conductor = { list, query, isConditional in
                self.answer(&list, page: query["page"].flatMap(Int.init) ?? 1, isConditional: isConditional)
            }
        }
        for (index, sync) in trace.syncs.enumerated() {
            if sync.beginsAnew { bench.clock.step(by: Workbench.hour + 1) }
            script.withLock { $0.requests = sync.requests[...] }
            try await bench.sync(.init(ignoresWaits: true))
            let (fault, left) = script.withLock { ($0.fault, $0.requests.count) }
            if let fault { return "sync \(index + 1): \(fault)" }
            guard left == 0 else { return "sync \(index + 1): \(left) requests were not sent" }
            let keys = try bench.keys
            guard keys == sync.list else { return "sync \(index + 1): the cache has \(keys), the model \(sync.list)" }
        }
        return nil
    }

    private func answer(_ list: inout ServerList, page: Int, isConditional: Bool) -> ServerFault? {
        script.withLock { script in
            if let last = script.repeated {
                // The page after it was asked for before it was known that its 304 is out of date.
                if page == last.page, !isConditional { script.repeated = nil }
                return nil
            }
            guard let next = script.requests.first, next.page == page else {
                script.fault =
                    "page \(page) was asked for, the model asks for \(script.requests.first.map { "\($0.page)" } ?? "none")"
                return nil
            }
            script.requests.removeFirst()
            for change in next.changes { change.apply(to: &list) }
            if next.isRepeated { script.repeated = next }
            return next.fails ? .status(403) : nil
        }
    }
}
