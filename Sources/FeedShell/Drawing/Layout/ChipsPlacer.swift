/// Chips in lines: each goes behind the one before while it fits, else it begins a line. One that is wider than a line
/// is cut to it.
struct ChipsPlacer: ItemPlacer {
    private let width: Double
    private let metrics: LayoutMetrics
    private var nextX = 0.0
    private var lineY = 0.0

    init(width: Double, metrics: LayoutMetrics) {
        self.width = width
        self.metrics = metrics
    }

    mutating func place(_ item: LayoutItem) -> LayoutFrame {
        let chipWidth = min(metrics.ceiled(item.naturalWidth?.measure ?? metrics.chipWidth), width)
        if nextX > 0, nextX + chipWidth > width {
            nextX = 0
            lineY += metrics.chipHeight + metrics.spacing
        }
        defer { nextX += chipWidth + metrics.spacing }
        return LayoutFrame(x: nextX, y: lineY, width: chipWidth, height: metrics.chipHeight)
    }
}
