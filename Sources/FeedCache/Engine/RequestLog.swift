import FeedModel
import FeedSource
import Logging

/// Logs what happens to requests, with their URLs redacted.
struct RequestLog: Sendable {
    let logger: Logger

    func note(_ event: RequestEvent) {
        switch event {
        case .answered(let method, let url, let status, let bytes, let duration):
            logger.debug(
                "request answered",
                metadata: [
                    "method": "\(method.rawValue)", "url": "\(url.redacted)", "status": "\(status)",
                    "bytes": "\(bytes)",
                    "duration": "\(duration)",
                ])
        case .failed(let method, let url, let error, let duration):
            logger.warning(
                "request failed",
                metadata: [
                    "method": "\(method.rawValue)", "url": "\(url.redacted)", "error": "\(error.message)",
                    "duration": "\(duration)",
                ])
        case .waiting(let wait, let error):
            logger.debug("request waits", metadata: ["wait": "\(wait)", "error": "\(error.message)"])
        }
    }
}

extension SyncReport {
    var logMetadata: Logger.Metadata {
        [
            "outcome": "\(outcome.rawValue)", "requests": "\(requests)", "bytes": "\(bytes)",
            "seconds": "\(seconds)",
        ]
    }
}

extension CollectionReport {
    var logMetadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "collection": "\(name)", "outcome": "\(outcome.rawValue)", "mode": "\(mode.rawValue)",
            "pages": "\(pages)", "inserted": "\(items.inserted)", "updated": "\(items.updated)",
            "removed": "\(items.removed)",
        ]
        if let failure { metadata["failure"] = "\(failure.message)" }
        return metadata
    }
}
