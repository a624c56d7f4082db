import FeedModel
import Foundation

extension String {
    /// The time, so many seconds off, as HTTP writes it.
    package static func httpDate(skewedBy seconds: Double) -> String {
        let milliseconds = (Date().timeIntervalSince1970 + seconds) * 1_000
        return HTTPDate.format(Instant(millisecondsSince1970: Int64(milliseconds)))
    }
}
