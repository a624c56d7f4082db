/// Places the items of a section one after another: a width goes in, frames come out.
///
/// What is placed never jumps: a frame depends on the items before it and on nothing behind it, so a page that is
/// added below leaves all above where it is. No two frames overlap, and none leaves the width but those of a carousel,
/// which is scrolled across. Each item takes constant time.
///
/// ```swift
/// var flow = SectionLayout.waterfall.flow(width: 390, metrics: LayoutMetrics())
/// var frames = firstPage.map { flow.place($0) }
/// frames += secondPage.map { flow.place($0) }
/// scrollView.contentHeight = flow.height
/// ```
struct LayoutFlow: Sendable {
    /// The right edge of what was placed furthest to the right.
    private(set) var width = 0.0
    /// The lower edge of what was placed furthest down.
    private(set) var height = 0.0

    private var placer: any ItemPlacer

    init(_ layout: SectionLayout, width: Double, metrics: LayoutMetrics) {
        let metrics = metrics.sound
        let width = metrics.floored(width.measure)
        placer =
            switch layout {
            case .list: ListPlacer(width: width, metrics: metrics, margin: 0)
            case .ranking: ListPlacer(width: width, metrics: metrics, margin: metrics.rankWidth)
            case .carousel: CarouselPlacer(width: width, metrics: metrics)
            case .chips: ChipsPlacer(width: width, metrics: metrics)
            case .mosaic: MosaicPlacer(width: width, metrics: metrics)
            case .waterfall: WaterfallPlacer(width: width, metrics: metrics)
            }
    }

    /// The frame of the next item.
    mutating func place(_ item: LayoutItem) -> LayoutFrame {
        let frame = placer.place(item)
        width = max(width, frame.maxX)
        height = max(height, frame.maxY)
        return frame
    }
}

/// Where a layout puts the next item.
protocol ItemPlacer: Sendable {
    mutating func place(_ item: LayoutItem) -> LayoutFrame
}
