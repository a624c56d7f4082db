import Foundation

/// A part of a long proof, so that runs add up to the whole: `FEEDCACHE_PART=3/100` is the third of a hundred.
public struct SoakPart: Sendable {
    /// From 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// The part that the environment names; nil for all of them.
    public static let current: SoakPart? = {
        let words = ProcessInfo.processInfo.environment["FEEDCACHE_PART"]?.split(separator: "/").compactMap { Int($0) }
        guard let words, words.count == 2, words[1] > 0, (1...words[1]).contains(words[0]) else { return nil }
        return SoakPart(number: words[0], count: words[1])
    }()
}
