import FeedCache
import FeedModel
import FeedStore
import TerminalKit

extension EventRecord {
    /// An element of `events --json`: what crosses the wire, and what became of it.
    var json: JSONValue {
        let target: (String, JSONValue) =
            switch event.target {
            case .item(let key): ("item", .string(key))
            case .ad(let id, _): ("ad", .string(id))
            }
        return .object([
            ("key", .string(key)), ("type", .string(event.kind.rawValue)), ("section", .string(event.section)), target,
            ("row", .number(event.row)), ("at", .time(event.at)), ("state", .string(state.name)),
            ("delivered", .time(state.delivered)), ("reason", .text(state.refusal)),
        ])
    }
}

extension EventRecord {
    /// What `--fields` can name. An event has an item or an ad.
    static let fields = Fields(
        ["key", "type", "section", "item", "ad", "row", "at", "state", "delivered", "reason"].map { name in
            Field<EventRecord>(name) { $0.json.members.first { $0.0 == name }?.1 ?? .null }
        })
}

extension EventRecord.State {
    fileprivate var name: String {
        switch self {
        case .local: "local"
        case .pending: "pending"
        case .delivered: "delivered"
        case .refused: "refused"
        }
    }

    fileprivate var delivered: Instant? {
        if case .delivered(let at) = self { at } else { nil }
    }

    fileprivate var refusal: String? {
        if case .refused(let reason) = self { reason } else { nil }
    }
}

extension DeliveryReport {
    /// The document of `flush --json`, also a member of that of `sync --json`.
    var json: JSONValue {
        .object([
            ("delivered", .number(delivered)), ("refused", .number(refused)), ("pending", .number(pending)),
            ("next_attempt", .time(nextAttempt)), ("error", failure.map(\.json) ?? .null),
        ])
    }
}

extension OutboxState {
    /// A member of `status --json`.
    var json: JSONValue {
        .object([
            ("pending", .number(pending)), ("failures", .number(failures)), ("next_attempt", .time(wait?.until)),
            ("reason", .text(wait?.reason)),
        ])
    }
}
