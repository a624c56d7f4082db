/// Places the items of a section one after another: a width goes in, frames come out.
///
/// What is placed never jumps: a frame depends on the items before it and on none after it, so a page that is
/// added below leaves all above where it is. No two frames overlap, and none leaves the width but those of a carousel,
/// which is scrolled across. Each item takes constant time.
///
/// ```swift
/// var flow = SectionLayout.waterfall.flow(width: 390, metrics: .page)
/// var frames = firstPage.map { flow.place($0) }
/// frames += secondPage.map { flow.place($0) }
/// scrollView.contentHeight = flow.height
/// ```
package struct LayoutFlow: Sendable {
    /// The right edge of what was placed furthest to the right.
    package private(set) var width = 0.0
    /// The lower edge of what was placed furthest down.
    package private(set) var height = 0.0

    var placer: any ItemPlacer

    package mutating func place(_ item: LayoutItem) -> LayoutFrame {
        let frame = placer.place(item)
        width = max(width, frame.maxX)
        height = max(height, frame.maxY)
        return frame
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

    package var maxX: Double { x + width }

    package var maxY: Double { y + height }
}

/// What a layout has to know of an item. What an item does not say, the layout's metrics say for it.
package struct LayoutItem: Hashable, Sendable {
    /// The image's height divided by its width. Only finite ratios above 0 count; they are taken as between 1/8 and 8,
    /// so that a mistake in the data cannot fill the screen.
    package let imageRatio: Double?
    /// How wide it is if nothing stops it; what `chips` look at.
    package let naturalWidth: Double?
    /// How high it is if nothing stops it; what `list` and `ranking` look at.
    package let naturalHeight: Double?

    package init(imageRatio: Double? = nil, naturalWidth: Double? = nil, naturalHeight: Double? = nil) {
        self.imageRatio = imageRatio
        self.naturalWidth = naturalWidth
        self.naturalHeight = naturalHeight
    }

    /// Its ratio within the limits; 1 where it has none.
    var ratio: Double {
        guard let imageRatio, imageRatio.isFinite, imageRatio > 0 else { return 1 }
        return min(max(imageRatio, 1 / 8), 8)
    }
}
