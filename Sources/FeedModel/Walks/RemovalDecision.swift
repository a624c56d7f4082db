/// What a whole walk removes of the items that it did not meet.
///
/// Items leave on evidence only. Absence is believed when two whole walks in a row have not met an item and the second
/// of them ran without *drift* (signs that the list changed while it was read). So no change that happens within one
/// walk can remove what the server has. Where the first of them ran with drift, one more is asked for: it follows at
/// once. And where a walk that follows at once finds the list in another order, or other items in it, the list is
/// restless: what it misses goes with the next sync's walk at the earliest. On a list that changes all the time both
/// make an error far less likely.
public struct RemovalDecision: Equatable, Sendable {
    /// What a whole walk knows at its end.
    public struct Evidence: Equatable, Sendable {
        /// Items of the list when the walk began, without those that the whole walk before had not met.
        public var itemsBefore: Int
        /// Items that this walk did not meet.
        public var absent: Int
        /// How many of these the whole walk before did not meet either.
        public var twiceAbsent: Int
        /// Whether the list changed while it was read.
        public var hasDrift: Bool
        /// Whether it did so in the whole walk before.
        public var hadDrift: Bool
        /// Whether it followed another walk at once and found items in another order, or other ones.
        public var isRestless: Bool
        /// Whether the walk met no item at all.
        public var isEmpty: Bool
        /// Whether an empty list is to be believed: the server reported a total of 0, or walks have agreed for
        /// `emptyListSeconds`.
        public var isEmptinessConfirmed: Bool
        /// Whether the user said that a shrink is right.
        public var allowsShrink: Bool

        /// The evidence; every part is as given.
        public init(
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
    public static let smallList = 10
    /// For how long walks must find a list empty before it is believed without a total, in seconds: a day.
    public static let emptyListSeconds: Int64 = 86_400

    /// Whether what two walks have missed is removed now.
    public let removesTwiceAbsent: Bool
    /// Whether removals are held back until the walk of a later sync agrees.
    public let isHeldBack: Bool
    /// Whether the walk counts as one of the two that absence takes. A list that comes empty does not, until it is
    /// believed.
    public let isEvidence: Bool
    /// Whether a second walk is to follow at once, since this one missed items that the walk before had met.
    public let wantsSecondWalk: Bool

    /// Decides.
    public init(_ evidence: Evidence) {
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
