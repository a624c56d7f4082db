import Testing

@testable import FeedModel

@Suite struct SectionLayoutTests {
    private let metrics = LayoutMetrics(
        spacing: 10, rowHeight: 50, rankWidth: 40, chipHeight: 30, chipWidth: 60, cardWidth: 120, cardHeight: 150,
        mosaicHeight: 210, captionHeight: 20)

    private func frames(_ layout: SectionLayout, _ items: [LayoutItem], width: Double = 310) -> [LayoutFrame] {
        layout.frames(of: items, width: width, metrics: metrics)
    }

    private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LayoutFrame {
        LayoutFrame(x: x, y: y, width: width, height: height)
    }

    @Test("Each layout has its name, and an unknown one is a list", arguments: SectionLayout.allCases)
    func names(layout: SectionLayout) {
        #expect(SectionLayout(named: layout.rawValue) == layout)
        #expect(SectionLayout(named: layout.rawValue + "?") == .list)
    }

    @Test("A list has one row below the other")
    func list() {
        let items = [LayoutItem(), LayoutItem(), LayoutItem()]
        #expect(frames(.list, items) == [frame(0, 0, 310, 50), frame(0, 60, 310, 50), frame(0, 120, 310, 50)])
    }

    @Test("A ranking leaves room for the rank")
    func ranking() {
        #expect(frames(.ranking, [LayoutItem(), LayoutItem()]) == [frame(40, 0, 270, 50), frame(40, 60, 270, 50)])
    }

    @Test("A carousel goes on to the right, its cards no wider than the screen")
    func carousel() {
        let items = Array(repeating: LayoutItem(), count: 3)
        #expect(frames(.carousel, items).map(\.x) == [0, 130, 260])
        #expect(frames(.carousel, items, width: 100).map(\.width) == [100, 100, 100])
    }

    @Test("Chips fill lines, and one that is too wide is cut")
    func chips() {
        let items = [100, 200, 60, 400, 10].map { LayoutItem(naturalWidth: $0) }
        #expect(
            frames(.chips, items) == [
                frame(0, 0, 100, 30), frame(110, 0, 200, 30), frame(0, 40, 60, 30), frame(0, 80, 310, 30),
                frame(0, 120, 10, 30),
            ])
    }

    @Test("A mosaic has one large item and two small ones in each group")
    func mosaic() {
        let items = Array(repeating: LayoutItem(), count: 4)
        #expect(
            frames(.mosaic, items) == [
                frame(0, 0, 200, 210), frame(210, 0, 100, 100), frame(210, 110, 100, 100), frame(0, 220, 200, 210),
            ])
    }

    @Test("A waterfall puts each image into the shorter column, the left one of two even ones")
    func waterfall() {
        let items = [1, 0.5, 0.5, 2].map { LayoutItem(imageRatio: $0) }
        #expect(
            frames(.waterfall, items) == [
                frame(0, 0, 150, 170), frame(160, 0, 150, 95), frame(160, 105, 150, 95), frame(0, 180, 150, 320),
            ])
    }

    @Test(
        "A waterfall has as many columns as fit, two at least",
        arguments: [(100, [0, 55, 0]), (319, [0, 164.5, 0]), (320, [0, 110, 220]), (720, [0, 121, 243])])
    func columns(width: Double, edges: [Double]) {
        var metrics = metrics
        (metrics.columnWidth, metrics.grain) = (100, width == 720 ? 1 : 0)
        let frames = SectionLayout.waterfall.frames(
            of: Array(repeating: LayoutItem(), count: 3), width: width, metrics: metrics)
        #expect(frames.map(\.x) == edges)
    }

    @Test("A terminal's frames are on whole cells")
    func cells() {
        let items = [0.3, 1.7, 1].map { LayoutItem(imageRatio: $0, naturalWidth: 7) }
        for layout in SectionLayout.allCases {
            for frame in layout.frames(of: items, width: 79, metrics: .cells) {
                let edges = [frame.x, frame.y, frame.maxX, frame.maxY]
                #expect(edges == edges.map { $0.rounded() }, "\(layout): \(frame)")
            }
        }
    }

    @Test("Nonsense from outside gives frames all the same", arguments: SectionLayout.allCases)
    func nonsense(layout: SectionLayout) {
        let values: [Double] = [.nan, .infinity, -.infinity, -1, 0, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        for value in values {
            let items = Array(
                repeating: LayoutItem(imageRatio: value, naturalWidth: value), count: 5)
            let metrics = LayoutMetrics(
                spacing: value, rowHeight: value, rankWidth: value, chipHeight: value, chipWidth: value,
                cardWidth: value, cardHeight: value, mosaicHeight: value, captionHeight: value, unitAspect: value,
                grain: value)
            for width in values {
                for frame in layout.frames(of: items, width: width, metrics: metrics) {
                    let sides = [frame.x, frame.y, frame.width, frame.height]
                    #expect(sides.allSatisfy { $0.isFinite && $0 >= 0 }, "\(value), \(width): \(frame)")
                }
            }
        }
    }
}
