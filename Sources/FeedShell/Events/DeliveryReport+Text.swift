import FeedModel
import FeedStore
import TerminalKit

extension DeliveryReport {
    /// What was done, for people: `100 delivered, 3 wait until 2026-04-01T10:00:00Z`.
    var summary: String {
        if isEmpty { return "nothing waits for delivery" }
        let parts = [
            "\(delivered) delivered",
            refused > 0 ? "\(refused) refused" : nil,
            pending > 0 ? "\(waiting)\(nextAttempt.map { " until \($0)" } ?? "")" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private var waiting: String { pending == 1 ? "1 waits" : "\(pending) wait" }

    /// Whether --quiet says nothing of it: the server asked to wait, or there is no connection.
    func isUnsaidWhenQuiet(_ status: ExitStatus) -> Bool {
        status == .comeBackLater || status == .unavailable && failure?.reach == .unreached
    }

    var errorLines: [ErrorLine] { [refusalLine, failureLine].compactMap(\.self) }

    var refusalLine: ErrorLine? {
        guard refused > 0 else { return nil }
        let them =
            refused == 1 ? "one of them, which is not sent again" : "\(refused) of them, which are not sent again"
        return ErrorLine("events_refused", "events: the server would not take \(them)", advice: "“events” says why")
    }

    var failureLine: ErrorLine? {
        guard let failure else { return nil }
        let url = failure.url.map { " (\($0))" } ?? ""
        return ErrorLine(
            failure.code.rawValue, "events: \(failure.message)\(url)\(isDeferred ? "" : "; \(waiting)")",
            advice: failure.retryAt == nil ? failure.advice : failure.shownAdvice())
    }
}

extension OutboxState {
    func note(isDelivered: Bool) -> String? {
        guard pending > 0 else { return nil }
        let events = pending == 1 ? "1 event waits" : "\(pending) events wait"
        guard isDelivered else { return "\(events): the manifest has no [events] path to deliver them to" }
        if let wait { return "\(events) for delivery, until \(wait.until): \(wait.reason)" }
        return "\(events) for delivery" + (failures > 0 ? "; it failed \(failures) times in a row" : "")
    }
}

extension EventRecord {
    /// What crosses the wire, and what became of it. An event has an item or an ad.
    static let fields: Fields<EventRecord> = [
        Field("key", shown: .text("key")) { .string($0.key) },
        Field("type", shown: .text("type")) { .string($0.event.kind.rawValue) },
        Field("section", shown: .text("section", isFlexible: true)) { .string($0.event.section) },
        .shown(.text("of", isFlexible: true)) { $0.event.target.text },
        Field("item") { if case .item(let key) = $0.event.target { .string(key.text) } else { .null } },
        Field("ad") { if case .ad(let id, _) = $0.event.target { .string(id.text) } else { .null } },
        Field("row", shown: .number("row")) { .number($0.event.row) },
        Field("at", shown: .text("at")) { .time($0.event.at) },
        Field("state", shown: .text("state", isFlexible: true), as: { $0.state.said.text }) {
            .string($0.state.said.name)
        },
        Field("delivered") { .time($0.state.said.delivered) }, Field("reason") { .text($0.state.said.refusal) },
    ]

    /// An element of `events --json`.
    var json: JSONValue {
        let absent = if case .item = event.target { "ad" } else { "item" }
        return .object(Self.fields.members(of: self).filter { $0.0 != absent })
    }
}

extension EventRecord.State {
    /// In JSON and for people.
    fileprivate var said: (name: String, text: String, delivered: Instant?, refusal: String?) {
        switch self {
        case .local: ("local", "counted here", nil, nil)
        case .pending: ("pending", "waits", nil, nil)
        case .delivered(let at): ("delivered", "delivered \(at)", at, nil)
        case .refused(let reason): ("refused", "refused: \(reason)", nil, reason)
        }
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
