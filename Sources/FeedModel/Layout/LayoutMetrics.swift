/// The measures of a front end, all in one unit. What is negative, infinite or no number counts as 0, and nothing as
/// more than a thousand million.
package struct LayoutMetrics: Hashable, Sendable {
    /// Between neighbours, across and down.
    package var spacing = 8.0
    /// The height of a row of `list` and `ranking`.
    package var rowHeight = 64.0
    package var rankWidth = 40.0
    package var chipHeight = 32.0
    /// The width of a chip that does not say its own.
    package var chipWidth = 80.0
    /// The width of a card of `carousel`, unless the screen is narrower.
    package var cardWidth = 160.0
    package var cardHeight = 200.0
    package var mosaicHeight = 240.0
    /// The narrowest column of `waterfall` where it has more than two; 0 for never more.
    package var columnWidth = 0.0
    /// What `waterfall` adds below an image for its text.
    package var captionHeight = 48.0
    /// The height of a square as wide as one unit: 1 for points and pixels, about 0.5 for terminal cells, which are
    /// twice as high as wide.
    package var unitAspect = 1.0
    /// The smallest step of a frame's edges: 1 for terminal cells, 1 / scale for screens, 0 for none. Sizes are rounded
    /// to it, so measures that are themselves multiples of it give frames on its grid.
    package var grain = 0.0

    /// Those of a page in a browser, in CSS pixels: its style sheet has the same.
    package static let page = LayoutMetrics(
        spacing: 10, rowHeight: 76, rankWidth: 36, chipHeight: 36, chipWidth: 96, cardWidth: 168, cardHeight: 216,
        mosaicHeight: 240, columnWidth: 220, captionHeight: 64, grain: 0.5)

    package static let cells = LayoutMetrics(
        spacing: 1, rowHeight: 1, rankWidth: 4, chipHeight: 1, chipWidth: 8, cardWidth: 24, cardHeight: 5,
        mosaicHeight: 9, captionHeight: 2, unitAspect: 0.5, grain: 1)

    /// With nothing in it that could make a frame negative, infinite or no number.
    var sound: LayoutMetrics {
        var sound = self
        let measures = [
            \LayoutMetrics.spacing, \.rowHeight, \.rankWidth, \.chipHeight, \.chipWidth, \.cardWidth, \.cardHeight,
            \.mosaicHeight, \.columnWidth, \.captionHeight, \.unitAspect, \.grain,
        ]
        for measure in measures { sound[keyPath: measure] = self[keyPath: measure].measure }
        // What is finer than any screen would only lose digits.
        if sound.grain <= 1e-6 { sound.grain = 0 }
        return sound
    }

    /// How many columns `waterfall` has: as many as there is room for, at least two, and no more than a screen could show.
    func columns(in room: Double) -> Int {
        columnWidth > 0 ? Int(min(max(2, (room + spacing) / (columnWidth + spacing)), 32)) : 2
    }

    func floored(_ length: Double) -> Double { grain > 0 ? (length / grain).rounded(.down) * grain : length }

    func ceiled(_ length: Double) -> Double { grain > 0 ? (length / grain).rounded(.up) * grain : length }
}

extension Double {
    /// A measure that came from outside, made one that can be reckoned with.
    var measure: Double { isFinite && self > 0 ? Swift.min(self, 1e9) : 0 }
}
