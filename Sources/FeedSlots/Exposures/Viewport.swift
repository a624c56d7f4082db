package struct Viewport: Hashable, Sendable {
    /// The topmost row, counted from 0.
    package let first: Int
    /// The last row, which may be after the end of the list; `first - 1` where nothing is on screen.
    package let last: Int
    /// Which part of the first row is on screen: 0 to 1.
    package let firstFraction: Double
    /// Which part of the last row is on screen: 0 to 1.
    package let lastFraction: Double

    /// A viewport. Values outside their range become the nearest inside it.
    package init(first: Int, last: Int, firstFraction: Double = 1, lastFraction: Double = 1) {
        self.first = min(max(0, first), SlotPolicy.greatest)
        self.last = min(max(self.first - 1, last), SlotPolicy.greatest)
        self.firstFraction = Self.clamped(firstFraction)
        self.lastFraction = Self.clamped(lastFraction)
    }

    package var rows: Range<Int> { first..<(last + 1) }

    /// Which part of a row is on screen. The only row on screen has the smaller of both fractions.
    package func fraction(ofRow row: Int) -> Double {
        guard rows.contains(row) else { return 0 }
        return min(row == first ? firstFraction : 1, row == last ? lastFraction : 1)
    }

    package func moved(up count: Int) -> Viewport {
        Viewport(first: first - count, last: last - count, firstFraction: firstFraction, lastFraction: lastFraction)
    }

    private static func clamped(_ fraction: Double) -> Double {
        fraction.isNaN ? 0 : min(max(0, fraction), 1)
    }
}
