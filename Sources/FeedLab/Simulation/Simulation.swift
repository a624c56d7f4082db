import FeedModel
package import FeedSlots

/// A simulated section: the engine, a list of content, a clock that `tick` moves, and counts of what happened.
package struct Simulation: Sendable {
    private var engine: SlotEngine
    private var content = SimulatedContent()
    private var now = Instant(seconds: 0)
    private var requests = 0
    private var impressions: [String: Int] = [:]
    private var log: [String] = []

    /// An empty section at time 0 under a policy.
    package init(policy: SlotPolicy) {
        engine = SlotEngine(policy: policy, contentCount: 0)
    }

    package mutating func take(_ step: Scenario.Step) -> SimulationState {
        let events = perform(step)
        for event in events { tally(event) }
        return SimulationState(
            step: step, events: events, elapsed: now.duration(since: Instant(seconds: 0)), viewport: engine.viewport,
            lines: lines, requests: requests, inFlight: engine.request == nil ? 0 : 1,
            held: engine.held == nil ? 0 : 1, impressions: impressions, rowMap: engine.rows,
            retryAt: engine.backoff.retryAt?.duration(since: Instant(seconds: 0)), log: log)
    }

    private mutating func perform(_ step: Scenario.Step) -> [SlotEvent] {
        switch step {
        case .content(let ids): return replaceContent(SimulatedContent(ids))
        case .append(let ids):
            var longer = content
            longer.append(ids)
            return replaceContent(longer)
        case .view(let viewport): return engine.show(viewport, at: now)
        case .ad(let id?): return engine.answer(.ad(id: id, payload: "{}"), at: now)
        case .ad(nil): return engine.answer(.failed, at: now)
        case .tick(let duration):
            now = now.advanced(by: duration)
            return engine.advance(to: now)
        case .restart:
            restart()
            return []
        case .refresh(let dropsAds, let ids):
            let dropped = dropsAds ? engine.reset() : []
            return dropped + replaceContent(ids.map { SimulatedContent($0) } ?? content)
        }
    }

    private mutating func replaceContent(_ next: SimulatedContent) -> [SlotEvent] {
        let edit = ContentEdit(from: content.ids, to: next.ids)
        content = next
        return engine.edit(edit, at: now)
    }

    private mutating func restart() {
        let state = engine.state { content.text(at: $0) }
        engine = SlotEngine(
            restoring: state, policy: engine.policy, contentCount: content.ids.count, now: now,
            contentIndex: { content.index(of: $0) })
    }

    private mutating func tally(_ event: SlotEvent) {
        switch event {
        case .requested: requests += 1
        case .counted(let impression):
            impressions[impression.ad.text, default: 0] += 1
            log.append("imp \(impression.ad)")
        case .expired(_, let ad): log.append("expire \(ad)")
        case .expiredHeld(_, let ad): log.append("expire held \(ad)")
        case .released(_, let ad): log.append("release \(ad)")
        case .failed, .loaded, .placed, .exposureEnded, .anchorChanged, .dropped: break
        }
    }

    /// The plan from the top, each entry with the row it takes.
    private var lines: [SimulationState.Line] {
        var lines: [SimulationState.Line] = []
        var row = 0
        var next = 0
        func addContent(upTo end: Int) {
            while next < end {
                lines.append(.content(id: content.text(at: next) ?? "", row: row))
                next += 1
                row += 1
            }
        }
        for slot in engine.plannedSlots {
            addContent(upTo: slot.offset)
            guard case .filled(let filled) = slot, let ad = engine.ad(filled.serial) else {
                lines.append(.stub)
                continue
            }
            lines.append(.ad(id: ad.id, row: filled.isShown ? row : nil))
            if filled.isShown { row += 1 }
        }
        addContent(upTo: content.ids.count)
        return lines
    }
}

/// The content list of a simulation: IDs in order, none twice.
struct SimulatedContent: Equatable, Sendable {
    private(set) var ids: [ExactText] = []
    private var indices: [ExactText: Int] = [:]

    init(_ texts: [String] = []) {
        append(texts)
    }

    /// IDs that are known are not added again.
    mutating func append(_ texts: [String]) {
        for text in texts {
            let id = ExactText(text)
            guard indices[id] == nil else { continue }
            indices[id] = ids.count
            ids.append(id)
        }
    }

    func index(of text: String) -> Int? { indices[ExactText(text)] }

    func text(at index: Int) -> String? {
        ids.indices.contains(index) ? ids[index].text : nil
    }
}
