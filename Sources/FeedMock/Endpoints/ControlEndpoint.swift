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

    func answer(_ request: MockRequest, for name: Substring) throws(RequestError) -> Answer {
        if let stranger = api.crossOrigin.foreignPage(of: request) { throw .foreignPage(stranger) }
        switch (name, request.method) {
        case ("journal", .get), ("journal", .head): return try journal(request.query)
        case ("unmatched", .get), ("unmatched", .head):
            return .json { Self.write(api.journal.entries.filter(\.isUnmatched).suffix(1_000), to: &$0) }
        case ("offline", .get), ("offline", .head): return offline()
        case ("offline", .post):
            api.faults.isOffline = try flag("on", in: request.query) ?? true
            return offline()
        case ("reset", .post):
            api.reset()
            return tick(api.clock.tick)
        case ("events", .get), ("events", .head): return try events(request.query)
        case ("faults", .get), ("faults", .head): return .json { $0.list(api.faults.rules.map(\.description)) }
        case ("faults", .post): return try addFaults(request)
        case ("tick", .get), ("tick", .head): return tick(api.clock.tick)
        case ("tick", .post):
            return tick(api.clock.advance(by: try request.query.integer("by", in: 1...WorldClock.lastTick) ?? 1))
        case ("journal", .delete): api.journal.clear()
        case ("events", .delete): api.events.clear()
        case ("faults", .delete): api.faults.clear()
        case ("journal", _), ("events", _): throw .methodNotAllowed(allowed: [.get, .head, .delete])
        case ("unmatched", _): throw .methodNotAllowed(allowed: [.get, .head])
        case ("reset", _): throw .methodNotAllowed(allowed: [.post])
        case ("offline", _): throw .methodNotAllowed(allowed: [.get, .head, .post])
        case ("faults", _): throw .methodNotAllowed(allowed: [.get, .head, .post, .delete])
        case ("tick", _): throw .methodNotAllowed(allowed: [.get, .head, .post])
        default: throw .notFound(path: request.path)
        }
        return .noContent
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
        do {
            let rules = try lines.map { try FaultRule(parsing: String($0)) }
            if isReplacing { api.faults.clear() }
            rules.forEach(api.faults.add)
        } catch {
            throw .badBody(reason: "\(error)")
        }
        return .json { $0.list(api.faults.rules.map(\.description)) }
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
