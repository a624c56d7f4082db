import FeedModel

extension SlotExplanation: CustomStringConvertible {
    /// In a few short sentences, for people.
    public var description: String {
        switch self {
        case .ad(let shown, let rule, let seen): Self.life(of: shown, rule: rule, seen: seen)
        case .hidden(let filled, let rule, let hiding):
            "Ad “\(filled.ad.id)” belongs here (\(rule)) and is kept, but hidden: \(hiding)."
        case .unfilled(let slot, let rule, let reason): "Slot \(slot) (\(rule)) is here and has no ad: \(reason)."
        case .noSlot(nextRow: nil): "The policy reserves no slot here, and none further down."
        case .noSlot(nextRow: let row?):
            "The policy reserves no slot here; the next one further down without an ad is at row \(row)."
        case .noPolicy: "The section has no ad policy, so it has no slots."
        }
    }

    private static func life(of shown: ShownAd, rule: SlotRule, seen: Duration) -> String {
        let filled = shown.filled
        let counted = filled.countedAt.map { "counted as an impression at \($0)" } ?? "not counted as an impression"
        return """
            Ad “\(filled.ad.id)” is here because of slot \(shown.slot) (\(rule)). Asked for at \(filled.askedAt), \
            arrived at \(filled.loadedAt), placed at \(filled.placedAt). Seen for \(seen.inWords), \(counted).
            """
    }
}

extension UnfilledReason: CustomStringConvertible {
    /// The part of a sentence behind “has no ad:”.
    public var description: String {
        switch self {
        case .nothingBelow: "it is the end of the list, and an ad waits until content follows"
        case .passedBy: "it is on screen or was scrolled past, and filling it would move what is on screen"
        case .asked(let time): "it was asked for at \(time), and the answer is not there yet"
        case .tooFar(let rows, let ahead): "it is \(rows) rows below the screen, and is asked for at \(ahead)"
        case .backOff(let until, 1): "the last fill failed, and none is asked for until \(until)"
        case .backOff(let until, let failures):
            "the last \(failures) fills failed, and none is asked for until \(until)"
        case .notItsTurn: "another slot comes first, and one ad is asked for at a time"
        case .due: "it is asked for next"
        }
    }
}

extension HidingRule: CustomStringConvertible {
    /// The part of a sentence behind “hidden:”.
    public var description: String {
        switch self {
        case .first: "it would be the first row"
        case .last: "it would be the last row"
        case .tooNear(let distance, let minGap):
            "it would be \(distance) items below another ad, and at least \(minGap) belong between them"
        }
    }
}
