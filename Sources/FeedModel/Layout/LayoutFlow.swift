/// Places the items of a section one after another: a width goes in, frames come out.
///
/// What is placed never jumps: a frame depends on the items before it and on none after it, so a page that is
/// added below leaves all above where it is. No two frames overlap, and none leaves the width but those of a carousel,
/// which is scrolled across. Each item takes constant time.
package struct LayoutFlow: Sendable {
    private let layout: SectionLayout
    private let metrics: LayoutMetrics
    private let room: Double
    private var count = 0
    private var nextX = 0.0
    private var nextY = 0.0
    /// How high the columns of `waterfall` are.
    private var heights: [Double]

    /// - Parameter width: what there is to fill, in the unit of the metrics.
    package init(_ layout: SectionLayout, width: Double, metrics: LayoutMetrics) {
        self.layout = layout
        self.metrics = metrics.sound
        room = self.metrics.floored(width.measure)
        heights = Array(repeating: 0, count: self.metrics.columns(in: room))
    }

    package mutating func place(_ item: LayoutItem) -> LayoutFrame {
        defer { count += 1 }
        return switch layout {
        case .list: row(margin: 0)
        case .ranking: row(margin: min(metrics.rankWidth, room))
        case .carousel: card()
        case .chips: chip(item)
        case .mosaic: tile()
        case .waterfall: image(item)
        }
    }

    private mutating func row(margin: Double) -> LayoutFrame {
        let height = metrics.ceiled(metrics.rowHeight)
        defer { nextY += height + metrics.spacing }
        return LayoutFrame(x: margin, y: nextY, width: room - margin, height: height)
    }

    private mutating func card() -> LayoutFrame {
        let width = min(metrics.cardWidth, room)
        defer { nextX += width + metrics.spacing }
        return LayoutFrame(x: nextX, y: 0, width: width, height: metrics.cardHeight)
    }

    /// A chip follows the one before while it fits, else it begins a line. One that is wider than a line is cut to it.
    private mutating func chip(_ item: LayoutItem) -> LayoutFrame {
        let width = min(metrics.ceiled(item.naturalWidth?.measure ?? metrics.chipWidth), room)
        if nextX > 0, nextX + width > room {
            nextX = 0
            nextY += metrics.chipHeight + metrics.spacing
        }
        defer { nextX += width + metrics.spacing }
        return LayoutFrame(x: nextX, y: nextY, width: width, height: metrics.chipHeight)
    }

    /// Groups of three: a large item over about two thirds of the width, and right of it two small ones, one below the
    /// other. A last group that is not full leaves its places open, so that nothing jumps when it fills.
    private func tile() -> LayoutFrame {
        let gap = min(metrics.spacing, room)
        let smallWidth = metrics.floored((room - gap) / 3)
        let largeWidth = room - gap - smallWidth
        let smallHeight = metrics.floored((metrics.mosaicHeight - min(metrics.spacing, metrics.mosaicHeight)) / 2)
        let top = Double(count / 3) * (metrics.mosaicHeight + metrics.spacing)
        if count % 3 == 0 { return LayoutFrame(x: 0, y: top, width: largeWidth, height: metrics.mosaicHeight) }
        let y = count % 3 == 1 ? top : top + metrics.mosaicHeight - smallHeight
        return LayoutFrame(x: largeWidth + gap, y: y, width: smallWidth, height: smallHeight)
    }

    /// Each image goes into the column that is shortest so far, the left one of those that are even.
    private mutating func image(_ item: LayoutItem) -> LayoutFrame {
        let last = Double(heights.count - 1)
        let width = metrics.floored((room - min(metrics.spacing, room) * last) / (last + 1))
        let height = metrics.ceiled(width * item.ratio * metrics.unitAspect + metrics.captionHeight)
        let column = heights.indices.min { heights[$0] < heights[$1] } ?? 0
        defer { heights[column] += height + metrics.spacing }
        let offset = Double(column) / last * (room - width)
        return LayoutFrame(
            x: column == heights.count - 1 ? offset : metrics.floored(offset), y: heights[column], width: width,
            height: height)
    }
}

/// A rectangle, from the top left corner, in whatever unit the width was given in: points, pixels or terminal cells.
package struct LayoutFrame: Hashable, Sendable {
    package let x: Double
    /// The upper edge; greater is further down.
    package let y: Double
    /// Not negative.
    package let width: Double
    /// Not negative.
    package let height: Double
}

/// What a layout has to know of an item. What an item does not say, the layout's metrics say for it.
package struct LayoutItem: Hashable, Sendable {
    /// The image's height divided by its width. Only finite ratios above 0 count; they are taken as between 1/8 and 8,
    /// so that a mistake in the data cannot fill the screen.
    package let imageRatio: Double?
    /// How wide it is if nothing stops it; what `chips` look at.
    package let naturalWidth: Double?

    package init(imageRatio: Double? = nil, naturalWidth: Double? = nil) {
        self.imageRatio = imageRatio
        self.naturalWidth = naturalWidth
    }

    /// Its ratio within the limits; 1 where it has none.
    var ratio: Double {
        guard let imageRatio, imageRatio.isFinite, imageRatio > 0 else { return 1 }
        return min(max(imageRatio, 1 / 8), 8)
    }
}
