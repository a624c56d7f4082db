import FeedCache

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

    /// A line for each thing that did not go well.
    var failureMessages: [String] {
        var lines: [String] = []
        if refused > 0 {
            let them =
                refused == 1 ? "one of them, which is not sent again" : "\(refused) of them, which are not sent again"
            lines.append("events: the server would not take \(them); “events” says why")
        }
        if let failure {
            let asked = isDeferred ? nil : failure.waiting
            let url = failure.url.map { " (\($0))" } ?? ""
            lines.append("events: \(failure.message)\(asked ?? "")\(url)\(isDeferred ? "" : "; \(waiting)")")
        }
        return lines
    }
}

extension EventRecord.State {
    /// For people.
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
