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
