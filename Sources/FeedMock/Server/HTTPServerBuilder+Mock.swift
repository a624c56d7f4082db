import FeedModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HTTPServerBuilder {
    /// HTTP/1.1, for answers that may have a `Date` of their own. What the responder throws ends the connection.
    static func mock(_ responder: MockResponder, logger: Logger) -> HTTPServerBuilder {
        HTTPServerBuilder { _ in
            HTTP1Channel { request, writer, channel in
                let context = MockContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
                var response = try await responder.respond(to: request, context: context)
                if response.headers[.date] == nil { response.headers[.date] = .httpDate(skewedBy: 0) }
                try await writer.write(response: response.head, body: response.body)
            }
        }
    }
}

extension String {
    /// The time, so many seconds off, as HTTP writes it.
    static func httpDate(skewedBy seconds: Double) -> String {
        let milliseconds = (Date().timeIntervalSince1970 + seconds) * 1_000
        return HTTPDate.format(Instant(millisecondsSince1970: Int64(milliseconds)))
    }
}
