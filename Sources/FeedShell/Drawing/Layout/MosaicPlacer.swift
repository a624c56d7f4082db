/// Groups of three: a large item over about two thirds of the width, and right of it two small ones, one below the
/// other. A last group that is not full leaves its places open, so that nothing jumps when it fills.
struct MosaicPlacer: ItemPlacer {
    private let metrics: LayoutMetrics
    private let gap: Double
    private let largeWidth: Double
    private let smallWidth: Double
    private let smallHeight: Double
    private var count = 0

    init(width: Double, metrics: LayoutMetrics) {
        self.metrics = metrics
        gap = min(metrics.spacing, width)
        smallWidth = metrics.floored((width - gap) / 3)
        largeWidth = width - gap - smallWidth
        let verticalGap = min(metrics.spacing, metrics.mosaicHeight)
        smallHeight = metrics.floored((metrics.mosaicHeight - verticalGap) / 2)
    }

    mutating func place(_ item: LayoutItem) -> LayoutFrame {
        let top = Double(count / 3) * (metrics.mosaicHeight + metrics.spacing)
        let place = count % 3
        count += 1
        switch place {
        case 0: return LayoutFrame(x: 0, y: top, width: largeWidth, height: metrics.mosaicHeight)
        case 1: return LayoutFrame(x: largeWidth + gap, y: top, width: smallWidth, height: smallHeight)
        default:
            let bottom = top + metrics.mosaicHeight - smallHeight
            return LayoutFrame(x: largeWidth + gap, y: bottom, width: smallWidth, height: smallHeight)
        }
    }
}
