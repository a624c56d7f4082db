/// Rows one below the other, with a margin on the left for what stands before them.
struct ListPlacer: ItemPlacer {
    private let metrics: LayoutMetrics
    private let margin: Double
    private let rowWidth: Double
    private var nextY = 0.0

    init(width: Double, metrics: LayoutMetrics, margin: Double) {
        self.metrics = metrics
        self.margin = min(margin, width)
        rowWidth = width - self.margin
    }

    mutating func place(_ item: LayoutItem) -> LayoutFrame {
        let height = metrics.ceiled(item.naturalHeight?.measure ?? metrics.rowHeight)
        defer { nextY += height + metrics.spacing }
        return LayoutFrame(x: margin, y: nextY, width: rowWidth, height: height)
    }
}
