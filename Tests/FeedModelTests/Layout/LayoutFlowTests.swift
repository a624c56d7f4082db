import TestSupport
import Testing

@testable import FeedModel

/// What holds for every layout.
@Suite struct LayoutFlowTests {
    /// A layout's task made up by chance.
    private struct Task {
        let items: [LayoutItem]
        let width: Double
        let metrics: LayoutMetrics

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            func size(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
            items = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                LayoutItem(
                    imageRatio: Bool.random(using: &generator) ? size(0.05...12) : nil,
                    naturalWidth: Bool.random(using: &generator) ? size(0...500) : nil)
            }
            width = size(0...600)
            metrics = LayoutMetrics(
                spacing: size(0...30), rowHeight: size(1...60), rankWidth: size(0...80), chipHeight: size(1...40),
                chipWidth: size(1...90), cardWidth: size(1...300), cardHeight: size(1...200),
                mosaicHeight: size(1...300), columnWidth: Bool.random(using: &generator) ? size(1...200) : 0,
                captionHeight: size(0...40), unitAspect: size(0.4...1),
                grain: [0, 0.5, 1].randomElement(using: &generator) ?? 0)
        }

        func frames(_ layout: SectionLayout) -> [LayoutFrame] {
            layout.frames(of: items, width: width, metrics: metrics)
        }
    }

    private static let tolerance = 1e-6

    @Test("No two frames overlap", arguments: SectionLayout.allCases)
    func overlap(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(60) {
            let frames = Task(seed: seed).frames(layout).map { frame in
                LayoutFrame(
                    x: frame.x + Self.tolerance, y: frame.y + Self.tolerance,
                    width: frame.width - 2 * Self.tolerance, height: frame.height - 2 * Self.tolerance)
            }
            for (index, frame) in frames.enumerated() {
                #expect(!frames[..<index].contains { $0.overlaps(frame) }, "seed \(seed), item \(index)")
            }
        }
    }

    @Test("Frames stay inside the width, except on a strip", arguments: SectionLayout.allCases)
    func inside(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(200) {
            let task = Task(seed: seed)
            for frame in task.frames(layout) {
                #expect(frame.x >= 0 && frame.y >= 0 && frame.width >= 0 && frame.height >= 0, "seed \(seed)")
                #expect(frame.width <= task.width + Self.tolerance, "seed \(seed)")
                #expect(layout == .carousel || frame.maxX <= task.width + Self.tolerance, "seed \(seed)")
            }
        }
    }

    @Test("What is placed never jumps when a page is added", arguments: SectionLayout.allCases)
    func stability(layout: SectionLayout) {
        for seed in SeededGenerator.seeds(100) {
            let task = Task(seed: seed)
            let frames = task.frames(layout)
            let page = task.items.count / 2
            #expect(
                layout.frames(of: task.items.prefix(page), width: task.width, metrics: task.metrics)
                    == Array(frames.prefix(page)), "seed \(seed)")
        }
    }

    @Test("In a waterfall nothing begins below the end of all other columns")
    func waterfall() {
        for seed in SeededGenerator.seeds(200) {
            let task = Task(seed: seed)
            var ends: [Double: Double] = [:]
            for (index, frame) in task.frames(.waterfall).enumerated() {
                let other = ends.filter { $0.key != frame.x }.values.max()
                if index > 0 {
                    #expect(
                        frame.y <= (other ?? 0) + task.metrics.spacing + Self.tolerance, "seed \(seed), item \(index)")
                }
                ends[frame.x] = frame.maxY
            }
        }
    }
}

extension LayoutFrame {
    var maxX: Double { x + width }
    var maxY: Double { y + height }

    /// Whether the two share more than an edge.
    fileprivate func overlaps(_ other: LayoutFrame) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}
