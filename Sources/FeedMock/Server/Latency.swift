/// How long an answer takes: a base, and up to as much again as the jitter says.
public struct Latency: Equatable, Sendable {
    /// Answers come at once.
    public static let none = Latency(milliseconds: 0)

    /// 0 to 600,000 ms.
    public let milliseconds: Int
    /// What is added at most, 0 to 600,000 ms; how much of it is drawn from the seed.
    public let jitter: Int

    /// Values outside of their range are held within it.
    public init(milliseconds: Int, jitter: Int = 0) {
        self.milliseconds = min(max(milliseconds, 0), 600_000)
        self.jitter = min(max(jitter, 0), 600_000)
    }

    func delay(_ draw: inout SeededDraw) -> Duration {
        .milliseconds(milliseconds + draw.below(jitter + 1))
    }
}
