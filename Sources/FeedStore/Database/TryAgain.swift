/// When a request for a detail or a picture that failed is made again, in milliseconds from then: after a minute, then after
/// twice as long each time, and after a day at last.
enum TryAgain {
    static let longestWait: Int64 = 86_400_000
    private static let shortestWait: Int64 = 60_000

    /// - Parameter failures: in a row before this one.
    static func wait(after failures: Int, isLasting: Bool) -> Int64 {
        isLasting ? longestWait : min(longestWait, shortestWait << Int64(min(failures, 11)))
    }
}
