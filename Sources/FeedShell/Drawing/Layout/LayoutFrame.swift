/// A rectangle, from the top left corner, in whatever unit the width was given in: points, pixels or terminal cells.
struct LayoutFrame: Hashable, Sendable {
    /// The left edge.
    let x: Double
    /// The upper edge; greater is further down.
    let y: Double
    /// Not negative.
    let width: Double
    /// Not negative.
    let height: Double

    /// A rectangle; nothing is checked.
    init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    var maxX: Double { x + width }

    /// The lower edge.
    var maxY: Double { y + height }

    /// Whether the two share more than an edge.
    func overlaps(_ other: LayoutFrame) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}
