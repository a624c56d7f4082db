import Foundation
import TestSupport

/// How much is tried: a sample within seconds, or all there is with `FEEDCACHE_SOAK=1`; with another number N every N-th.
enum Soak {
    private static let step = ProcessInfo.processInfo.environment["FEEDCACHE_SOAK"].flatMap(Int.init).map { max(1, $0) }

    static var isOn: Bool { step != nil }

    /// Calls to disturb out of `count`: every `step`-th, or about `sample` of them, spread evenly.
    static func calls(_ count: Int, sample: Int) -> [Int] {
        if let step {
            let calls = Array(stride(from: 1, through: count, by: step))
            guard let part = SoakPart.current else { return calls }
            return calls.enumerated().filter { $0.offset % part.count == part.number - 1 }.map(\.element)
        }
        guard count > sample, sample > 1 else { return Array(1...max(1, count)) }
        return (0..<sample).map { 1 + $0 * (count - 1) / (sample - 1) }
    }

    /// How many rounds of something to play: `whole` by the step, or `sample`.
    static func rounds(_ whole: Int, sample: Int) -> Int {
        step.map { max(1, whole / $0) } ?? sample
    }
}
