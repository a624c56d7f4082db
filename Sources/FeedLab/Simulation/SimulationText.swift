import FeedModel
import FeedSlots

/// A scenario and its result for people: the three lists side by side, step by step.
package struct SimulationText: CustomStringConvertible {
    /// The whole text, without a line break at its end.
    package let description: String

    /// - Parameters:
    ///   - scenario: gives the policy.
    ///   - states: the result of `Scenario.run`.
    ///   - width: how many cells a text takes where it is shown.
    package init(_ scenario: Scenario, _ states: [SimulationState], width: @escaping (String) -> Int) {
        var blocks = [Self.head(scenario)]
        var previous: SimulationState?
        for (index, state) in states.enumerated() {
            blocks.append(
                SimulationStepText(state, number: index + 1, previous: previous, width: width).lines
                    .joined(separator: "\n"))
            previous = state
        }
        description = blocks.joined(separator: "\n\n")
    }

    private static func head(_ scenario: Scenario) -> String {
        var lines = ["Policy: \(scenario.policy)"]
        lines += scenario.notes.map { "Note: \($0.printable)" }
        lines += [
            "",
            "content  what the server sent",
            "plan     content and slots: ? has no ad, [X] has ad X, (X) has ad X, which is hidden for now",
            "rows     what is shown, with row numbers; | marks what is on screen",
        ]
        return lines.joined(separator: "\n")
    }
}

struct SimulationStepText {
    private let state: SimulationState
    private let number: Int
    private let previous: SimulationState?
    private let width: (String) -> Int

    /// In longer runs of content without slots, only the first and last few items are written.
    private static let longestRun = 10
    private static let keptOfRun = 3

    init(_ state: SimulationState, number: Int, previous: SimulationState?, width: @escaping (String) -> Int) {
        self.state = state
        self.number = number
        self.previous = previous
        self.width = width
    }

    var lines: [String] {
        var lines = ["Step \(number), at \(state.elapsed.inWords): \(state.step.text)"]
        lines += happenings.map { "  → \($0)" }
        lines += lists
        lines.append("  " + tally)
        return lines
    }

    // MARK: Lists

    private var lists: [String] {
        if state.lines.isEmpty { return ["  (all three lists are empty)"] }
        if let previous, previous.lines == state.lines, previous.viewport == state.viewport {
            return ["  (the lists are as before)"]
        }
        let cells = state.lines.map(Cells.init)
        let content = widest(cells.map(\.content), title: "content")
        let plan = widest(cells.map(\.plan), title: "plan")
        let row = String(max(0, state.rowMap.rowCount - 1)).count
        var lines = ["    " + [pad("content", content), pad("plan", plan), "rows"].joined(separator: "  ")]
        var elided = elidedRuns[...]
        for (index, cells) in cells.enumerated() {
            while let run = elided.first, run.upperBound <= index { elided.removeFirst() }
            if let run = elided.first, run.contains(index) {
                if index == run.lowerBound { lines.append("    ⋮ \(run.count) more items") }
                continue
            }
            var shown = ""
            if let place = state.lines[index].row {
                let digits = String(place)
                let mark = state.viewport?.rows.contains(place) == true ? "|" : " "
                shown = "\(mark) \(String(repeating: " ", count: row - digits.count))\(digits)  \(cells.plan)"
            }
            lines.append(trimmed("    \(pad(cells.content, content))  \(pad(cells.plan, plan))  \(shown)"))
        }
        return lines
    }

    /// Long runs of content with neither a slot nor an edge of the screen near them.
    private var elidedRuns: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        func close(at end: Int) {
            if end - start > Self.longestRun {
                runs.append((start + Self.keptOfRun)..<(end - Self.keptOfRun))
            }
        }
        for (index, line) in state.lines.enumerated() {
            guard case .content(_, let row) = line, row != state.viewport?.first, row != state.viewport?.last else {
                close(at: index)
                start = index + 1
                continue
            }
        }
        close(at: state.lines.count)
        return runs
    }

    private struct Cells {
        let content: String
        let plan: String

        init(_ line: SimulationState.Line) {
            plan = line.token.printable
            if case .content = line { content = plan } else { content = "" }
        }
    }

    private func widest(_ texts: [String], title: String) -> Int {
        texts.reduce(title.count) { max($0, width($1)) }
    }

    private func pad(_ text: String, _ cells: Int) -> String {
        text + String(repeating: " ", count: max(0, cells - width(text)))
    }

    private func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    // MARK: Words

    private var happenings: [String] {
        let known = state.events.reduce(into: [Int64: String]()) { names, event in
            if case .placed(let ad) = event { names[ad.serial] = ad.id }
        }
        return state.events.compactMap { event in text(of: event, placed: known)?.printable }
    }

    private func text(of event: SlotEvent, placed: [Int64: String]) -> String? {
        switch event {
        case .requested(let request):
            "an ad is asked for, for the slot \(Self.place(request))"
        case .failed(let retryAt):
            "no ad came; none is asked for until \(retryAt.duration(since: Instant(seconds: 0)).inWords)"
        case .loaded(let ad):
            placed[ad.serial] == nil ? "ad \(ad.id) is held: no slot below the screen is free" : nil
        case .placed(let ad):
            row(of: ad.serial).map { "ad \(ad.id) goes into its slot, on row \($0)" }
                ?? "ad \(ad.id) goes into its slot, and is hidden for now"
        case .counted(let impression): "ad \(impression.ad) was seen on row \(impression.row), and counts once"
        case .expired(_, let ad): "ad \(ad) is too old, was never counted, and goes"
        case .expiredHeld(_, let ad): "the held ad \(ad) is too old, and goes"
        case .released(_, let ad): "ad \(ad) goes: nothing of the content around it is left"
        case .dropped(_, let ad): "ad \(ad) is dropped"
        case .exposureEnded, .anchorChanged: nil
        }
    }

    /// “after 3 items (repeating)”.
    private static func place(_ request: SlotRequest) -> String {
        let place =
            switch request.offset {
            case 0: "above all items"
            case 1: "after 1 item"
            default: "after \(request.offset) items"
            }
        return "\(place) (\(request.rule))"
    }

    private func row(of serial: Int64) -> Int? {
        state.rowMap.row(ofAd: serial)
    }

    private var tally: String {
        var parts = [
            "so far \(state.requests.of("request"))"
                + (state.inFlight > 0 ? ", one of them under way" : "")
        ]
        if state.held > 0 { parts.append("an ad is held") }
        if let retryAt = state.retryAt, retryAt > state.elapsed {
            parts.append("asks for no ad before \(retryAt.inWords)")
        }
        if !state.impressions.isEmpty {
            let counts = state.impressions.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
            parts.append("impressions " + counts.joined(separator: ", ").printable)
        }
        return parts.joined(separator: "; ")
    }
}

extension Scenario.Step {
    fileprivate var text: String {
        switch self {
        case .content(let ids): "the content is \(ids.count.of("item"))"
        case .append(let ids): "at the end of the content, \(ids.count.of("item")) more"
        case .view(let viewport): "rows \(viewport.first) to \(viewport.last) are on screen\(viewport.edgeText)"
        case .ad(let id?): "the server answers with ad \(id.printable)"
        case .ad(nil): "the server has no ad"
        case .tick(let duration): "\(duration.inWords) goes by"
        case .restart: "the app ends and starts again; nothing is on screen yet"
        case .refresh(let dropsAds, let ids):
            "the content is asked for again, and is \(ids.map { $0.count.of("item") } ?? "the same") now; "
                + (dropsAds ? "all ads are dropped" : "the ads stay")
        }
    }
}

extension Viewport {
    fileprivate var edgeText: String {
        var parts: [String] = []
        if firstFraction < 1 { parts.append("the first to \(Int((firstFraction * 100).rounded())) %") }
        if lastFraction < 1 { parts.append("the last to \(Int((lastFraction * 100).rounded())) %") }
        return parts.isEmpty ? "" : ", " + parts.joined(separator: " and ")
    }
}

extension String {
    /// With `·` for characters that would move the cursor or change colours.
    fileprivate var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "·" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
