/// A stretch in the order of keys, by their UTF-8 bytes, in which there is none: between two neighbours, or beyond the
/// first or the last key.
///
/// A key in it is not there, which is told without a look-up.
struct KeyGap {
    /// The keys beside it; nil where there are none on that side.
    private var lower: String?
    private var upper: String?

    init(from lower: String?, to upper: String?) {
        (self.lower, self.upper) = (lower, upper)
    }

    func contains(_ key: String) -> Bool {
        if let lower, !lower.precedes(key) { return false }
        if let upper, !key.precedes(upper) { return false }
        return true
    }

    /// A key is there from now on. Of a gap that it splits, the side without an end stays, where the next keys are
    /// likelier; of one between two keys, the upper side.
    mutating func add(_ key: String) {
        guard contains(key) else { return }
        if upper != nil, lower == nil { upper = key } else { lower = key }
    }
}
