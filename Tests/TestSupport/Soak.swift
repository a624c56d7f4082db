import Foundation

/// How much is tried: a sample within seconds, or all there is with `FEEDCACHE_SOAK=1`; with another number N every N-th.
public enum Soak {
    private static let step = number("FEEDCACHE_SOAK").map { max(1, $0) }

    /// Whether more than a sample is tried.
    public static var isOn: Bool { step != nil }

    /// The whole number in an environment variable; nil where there is none.
    public static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    /// Calls to disturb out of `count`, from 1: every `step`-th, or about `sample` of them, spread evenly.
    public static func calls(_ count: Int, sample: Int) -> [Int] {
        if let step {
            let calls = Array(stride(from: 1, through: count, by: step))
            guard let part = SoakPart.current else { return calls }
            return calls.enumerated().filter { $0.offset % part.count == part.number - 1 }.map(\.element)
        }
        guard count > sample, sample > 1 else { return Array(1...max(1, count)) }
        return (0..<sample).map { 1 + $0 * (count - 1) / (sample - 1) }
    }

    /// How many rounds of something to play: `whole` by the step, or `sample`.
    public static func rounds(_ whole: Int, sample: Int) -> Int {
        step.map { max(1, whole / $0) } ?? sample
    }

    /// How many random worlds or lives to play: what the variable asks for, or `sample`.
    public static func seeds(_ variable: String, sample: Int) -> UInt64 {
        UInt64(max(1, number(variable) ?? sample))
    }
}
