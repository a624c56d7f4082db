package import FeedModel

package enum SlotExplanation: Equatable, Sendable {
    /// An ad is here. `visibleTime` is how long it has been visible in all.
    case ad(SlotAssignment, visibleTime: Duration)
    case hidden(SlotAd, rule: SlotRule, by: HidingRule)
    case unfilled(slot: Int, rule: SlotRule, because: UnfilledReason)
    /// There is no slot here. The next one below would be on row `nextRow`.
    case noSlot(nextRow: Int?)
    case noPolicy
}

package enum UnfilledReason: Equatable, Sendable {
    case endOfList
    case scrolledPast
    case requested(at: Instant)
    /// It is too many content rows below the fold: `rows`, where `ahead` are few enough.
    case tooFar(rows: Int, ahead: Int)
    case backOff(until: Instant, failures: Int)
    case notNext
    case due
}

extension SlotEngine {
    /// Why there is an ad on a row, or none, as of the latest step.
    ///
    /// A slot without an ad takes no row. It is explained on the row that its ad would take, which is `rowCount` for a
    /// slot after the last row.
    ///
    /// - Returns: nil for rows outside of `0...rowCount`.
    package func explanation(ofRow row: Int) -> SlotExplanation? {
        guard (0...rows.rowCount).contains(row) else { return nil }
        if case .ad = rows[row], let shown = assignments(onRows: row..<(row + 1)).first {
            return .ad(shown, visibleTime: visibleTime(of: shown.ad))
        }
        if let hidden = hiddenAd(onRow: row) { return hidden }
        guard policy.hasSlots else { return .noPolicy }
        guard let stub = plan.nextStubOfAny(fromRow: row, limit: .max) else { return .noSlot(nextRow: nil) }
        let stubRow = plan.row(of: stub)
        guard stubRow == row else { return .noSlot(nextRow: stubRow) }
        return .unfilled(slot: plan.number(of: stub), rule: stub.rule, because: reason(stub, row: stubRow))
    }

    private func hiddenAd(onRow row: Int) -> SlotExplanation? {
        let above = rows.adCount(aboveRow: row)
        let offset = row - above
        let start = plan.firstFilled(from: offset)
        guard
            let slot = plan.filled[start...].prefix(while: { $0.offset == offset }).first(where: { !$0.isShown }),
            let ad = ad(slot.serial),
            let rule = slot.isSurplus
                ? .surplus
                : plan.hidingRule(at: slot.offset, shownAbove: above > 0 ? rows.ads[above - 1].offset : nil)
        else { return nil }
        return .hidden(ad, rule: slot.rule, by: rule)
    }

    private func reason(_ stub: Stub, row: Int) -> UnfilledReason {
        if stub.offset == plan.contentCount, !policy.trailing { return .endOfList }
        if row < firstFreeRow { return .scrolledPast }
        if let request, request.offset == stub.offset { return .requested(at: request.requestedAt) }
        let distance = max(0, stub.offset - contentAboveFold)
        if distance > policy.ahead { return .tooFar(rows: distance, ahead: policy.ahead) }
        if let retryAt = backoff.retryAt, !backoff.allowsRequest(at: now) {
            return .backOff(until: retryAt, failures: backoff.failures)
        }
        return request == nil && held == nil && dueStub == stub ? .due : .notNext
    }
}

// MARK: - For people

extension SlotExplanation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .ad(let shown, let visibleTime): Self.life(of: shown, visibleTime: visibleTime)
        case .hidden(let ad, let rule, let hiding):
            "Ad “\(ad.id)” belongs here (\(rule)) and is kept, but hidden: \(hiding)."
        case .unfilled(let slot, let rule, let reason): "Slot \(slot) (\(rule)) is here and has no ad: \(reason)."
        case .noSlot(nextRow: nil): "The policy reserves no slot here, and none further down."
        case .noSlot(nextRow: let row?):
            "The policy reserves no slot here; the next one further down without an ad is at row \(row)."
        case .noPolicy: "The section has no ad policy, so it has no slots."
        }
    }

    private static func life(of shown: SlotAssignment, visibleTime: Duration) -> String {
        let ad = shown.ad
        let counted = ad.countedAt.map { "counted as an impression at \($0)" } ?? "not counted as an impression"
        let placed = ad.placedAt.map { ", placed at \($0)" } ?? ""
        return """
            Ad “\(ad.id)” is here because of slot \(shown.slot) (\(shown.rule)). Asked for at \(ad.requestedAt), \
            arrived at \(ad.loadedAt)\(placed). Seen for \(visibleTime.inWords), \(counted).
            """
    }
}

extension UnfilledReason: CustomStringConvertible {
    /// The part of a sentence after “has no ad:”.
    package var description: String {
        switch self {
        case .endOfList: "it is the end of the list, and an ad waits until content follows"
        case .scrolledPast: "it is on screen or was scrolled past, and filling it would move what is on screen"
        case .requested(let time): "it was asked for at \(time), and the answer is not there yet"
        case .tooFar(let rows, let ahead): "it is \(rows) rows below the screen, and is asked for at \(ahead)"
        case .backOff(let until, 1): "the last fill failed, and none is asked for until \(until)"
        case .backOff(let until, let failures):
            "the last \(failures) fills failed, and none is asked for until \(until)"
        case .notNext: "another slot comes first, and one ad is asked for at a time"
        case .due: "it is asked for next"
        }
    }
}

extension HidingRule: CustomStringConvertible {
    /// The part of a sentence after “hidden:”.
    package var description: String {
        switch self {
        case .surplus: "the policy now allows fewer ads than there are"
        case .first: "it would be the first row"
        case .last: "it would be the last row"
        case .tooNear(let distance, let minGap):
            "it would be \(distance) items below another ad, and at least \(minGap) belong between them"
        }
    }
}
