import FeedModel
import FeedSource
import Foundation
import Synchronization

/// A server in memory with a list of one page and a detail for each item. The lock guards what it has and was asked.
final class DetailServer: Transport {
    struct State {
        /// Versions by ID, in the order of the list.
        var items: [(id: String, version: Int)] = []
        /// Of the text in the detail.
        var texts: [String: Int] = [:]
        /// How many levels of arrays are in a detail, besides what is in all.
        var depths: [String: Int] = [:]
        /// What a request for that ID is answered with instead.
        var faults: [String: Int] = [:]
        /// The answer to this request and all after it does not come, counted from 0; nil: all come.
        var lastsFor: Int?
        /// Called before each request for details.
        var interrupt: (@Sendable (Int) -> Void)?
        /// The IDs that were asked for, in order; those of one request together.
        var asked: [[String]] = []
        var unmodified = 0
        var lists = 0
    }

    private let state = Mutex(State())

    func edit<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// The IDs since the last call.
    func asked() -> [[String]] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    static func detail(_ id: String, _ text: Int, depth: Int = 0) -> String {
        let deep =
            depth == 0 ? "" : #","deep":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return #"{"id":"\#(id)","text":"\#(id) \#(text)","v":\#(text)\#(deep)}"#
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (interrupt, count) = state.withLock { ($0.interrupt, $0.asked.count) }
        let steps = request.url.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        let query = request.url.query ?? ""
        let isDetail = steps.last != "list" || query.hasPrefix("ids=")
        if isDetail { interrupt?(count) }
        return try state.withLock { state in
            guard isDetail else {
                state.lists += 1
                let items = state.items.map { #"{"id":"\#($0.id)","v":\#($0.version)}"# }
                return TransportResponse(status: 200, body: Array("[\(items.joined(separator: ","))]".utf8))
            }
            if let count = state.lastsFor, state.asked.count >= count {
                throw SourceError(.connection("nobody is there"), url: request.url)
            }
            if query.hasPrefix("ids=") {
                let ids = query.dropFirst(4).split(separator: ",").map { $0.removingPercentEncoding ?? "" }
                state.asked.append(ids)
                let details = ids.filter { state.faults[$0] == nil }.map { id in
                    Self.detail(id, state.texts[id] ?? 1, depth: state.depths[id] ?? 0)
                }
                return TransportResponse(status: 200, body: Array("[\(details.joined(separator: ","))]".utf8))
            }
            let id = steps.last ?? ""
            state.asked.append([id])
            if let status = state.faults[id] { return TransportResponse(status: status) }
            let body = Self.detail(id, state.texts[id] ?? 1, depth: state.depths[id] ?? 0)
            let tag = "\"\(body.utf8.count)-\(state.texts[id] ?? 1)\""
            if request.headers["If-None-Match"] == tag {
                state.unmodified += 1
                return TransportResponse(status: 304, headers: ["ETag": tag])
            }
            return TransportResponse(status: 200, headers: ["ETag": tag], body: Array(#"{"data":\#(body)}"#.utf8))
        }
    }
}
