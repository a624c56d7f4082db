import Foundation

/// How much is tried: a sample within seconds, or with `FEEDCACHE_SOAK` set all there is, for hours if need be.
enum Soak {
    static let isOn = ProcessInfo.processInfo.environment["FEEDCACHE_SOAK"] != nil

    /// Calls to disturb out of `count`: all of them, or about `sample`, spread evenly.
    static func calls(_ count: Int, sample: Int) -> [Int] {
        guard !isOn, count > sample else { return Array(1...max(1, count)) }
        return (0..<sample).map { 1 + $0 * (count - 1) / max(1, sample - 1) }
    }
}
