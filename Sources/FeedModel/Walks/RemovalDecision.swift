/// Which of the items that a whole walk did not find are removed.
///
/// Items are removed on evidence only. Absence is believed when two whole walks in a row did not find an item, and the
/// second of them ran without *drift* (signs that the list changed while it was read). So no change within one walk can
/// remove what the server has.
///
/// A list that changes all the time can hide an item from two walks. So a walk of a list that is short enough to be read
/// twice removes only what it and the walk before it agree on: it found the same items in the same order, and the walk
/// before ran without drift, too. Where they do not agree, another walk follows at once. An item that `longAbsence` whole
/// walks in a row did not find is removed all the same, so that a list that never rests loses its dead items.
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
        /// How many of these none of the last `longAbsence` whole walks found, this one included.
        package var longAbsent: Int
        /// Whether the walk found items in another order than the previous whole walk, or new items.
        package var hasMoved: Bool
        /// Whether the list is too long to be read twice in one sync.
        package var isLong: Bool
        /// Whether the walk found no item at all.
        package var isEmpty: Bool
        /// Whether an empty list is to be believed: the server reported a total of 0, or walks have agreed for
        /// `emptyListSeconds`.
        package var isEmptinessConfirmed: Bool
        /// Whether the user allowed the list to shrink.
        package var allowsShrink: Bool

        /// The evidence; every part is as given.
        package init(
            itemsBefore: Int, absent: Int, twiceAbsent: Int, longAbsent: Int = 0, hasDrift: Bool = false,
            hadDrift: Bool = false, hasMoved: Bool = false, isLong: Bool = false, isEmpty: Bool = false,
            isEmptinessConfirmed: Bool = false, allowsShrink: Bool = false
        ) {
            self.itemsBefore = itemsBefore
            self.absent = absent
            self.twiceAbsent = twiceAbsent
            self.hasDrift = hasDrift
            self.hadDrift = hadDrift
            self.longAbsent = longAbsent
            self.hasMoved = hasMoved
            self.isLong = isLong
            self.isEmpty = isEmpty
            self.isEmptinessConfirmed = isEmptinessConfirmed
            self.allowsShrink = allowsShrink
        }
    }

    /// Lists of this many items and fewer may shrink by any number.
    package static let smallList = 10
    /// For how long walks must find a list empty before it is believed without a total, in seconds: a day.
    package static let emptyListSeconds: Int64 = 86_400

    /// Whole walks in a row that must miss an item that no two walks agree on. In a simulation of 40,000 lists that
    /// change between any two requests, one to five times each, five walks removed no living item, and four removed ten.
    package static let longAbsence = 6

    /// Whether the items that two walks did not find are removed now.
    package let removesTwiceAbsent: Bool
    /// Whether the items that `longAbsence` walks did not find are removed now.
    package let removesLongAbsent: Bool
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
        let isAgreed = !evidence.hadDrift && (evidence.isLong || !evidence.hasMoved && unconfirmed == 0)
        removesTwiceAbsent = !isHeldBack && !evidence.hasDrift && isAgreed
        removesLongAbsent = !isHeldBack && !evidence.hasDrift && evidence.longAbsent > 0
        let toConfirm = isAgreed ? unconfirmed : evidence.absent
        wantsSecondWalk = toConfirm > 0 && !isHeldBack && !evidence.hasDrift
    }
}
