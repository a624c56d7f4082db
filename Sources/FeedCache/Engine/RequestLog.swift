import FeedModel
import FeedSource
import Logging

extension Logger {
    /// URLs are redacted.
    func note(_ event: RequestEvent) {
        switch event {
        case .answered(let method, let url, let status, let bytes, let duration):
            debug(
                "request answered",
                metadata: [
                    "method": "\(method.rawValue)", "url": "\(url.redacted)", "status": "\(status)",
                    "bytes": "\(bytes)", "duration": "\(duration)",
                ])
        case .failed(let method, let url, let error, let duration):
            warning(
                "request failed",
                metadata: [
                    "method": "\(method.rawValue)", "url": "\(url.redacted)", "error": "\(error.message)",
                    "duration": "\(duration)",
                ])
        case .waiting(let wait, let error):
            debug("request waits", metadata: ["wait": "\(wait)", "error": "\(error.message)"])
        }
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
