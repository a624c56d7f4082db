protocol ItemPlacer: Sendable {
    mutating func place(_ item: LayoutItem) -> LayoutFrame
}

/// Rows one below the other, with a margin on the left for a number.
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

/// Cards side by side on one strip, as long as there are cards.
struct CarouselPlacer: ItemPlacer {
    private let spacing: Double
    private let cardWidth: Double
    private let cardHeight: Double
    private var nextX = 0.0

    init(width: Double, metrics: LayoutMetrics) {
        spacing = metrics.spacing
        cardWidth = min(metrics.cardWidth, width)
        cardHeight = metrics.cardHeight
    }

    mutating func place(_ item: LayoutItem) -> LayoutFrame {
        defer { nextX += cardWidth + spacing }
        return LayoutFrame(x: nextX, y: 0, width: cardWidth, height: cardHeight)
    }
}

/// Chips in lines: each follows the one before while it fits, else it begins a line. One that is wider than a line
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
