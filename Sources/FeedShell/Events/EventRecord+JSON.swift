import FeedCache
import FeedModel
import FeedStore
import TerminalKit

extension EventRecord {
    /// What crosses the wire, and what became of it. An event has an item or an ad.
    static let fields: Fields<EventRecord> = [
        Field("key", shown: .text("key")) { .string($0.key) },
        Field("type", shown: .text("type")) { .string($0.event.kind.rawValue) },
        Field("section", shown: .text("section", isFlexible: true)) { .string($0.event.section) },
        .shown(.text("of", isFlexible: true)) { $0.event.target.text },
        Field("item") { if case .item(let key) = $0.event.target { .string(key) } else { .null } },
        Field("ad") { if case .ad(let id, _) = $0.event.target { .string(id) } else { .null } },
        Field("row", shown: .number("row")) { .number($0.event.row) },
        Field("at", shown: .text("at")) { .time($0.event.at) },
        Field("state", shown: .text("state", isFlexible: true), as: { $0.state.text }) { .string($0.state.name) },
        Field("delivered") { .time($0.state.delivered) }, Field("reason") { .text($0.state.refusal) },
    ]

    /// An element of `events --json`.
    var json: JSONValue {
        let absent = if case .item = event.target { "ad" } else { "item" }
        return .object(Self.fields.members(of: self).filter { $0.0 != absent })
    }
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
