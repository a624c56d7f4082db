/// What a whole walk may remove of the items it did not meet.
///
/// Items leave on evidence only. Absence from a whole walk is evidence unless the list moved while it was read
/// (*drift*: an item that slid onto a page already read was missed, not deleted) or so much is missing that the server
/// is more likely to be wrong than right (*shrink*). Absence from two whole walks in a row is evidence all the same.
public enum Sweep: Equatable, Sendable {
    /// Everything the walk did not meet goes.
    case removeAbsent
    /// Only what the whole walk before did not meet either goes; the list drifted.
    case removeTwiceAbsent
    /// As above, and the rest is more than half of the list: the walk is held back until the next one agrees.
    case holdBack

    /// What a whole walk knows at its end.
    public struct Evidence: Equatable, Sendable {
        /// How many items the list had when the walk began.
        public var itemsBefore: Int
        /// How many items it did not meet.
        public var absent: Int
        /// How many of these the whole walk before did not meet either.
        public var twiceAbsent: Int
        /// Whether the list moved while it was read.
        public var hasDrift: Bool
        /// Whether the user said that a shrink is right.
        public var allowsShrink: Bool

        /// The evidence; every part is as given.
        public init(itemsBefore: Int, absent: Int, twiceAbsent: Int, hasDrift: Bool, allowsShrink: Bool) {
            self.itemsBefore = itemsBefore
            self.absent = absent
            self.twiceAbsent = twiceAbsent
            self.hasDrift = hasDrift
            self.allowsShrink = allowsShrink
        }
    }

    /// Lists of this many items and fewer may shrink by any number at once.
    public static let smallList = 10

    /// What the evidence allows.
    public init(_ evidence: Evidence) {
        let unconfirmed = evidence.absent - evidence.twiceAbsent
        if !evidence.allowsShrink, evidence.itemsBefore > Self.smallList, unconfirmed * 2 > evidence.itemsBefore {
            self = .holdBack
        } else if evidence.hasDrift {
            self = .removeTwiceAbsent
        } else {
            self = .removeAbsent
        }
    }
}
