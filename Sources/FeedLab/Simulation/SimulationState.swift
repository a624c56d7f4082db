package import FeedSlots

package struct SimulationState: Equatable, Sendable {
    package enum Line: Equatable, Sendable {
        case content(id: String, row: Int)
        /// A reserved slot without an ad.
        case stub
        /// A filled slot; `row` is nil where the ad is hidden.
        case ad(id: String, row: Int?)
    }

    package let step: Scenario.Step
    /// What the engine did in this step, in order.
    package let events: [SlotEvent]
    package let elapsed: Duration
    /// The rows on screen; nil where none are.
    package let viewport: Viewport?
    package let lines: [Line]
    /// How often an ad was requested since the start.
    package let requests: Int
    /// How many requests are pending: 0 or 1.
    package let inFlight: Int
    /// How many ads are held: 0 or 1, and 0 while a request is pending.
    package let held: Int
    /// For each ad that was seen, how often it was counted since the start.
    package let impressions: [String: Int]
    package let rowMap: RowMap
    /// When the back-off ends, since the start; nil where no fill failed since the last success.
    package let retryAt: Duration?
    /// `imp X`, `expire X`, `expire held X`, `release X`, in order, since the start.
    package let log: [String]

    /// The plan: an ID for content, `?` for a stub, `[X]` for an ad that is shown and `(X)` for one that is hidden.
    package var plan: [String] { lines.map(\.token) }

    /// The entries of the plan that take a row.
    package var rows: [String] { lines.filter { $0.row != nil }.map(\.token) }
}

extension SimulationState.Line {
    /// The entry as `plan` writes it.
    package var token: String {
        switch self {
        case .content(let id, _): id
        case .stub: "?"
        case .ad(let id, nil): "(\(id))"
        case .ad(let id, _): "[\(id)]"
        }
    }

    package var row: Int? {
        switch self {
        case .content(_, let row): row
        case .stub: nil
        case .ad(_, let row): row
        }
    }
}
