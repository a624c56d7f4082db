/// Which of the items that a whole walk did not find are removed.
///
/// Items are removed on evidence only. Absence is believed when two whole walks in a row did not find an item, and the
/// second of them ran without *drift* (signs that the list changed while it was read). So no change within one walk can
/// remove what the server has.
///
/// Where the first of the two ran with drift, another walk follows at once. Where a walk that follows at once finds
/// another order, or other items, the list is restless: its absent items are removed after the next sync's walk at the
/// earliest. Both make an error far less likely on a list that changes all the time.
package struct RemovalDecision: Equatable, Sendable {
    /// What a whole walk knows at its end.
    package struct Evidence: Equatable, Sendable {
        /// Items of the list when the walk began, without those that the previous whole walk did not find.
        package var itemsBefore: Int
        /// Items that this walk did not find.
        package var absent: Int
        /// How many of these the previous whole walk did not find either.
        package var twiceAbsent: Int
        /// Whether the list changed while it was read.
        package var hasDrift: Bool
        /// Whether it did so in the previous whole walk.
        package var hadDrift: Bool
        /// Whether the walk followed another one at once, and found items in another order or other items.
        package var isRestless: Bool
        /// Whether the walk found no item at all.
        package var isEmpty: Bool
        /// Whether an empty list is to be believed: the server reported a total of 0, or walks have agreed for
        /// `emptyListSeconds`.
        package var isEmptinessConfirmed: Bool
        /// Whether the user allowed the list to shrink.
        package var allowsShrink: Bool

        /// The evidence; every part is as given.
        package init(
            itemsBefore: Int, absent: Int, twiceAbsent: Int, hasDrift: Bool = false, hadDrift: Bool = false,
            isRestless: Bool = false, isEmpty: Bool = false,
            isEmptinessConfirmed: Bool = false, allowsShrink: Bool = false
        ) {
            self.itemsBefore = itemsBefore
            self.absent = absent
            self.twiceAbsent = twiceAbsent
            self.hasDrift = hasDrift
            self.hadDrift = hadDrift
            self.isRestless = isRestless
            self.isEmpty = isEmpty
            self.isEmptinessConfirmed = isEmptinessConfirmed
            self.allowsShrink = allowsShrink
        }
    }

    /// Lists of this many items and fewer may shrink by any number.
    package static let smallList = 10
    /// For how long walks must find a list empty before it is believed without a total, in seconds: a day.
    package static let emptyListSeconds: Int64 = 86_400

    /// Whether the items that two walks did not find are removed now.
    package let removesTwiceAbsent: Bool
    /// Whether removals are held back until the walk of a later sync confirms them.
    package let isHeldBack: Bool
    /// Whether the walk counts as one of the two walks that prove absence. A list that comes empty does not count until
    /// it is believed.
    package let isEvidence: Bool
    /// Whether a second walk follows at once, because this one did not find items that the previous one found.
    package let wantsSecondWalk: Bool

    /// Decides by the evidence of a whole walk.
    package init(_ evidence: Evidence) {
        let unconfirmed = evidence.absent - evidence.twiceAbsent
        let isUnbelievedEmptiness =
            evidence.isEmpty && evidence.absent > 0 && !evidence.isEmptinessConfirmed && !evidence.allowsShrink
        let isShrink = evidence.itemsBefore > Self.smallList && unconfirmed * 2 > evidence.itemsBefore
        isEvidence = !isUnbelievedEmptiness
        isHeldBack = isUnbelievedEmptiness || isShrink && !evidence.allowsShrink
        removesTwiceAbsent = !isHeldBack && !evidence.hasDrift && !evidence.hadDrift && !evidence.isRestless
        let toConfirm = evidence.hadDrift ? evidence.absent : unconfirmed
        wantsSecondWalk = toConfirm > 0 && !isHeldBack && !evidence.hasDrift
    }
}
