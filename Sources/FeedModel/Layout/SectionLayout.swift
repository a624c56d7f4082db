package enum SectionLayout: String, CaseIterable, Sendable {
    /// Rows of full width, one below the other.
    case list
    /// A list with room for the rank on the left.
    case ranking
    /// A strip of cards, to be scrolled across.
    case carousel
    /// Words side by side, as many in a line as fit.
    case chips
    /// Groups of three: one large on the left, two small on the right.
    case mosaic
    /// Columns of images, each into the shortest: two on a phone, three on a tablet.
    case waterfall

    /// The layout of that name; a name that is not known is drawn as a list.
    package init(named name: String) { self = SectionLayout(rawValue: name) ?? .list }

    package func frames(of items: some Sequence<LayoutItem>, width: Double, metrics: LayoutMetrics) -> [LayoutFrame] {
        var flow = LayoutFlow(self, width: width, metrics: metrics)
        return items.map { flow.place($0) }
    }
}
