/// A rectangle, from the top left corner, in whatever unit the width was given in: points, pixels or terminal cells.
public struct LayoutFrame: Hashable, Sendable {
    /// The left edge.
    public let x: Double
    /// The upper edge; greater is further down.
    public let y: Double
    /// Not negative.
    public let width: Double
    /// Not negative.
    public let height: Double

    /// A rectangle; nothing is checked.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    public var maxX: Double { x + width }

    /// The lower edge.
    public var maxY: Double { y + height }

    /// Whether the two share more than an edge.
    public func overlaps(_ other: LayoutFrame) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}
