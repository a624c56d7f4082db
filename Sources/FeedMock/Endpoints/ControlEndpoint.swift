import FeedModel
import HTTPTypes

/// The back door below `/__mock`: what was asked, what was counted, what goes wrong, what time it is.
///
/// Requests to it have no faults and no latency and are not in the journal. It is for programs on this machine, not for
/// web pages that a browser on it shows.
struct ControlEndpoint {
    static let path = "/__mock"
    /// The longest wait, in seconds.
    static let longestWait = 60

    let api: MockAPI

    private struct Route {
        let method: HTTPRequest.Method
        var parameters: [String] = []
        var hasBody = false
        let answer: (MockRequest) throws(RequestError) -> Answer
    }

    /// By the names below the path. What may be read may be asked for with HEAD.
    private var routes: [String: [Route]] {
        [
            "answers": [
                Route(method: .get) { _ in answers },
                Route(method: .post, parameters: ["replace"], hasBody: true, answer: addAnswers),
                Route(method: .delete, answer: forgetting(api.answers.clear)),
            ],
            "events": [
                Route(method: .get, parameters: ["limit"], answer: events),
                Route(method: .delete, answer: forgetting(api.events.clear)),
            ],
            "faults": [
                Route(method: .get) { _ in faults },
                Route(method: .post, parameters: ["replace"], hasBody: true, answer: addFaults),
                Route(method: .delete, answer: forgetting(api.faults.clear)),
            ],
            "journal": [
                Route(method: .get, parameters: ["path", "limit", "after", "wait"], answer: journal),
                Route(method: .delete, answer: forgetting(api.journal.clear)),
            ],
            "offline": [
                Route(method: .get) { _ in offline }, Route(method: .post, parameters: ["on"], answer: goOffline),
            ],
            "reset": [Route(method: .post, answer: reset)],
            "state": [
                Route(method: .get) { _ in state }, Route(method: .post, parameters: ["name"], answer: setState),
            ],
            "tick": [Route(method: .get) { _ in tick }, Route(method: .post, parameters: ["by"], answer: advance)],
            "unmatched": [Route(method: .get) { _ in unmatched }],
            "verify": [Route(method: .post, hasBody: true, answer: verify)],
        ]
    }

    /// - Throws: `RequestError` for a name, a method, a parameter or a body that is not known.
    private func route(of request: MockRequest, _ name: Substring) throws(RequestError) -> Route {
        if let stranger = api.crossOrigin.foreignPage(of: request) { throw .foreignPage(stranger) }
        guard let routes = routes[String(name)] else { throw .notFound(path: request.path) }
        let asked = request.method == .head ? .get : request.method
        guard let route = routes.first(where: { $0.method == asked }) else {
            throw .methodNotAllowed(allowed: routes.flatMap { $0.method == .get ? [.get, .head] : [$0.method] })
        }
        try request.query.check(knowing: route.parameters)
        guard request.body.isEmpty || route.hasBody else {
            throw .badBody(reason: "there is none here; parameters are in the URL")
        }
        return route
    }

    func answer(_ request: MockRequest, for name: Substring) throws(RequestError) -> Answer {
        try route(of: request, name).answer(request)
    }

    /// The entries for which a request waits until they are there, or for as long as it says; nil: it waits for none.
    ///
    /// - Throws: `RequestError` for a request that is refused.
    func entries(
        awaitedBy request: MockRequest, for name: Substring, pause: @escaping MockConfiguration.Pause
    ) async throws(RequestError) -> [JournalEntry]? {
        _ = try route(of: request, name)
        switch name {
        case "journal" where request.method == .get:
            guard let seconds = try request.query.integer("wait", in: 0...Self.longestWait) else { return nil }
            // By default it waits for what comes after the last entry there is.
            let after = try request.query.integer("after", in: 0...Int.max) ?? api.journal.count
            return await api.journal.wait(atMost: .seconds(seconds), pause: pause) { ($0.last?.number ?? 0) > after }
        case "verify":
            let (question, faults) = (try VerifyQuestion(request.body), api.faults)
            return await api.journal.wait(atMost: question.limit, pause: pause) { question.isSettled(by: $0, faults) }
        default: return nil
        }
    }

    private func forgetting(_ clear: @escaping () -> Void) -> (MockRequest) -> Answer {
        { _ in
            clear()
            return .noContent
        }
    }

    private func flag(_ name: String, in query: Query) throws(RequestError) -> Bool? {
        guard let text = query[name] else { return nil }
        guard let flag = Bool(text) else { throw .badParameter(name: name, value: text, expected: "true or false") }
        return flag
    }

    // MARK: - What is planned and what goes wrong

    private var answers: Answer { .json(.array(api.answers.descriptions.map { .string($0) })) }

    /// One plan or a list of them; all of them or, when one cannot be read, none.
    private func addAnswers(_ request: MockRequest) throws(RequestError) -> Answer {
        let plans = try PlannedAnswers.Plan.reading(request.body, files: nil)
        if try flag("replace", in: request.query) ?? false { api.answers.clear() }
        plans.forEach(api.answers.add)
        return answers
    }

    private var faults: Answer { .json(.array(api.faults.rules.map { .string($0.description) })) }

    /// One rule a line; all of them or, when one cannot be read, none. With `replace=true` those before are dropped.
    private func addFaults(_ request: MockRequest) throws(RequestError) -> Answer {
        let isReplacing = try flag("replace", in: request.query) ?? false
        let lines = String(decoding: request.body, as: UTF8.self).split(whereSeparator: \.isNewline)
        let rules = try RequestError.reading { try lines.map { try FaultRule(parsing: String($0)) } }
        for rule in rules { try api.check(rule) }
        if isReplacing { api.faults.clear() }
        rules.forEach(api.faults.add)
        return faults
    }

    private var offline: Answer { .json(.object([("offline", .bool(api.faults.isOffline))])) }

    private func goOffline(_ request: MockRequest) throws(RequestError) -> Answer {
        api.faults.isOffline = try flag("on", in: request.query) ?? true
        return offline
    }

    private var state: Answer { .json(.object([("state", .string(api.answers.state))])) }

    private func setState(_ request: MockRequest) -> Answer {
        api.answers.state = request.query["name"] ?? ""
        return state
    }

    // MARK: - The world

    private var tick: Answer { .json(.object([("tick", .number(api.clock.tick))])) }

    private func advance(_ request: MockRequest) throws(RequestError) -> Answer {
        api.clock.advance(by: try request.query.integer("by", in: 1...WorldClock.lastTick) ?? 1)
        return tick
    }

    private func reset(_ request: MockRequest) -> Answer {
        api.reset()
        return tick
    }

    // MARK: - What was asked

    private func journal(_ request: MockRequest) throws(RequestError) -> Answer {
        let query = request.query
        let all = query["path"].map(api.journal.entries(for:)) ?? api.journal.entries
        let after = try query.integer("after", in: 0...Int.max) ?? 0
        let entries = after == 0 ? all : all.filter { $0.number > after }
        let limit = try query.integer("limit", in: 1...Journal.capacity) ?? 1_000
        let count = query.has("path") || after > 0 ? entries.count : api.journal.count
        return .json(.object([("count", .number(count)), ("entries", .array(entries.suffix(limit).map(\.json)))]))
    }

    private var unmatched: Answer {
        .json(.array(api.journal.entries.filter(\.isUnmatched).suffix(1_000).map(\.json)))
    }

    private func verify(_ request: MockRequest) throws(RequestError) -> Answer {
        try VerifyQuestion(request.body).answer(on: api.awaited ?? api.journal.entries, api.faults)
    }

    private func events(_ request: MockRequest) throws(RequestError) -> Answer {
        let limit = try request.query.integer("limit", in: 0...1_000_000) ?? 1_000
        let (counts, events) = api.events.snapshot
        return .json(.object(counts.members + [("events", .array(events.suffix(limit).map(\.json)))]))
    }
}

extension EventCounts {
    fileprivate var members: [(String, JSONValue)] {
        let sections = sections.sorted { $0.key < $1.key }.map { id, counts in
            (id, JSONValue.object([("impressions", .number(counts.impressions)), ("taps", .number(counts.taps))]))
        }
        return [
            ("received", .number(received)), ("counted", .number(counted)), ("duplicates", .number(duplicates)),
            ("impressions", .number(impressions)), ("taps", .number(taps)), ("sections", .object(sections)),
        ]
    }
}

extension ReceivedEvent {
    fileprivate var json: JSONValue {
        let texts = [("section", section), ("item", item), ("ad", ad), ("at", at)]
        return .object(
            [("key", .string(key)), ("type", .string(type.rawValue))]
                + texts.compactMap { name, text in text.map { (name, .string($0)) } }
                + (row.map { [("row", .number($0))] } ?? []))
    }
}
