extension Int {
    /// The greatest count or place that is kept: sums of all that a file can hold do not overflow.
    package static let greatestCount = 1 << 40
}
