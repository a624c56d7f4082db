import FeedModel
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

// MARK: - JSON

extension SimulationState {
    /// An object with the keys `plan`, `rows`, `requests`, `in_flight`, `held`, `impressions`, `content_at`, `row_of`,
    /// `retry_at` and `log`; see the properties of like names.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("content_at", contentAt)
            writer.member("held", held)
            writer.key("impressions")
            writer.object { writer in
                for (ad, count) in impressions.sorted(by: { $0.key < $1.key }) { writer.member(ad, count) }
            }
            writer.member("in_flight", inFlight)
            writer.member("log", log)
            writer.member("plan", plan)
            writer.member("requests", requests)
            writer.key("retry_at")
            writer.seconds(retryAt)
            writer.member("row_of", rowOf)
            writer.member("rows", rows)
        }
        return writer.bytes
    }

    /// An element of `content_at` or `row_of`: an index, null for an ad, or `"out"` where there is no such row or item.
    fileprivate enum Cell {
        case index(Int)
        case ad
        case out
    }

    /// From the row above the first to the one below the last.
    private var contentAt: [Cell] {
        (-1...rowMap.rowCount).map { row in
            switch rowMap[row] {
            case .content(let index): .index(index)
            case .ad: .ad
            case nil: .out
            }
        }
    }

    /// From the first item to one after the last.
    private var rowOf: [Cell] {
        (0...rowMap.contentCount).map { rowMap.row(ofContent: $0).map(Cell.index) ?? .out }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ count: Int) {
        key(name)
        integer(count)
    }

    fileprivate mutating func member(_ name: String, _ texts: [String]) {
        key(name)
        array { writer in for text in texts { writer.string(text) } }
    }

    fileprivate mutating func member(_ name: String, _ cells: [SimulationState.Cell]) {
        key(name)
        array { writer in
            for cell in cells {
                switch cell {
                case .index(let index): writer.integer(index)
                case .ad: writer.null()
                case .out: writer.string("out")
                }
            }
        }
    }

    /// Whole seconds without a fraction; null for nil.
    fileprivate mutating func seconds(_ duration: Duration?) {
        guard let seconds = duration?.inSeconds else { return null() }
        if let whole = Int64(exactly: seconds) { integer(whole) } else { number(seconds) }
    }
}
