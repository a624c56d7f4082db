import FeedModel
import Foundation

/// The generator of a property's inputs. A failing property prints its seed, and the same seed gives the same inputs
/// again.
public struct SeededGenerator: RandomNumberGenerator {
    private var numbers: SplitMix64

    /// Two generators of one seed give the same numbers.
    public init(seed: UInt64) {
        numbers = SplitMix64(seed: seed)
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { numbers.next() }

    /// The seeds a property runs over: `count` fixed ones, those of the part in `FEEDCACHE_PART`, or only the one in
    /// `FEEDCACHE_SEED`.
    public static func seeds(_ count: UInt64) -> [UInt64] {
        if let text = ProcessInfo.processInfo.environment["FEEDCACHE_SEED"], let seed = UInt64(text) {
            return [seed]
        }
        guard let part = SoakPart.current else { return Array(1...count) }
        let (first, end) = (
            count * UInt64(part.number - 1) / UInt64(part.count), count * UInt64(part.number) / UInt64(part.count)
        )
        return first < end ? Array(first + 1...end) : []
    }
}
