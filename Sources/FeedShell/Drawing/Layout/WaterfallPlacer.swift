/// Two columns; each item goes into the one that is shorter so far, the left one if they are even.
struct WaterfallPlacer: ItemPlacer {
    private let metrics: LayoutMetrics
    private let columnWidth: Double
    private let rightX: Double
    private var leftHeight = 0.0
    private var rightHeight = 0.0

    init(width: Double, metrics: LayoutMetrics) {
        self.metrics = metrics
        columnWidth = metrics.floored((width - min(metrics.spacing, width)) / 2)
        rightX = width - columnWidth
    }

    mutating func place(_ item: LayoutItem) -> LayoutFrame {
        let height = metrics.ceiled(columnWidth * item.ratio * metrics.unitAspect + metrics.captionHeight)
        if leftHeight <= rightHeight {
            defer { leftHeight += height + metrics.spacing }
            return LayoutFrame(x: 0, y: leftHeight, width: columnWidth, height: height)
        }
        defer { rightHeight += height + metrics.spacing }
        return LayoutFrame(x: rightX, y: rightHeight, width: columnWidth, height: height)
    }
}
