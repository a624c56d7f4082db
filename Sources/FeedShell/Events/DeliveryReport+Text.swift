import FeedCache
import FeedModel
import FeedStore

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

    /// A line for each thing that did not go well.
    var errorLines: [ErrorLine] { [refusalLine, failureLine].compactMap(\.self) }

    /// Nil where the server took all that it was sent.
    var refusalLine: ErrorLine? {
        guard refused > 0 else { return nil }
        let them =
            refused == 1 ? "one of them, which is not sent again" : "\(refused) of them, which are not sent again"
        return ErrorLine("events_refused", "events: the server would not take \(them)", advice: "“events” says why")
    }

    /// Nil where nothing failed.
    var failureLine: ErrorLine? {
        guard let failure else { return nil }
        let url = failure.url.map { " (\($0))" } ?? ""
        return ErrorLine(
            failure.code.rawValue, "events: \(failure.message)\(url)\(isDeferred ? "" : "; \(waiting)")",
            advice: failure.retryAt == nil ? failure.advice : failure.shownAdvice())
    }
}

extension EventRecord.State {
    var text: String {
        switch self {
        case .local: "counted here"
        case .pending: "waits"
        case .delivered(let at): "delivered \(at)"
        case .refused(let reason): "refused: \(reason)"
        }
    }
}

extension OutboxState {
    /// What to know about the events that wait; nil where none does.
    func note(isDelivered: Bool) -> String? {
        guard pending > 0 else { return nil }
        let events = pending == 1 ? "1 event waits" : "\(pending) events wait"
        guard isDelivered else { return "\(events): the manifest has no [events] path to deliver them to" }
        if let wait { return "\(events) for delivery, until \(wait.until): \(wait.reason)" }
        return "\(events) for delivery" + (failures > 0 ? "; it failed \(failures) times in a row" : "")
    }
}
