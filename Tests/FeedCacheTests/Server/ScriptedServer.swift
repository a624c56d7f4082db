import FeedCache
import FeedModel
import FeedSource
import Foundation
import Synchronization
import TestSupport

/// A server in memory: lists in every style of paging, a section config, faults, and a journal of what it was asked.
final class ScriptedServer: Transport {
    /// One request as it came in.
    struct Asked: Sendable {
        /// The last part of the path.
        let name: String
        let query: String
        let isConditional: Bool
        let at: Instant
    }

    struct State {
        var lists: [String: ServerList] = [:]
        var sections: String?
        /// What the next requests for an ad get, one by one: bodies, or nil for no fill, as for all that come later.
        var ads: [String?] = []
        /// Whether the section config is said to be unchanged whatever it is by now.
        var areSectionsStuck = false
        /// What happens to the next requests, one by one.
        var script: [Event?] = []
        /// What happens to every request for that name.
        var standing: [String: ServerFault] = [:]
        var journal: [Asked] = []
        /// Every payload that went out, by ID.
        var sent: [String: Set<ServerItem>] = [:]
        var cancel: (@Sendable () -> Void)?
        /// Changes a list before each request for it but the first of a walk; it is given the number of the walk, from 1.
        var mover: (@Sendable (inout ServerList, Int) -> Void)?
        /// Requests for a list's first page.
        var walks = 0
        /// Changes a list before each request for it, given the query and whether it is conditional; what it returns is
        /// answered instead.
        var conductor: (@Sendable (inout ServerList, [String: String], Bool) -> ServerFault?)?
        /// A shared cache in front; nil for none.
        var edge: EdgeCache?
    }

    /// What happens while a request is under way.
    enum Event: Sendable {
        case fault(ServerFault)
        /// The list becomes another one before the answer.
        case change(@Sendable (inout ServerList) -> Void)
        /// The client's task is cancelled.
        case cancel
    }

    private let state: Mutex<State>
    private let clock: VirtualClock

    init(clock: VirtualClock) {
        self.clock = clock
        state = Mutex(State())
    }

    func edit<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    var journal: [Asked] { state.withLock(\.journal) }
    var sent: [String: Set<ServerItem>] { state.withLock(\.sent) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (response, cancel) = state.withLock { state in
            let event = state.script.isEmpty ? nil : state.script.removeFirst()
            var cancel: (@Sendable () -> Void)?
            if case .cancel = event { cancel = state.cancel }
            return (Result { try answer(request, event, &state) }, cancel)
        }
        if let cancel {
            cancel()
            try Task.checkCancellation()
        }
        return try response.get()
    }

    private func answer(_ request: TransportRequest, _ event: Event?, _ state: inout State) throws -> TransportResponse
    {
        let name = String(request.url.path.split(separator: "/").last ?? "")
        let query = request.url.query ?? ""
        let tag = request.headers["If-None-Match"]
        state.journal.append(Asked(name: name, query: query, isConditional: tag != nil, at: clock.now))
        if case .change(let change) = event, var list = state.lists[name] {
            change(&list)
            state.lists[name] = list
        }
        move(name, query, &state)
        let fault = conduct(name, query, isConditional: tag != nil, &state)
        var answer =
            state.lists[name] == nil || state.edge == nil
            ? document(name, request.url.path, query, tag, state)
            : kept(name, request.url.path, query, tag, &state)
        if name == "ads" {
            let ad = state.ads.isEmpty ? nil : state.ads.removeFirst()
            answer = ServerList.Answer(status: ad == nil ? 204 : 200, body: ad ?? "")
        }
        if let fault { return try fault.answer(request, instead: answer.body) }
        if case .fault(let fault) = event { return try fault.answer(request, instead: answer.body) }
        if let fault = state.standing[name] { return try fault.answer(request, instead: answer.body) }
        if answer.status == 200, let list = state.lists[name] {
            for item in list.items + list.graves where answer.body.contains(item.json) {
                state.sent[item.id, default: []].insert(item)
            }
        }
        return TransportResponse(
            status: answer.status,
            headers: HeaderFields(answer.headers.map { HeaderFields.Field(name: $0.0, value: $0.1) }),
            body: Array(answer.body.utf8))
    }

    private func move(_ name: String, _ query: String, _ state: inout State) {
        guard let mover = state.mover, var list = state.lists[name] else { return }
        if ServerList.isFirstPage(parameters(query)) {
            state.walks += 1
        } else {
            mover(&list, state.walks)
            state.lists[name] = list
        }
    }

    /// What the shared cache has at that address.
    private func kept(
        _ name: String, _ path: String, _ query: String, _ tag: String?, _ state: inout State
    )
        -> ServerList.Answer
    {
        let fresh = document(name, path, query, nil, state)
        return state.edge?.answer(to: query, tag: tag, at: clock.now.seconds, or: fresh) ?? fresh
    }

    private func conduct(_ name: String, _ query: String, isConditional: Bool, _ state: inout State) -> ServerFault? {
        guard let conductor = state.conductor, var list = state.lists[name] else { return nil }
        defer { state.lists[name] = list }
        return conductor(&list, parameters(query), isConditional)
    }

    private func document(
        _ name: String, _ path: String, _ query: String, _ tag: String?, _ state: State
    ) -> ServerList.Answer {
        if let list = state.lists[name] { return list.answer(path: path, query: parameters(query), tag: tag) }
        guard name == "sections", let sections = state.sections else { return ServerList.Answer(status: 404) }
        let own = ServerList.tag(sections)
        let isKnown = tag == own || tag != nil && state.areSectionsStuck
        return ServerList.Answer(status: isKnown ? 304 : 200, headers: [("ETag", own)], body: sections)
    }

    private func parameters(_ query: String) -> [String: String] {
        var parameters: [String: String] = [:]
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parameters[String(pair[0])] = pair.count == 2 ? String(pair[1]).removingPercentEncoding : ""
        }
        return parameters
    }
}
