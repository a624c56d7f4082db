import FeedModel

/// A simulated user and server: how fast the user scrolls a list, and how ads arrive.
///
/// The user sees the first screen, rests, scrolls one screen down row by row, rests again, and so on to the end of
/// the list. Each rest is drawn at random, from half of `pause` to one and a half of it. Each request for an ad is
/// answered after `latency`, and whether the n-th one brings an ad does not depend on the policy: all policies have the
/// same rests and the same luck.
package struct SweepWorld: Hashable, Sendable {
    /// Content items in the list: 1 to 100,000.
    package let items: Int
    /// Rows on screen: 1 to 1,000.
    package let height: Int
    /// Rows scrolled in a second: 0.01 to 1,000.
    package let rowsPerSecond: Double
    /// How long the user rests on a screen on average: 0 to 600 s.
    package let pause: Duration
    /// How long an answer takes: 0 to 600 s.
    package let latency: Duration
    /// The part of the requests that brings an ad: 0 to 1.
    package let fill: Double
    package let seed: UInt64

    /// A world; values outside of their range become the nearest inside it.
    package init(
        items: Int, height: Int, rowsPerSecond: Double, pause: Duration, latency: Duration, fill: Double, seed: UInt64
    ) {
        self.items = min(max(1, items), Self.mostItems)
        self.height = min(max(1, height), Self.mostRows)
        self.rowsPerSecond = rowsPerSecond.isNaN ? 1 : min(max(0.01, rowsPerSecond), 1_000)
        self.pause = min(max(.zero, pause), Self.longest)
        self.latency = min(max(.zero, latency), Self.longest)
        self.fill = fill.isNaN ? 0 : min(max(0, fill), 1)
        self.seed = seed
    }

    package static let mostItems = 100_000
    package static let mostRows = 1_000
    static let longest = Duration.seconds(600)

    var perRow: Duration { Duration(roundingSeconds: 1 / rowsPerSecond) }

    /// How long the user rests on the next screen.
    func rest(_ draw: inout SeededDraw) -> Duration {
        Duration(roundingSeconds: pause.inSeconds * (0.5 + draw.fraction()))
    }
}

extension SweepWorld: CustomStringConvertible {
    package var description: String {
        let rows = rowsPerSecond == 1 ? "1 row" : "\(rowsPerSecond.inDigits) rows"
        let half = Duration(roundingSeconds: pause.inSeconds / 2)
        return """
            A list of \(items.of("item")), \(height.of("row")) on screen. \
            A user scrolls down to its end, \(rows) a second, and rests after each screen\
            \(pause == .zero ? " not at all" : ", \(half.inWords) to \((pause + half).inWords)"). \
            An answer takes \(latency.inWords), and \((fill * 100).inDigits) % of them bring an ad.
            """
    }
}

extension Double {
    /// With two digits after the point, or none where they are 0.
    fileprivate var inDigits: String {
        let rounded = (self * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }
}
