import FeedModel
import HTTPTypes

/// The back door below `/__mock`: what was asked, what was counted, what goes wrong, what time it is.
///
/// Requests to it have no faults and no latency and are not in the journal. It is for programs on this machine, not for
/// web pages that a browser on it shows.
struct ControlEndpoint {
    static let path = "/__mock"

    private let api: MockAPI

    init(api: MockAPI) {
        self.api = api
    }

    /// The names below the path, and the parameters that each method takes. What may be read may be asked for with HEAD.
    private static let routes: [String: [(method: HTTPRequest.Method, parameters: [String])]] = [
        "answers": [(.get, []), (.post, ["replace"]), (.delete, [])],
        "events": [(.get, ["limit"]), (.delete, [])],
        "faults": [(.get, []), (.post, ["replace"]), (.delete, [])],
        "journal": [(.get, ["path", "limit", "after", "wait"]), (.delete, [])],
        "offline": [(.get, []), (.post, ["on"])],
        "reset": [(.post, [])],
        "state": [(.get, []), (.post, ["name"])],
        "tick": [(.get, []), (.post, ["by"])],
        "unmatched": [(.get, [])],
        "verify": [(.post, [])],
    ]
    /// Those whose `POST` has a body.
    private static let withBody: Set<Substring> = ["answers", "faults", "verify"]

    /// - Throws: `RequestError` for a name, a method, a parameter or a body that is not known.
    static func check(_ request: MockRequest, for name: Substring) throws(RequestError) {
        guard let route = routes[String(name)] else { throw .notFound(path: request.path) }
        let asked = request.method == .head ? .get : request.method
        guard let parameters = route.first(where: { $0.method == asked })?.parameters else {
            throw .methodNotAllowed(allowed: route.flatMap { $0.method == .get ? [.get, .head] : [$0.method] })
        }
        try request.query.check(knowing: parameters)
        guard request.body.isEmpty || request.method == .post && withBody.contains(name) else {
            throw .badBody(reason: "there is none here; parameters are in the URL")
        }
    }

    func answer(_ request: MockRequest, for name: Substring) throws(RequestError) -> Answer {
        if let stranger = api.crossOrigin.foreignPage(of: request) { throw .foreignPage(stranger) }
        try Self.check(request, for: name)
        if request.method == .delete { return forget(name) }
        switch (name, request.isReading) {
        case ("answers", true): return answers()
        case ("answers", false): return try addAnswers(request)
        case ("events", _): return try events(request.query)
        case ("faults", true): return faults()
        case ("faults", false): return try addFaults(request)
        case ("journal", _): return try journal(request.query)
        case ("offline", true): return offline()
        case ("offline", false):
            api.faults.isOffline = try flag("on", in: request.query) ?? true
            return offline()
        case ("reset", _):
            api.reset()
            return tick(api.clock.tick)
        case ("state", true): return state()
        case ("state", false):
            api.answers.state = request.query["name"] ?? ""
            return state()
        case ("tick", true): return tick(api.clock.tick)
        case ("tick", false):
            return tick(api.clock.advance(by: try request.query.integer("by", in: 1...WorldClock.lastTick) ?? 1))
        case ("unmatched", _):
            return .json { Self.write(api.journal.entries.filter(\.isUnmatched).suffix(1_000), to: &$0) }
        default: throw .notFound(path: request.path)
        }
    }

    private func forget(_ name: Substring) -> Answer {
        switch name {
        case "answers": api.answers.clear()
        case "events": api.events.clear()
        case "faults": api.faults.clear()
        default: api.journal.clear()
        }
        return .noContent
    }

    private func state() -> Answer {
        .json { writer in
            writer.object { $0.field("state", api.answers.state) }
        }
    }

    private func faults() -> Answer { .json { $0.list(api.faults.rules.map(\.description)) } }

    private func answers() -> Answer { .json { $0.list(api.answers.descriptions) } }

    /// One plan or a list of them; all of them or, when one cannot be read, none.
    private func addAnswers(_ request: MockRequest) throws(RequestError) -> Answer {
        let plans = try PlannedAnswers.Plan.reading(request.body, files: nil)
        if try flag("replace", in: request.query) ?? false { api.answers.clear() }
        plans.forEach(api.answers.add)
        return answers()
    }

    private func journal(_ query: Query) throws(RequestError) -> Answer {
        let all = query["path"].map(api.journal.entries(for:)) ?? api.journal.entries
        let after = try query.integer("after", in: 0...Int.max) ?? 0
        let entries = after == 0 ? all : all.filter { $0.number > after }
        let limit = try query.integer("limit", in: 1...Journal.capacity) ?? 1_000
        return .json { writer in
            writer.object { writer in
                writer.field("count", query.has("path") || after > 0 ? entries.count : api.journal.count)
                writer.key("entries")
                Self.write(entries.suffix(limit), to: &writer)
            }
        }
    }

    private static func write(_ entries: ArraySlice<JournalEntry>, to writer: inout JSONWriter) {
        writer.array { writer in
            for entry in entries { entry.write(to: &writer) }
        }
    }

    private func offline() -> Answer {
        .json { writer in
            writer.object { $0.field("offline", api.faults.isOffline) }
        }
    }

    private func events(_ query: Query) throws(RequestError) -> Answer {
        let limit = try query.integer("limit", in: 0...1_000_000) ?? 1_000
        let (counts, events) = api.events.snapshot
        return .json { writer in
            writer.object { writer in
                writer.field("received", counts.received)
                writer.field("counted", counts.counted)
                writer.field("duplicates", counts.duplicates)
                writer.field("impressions", counts.impressions)
                writer.field("taps", counts.taps)
                writer.key("sections")
                writer.object { $0.sections(counts.sections) }
                writer.key("events")
                writer.array { writer in
                    for event in events.suffix(limit) {
                        writer.event(event)
                    }
                }
            }
        }
    }

    private func flag(_ name: String, in query: Query) throws(RequestError) -> Bool? {
        guard let text = query[name] else { return nil }
        guard let flag = Bool(text) else { throw .badParameter(name: name, value: text, expected: "true or false") }
        return flag
    }

    /// One rule a line; all of them or, when one cannot be read, none. With `replace=true` those before are dropped.
    private func addFaults(_ request: MockRequest) throws(RequestError) -> Answer {
        let isReplacing = try flag("replace", in: request.query) ?? false
        let lines = String(decoding: request.body, as: UTF8.self).split(whereSeparator: \.isNewline)
        let rules: [FaultRule]
        do {
            rules = try lines.map { try FaultRule(parsing: String($0)) }
        } catch {
            throw .badBody(reason: "\(error)")
        }
        for rule in rules { try api.check(rule) }
        if isReplacing { api.faults.clear() }
        rules.forEach(api.faults.add)
        return faults()
    }

    private func tick(_ tick: Int) -> Answer {
        .json { writer in
            writer.object { $0.field("tick", tick) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func list(_ texts: [String]) {
        array { writer in
            for text in texts {
                writer.string(text)
            }
        }
    }

    fileprivate mutating func sections(_ sections: [String: EventCounts.Section]) {
        for (id, counts) in sections.sorted(by: { $0.key < $1.key }) {
            key(id)
            object { writer in
                writer.field("impressions", counts.impressions)
                writer.field("taps", counts.taps)
            }
        }
    }

    fileprivate mutating func event(_ event: ReceivedEvent) {
        object { writer in
            writer.field("key", event.key)
            writer.field("type", event.type.rawValue)
            for (name, text) in [("section", event.section), ("item", event.item), ("ad", event.ad), ("at", event.at)] {
                if let text { writer.field(name, text) }
            }
            if let row = event.row { writer.field("row", row) }
        }
    }
}
