import FeedCache

extension SyncFailure {
    /// What to do, to follow the message; empty where the message says it.
    ///
    /// - Parameter hasAnswered: whether the same server has given pages of the list before in this run: what the manifest
    ///   says of it is right then.
    func advice(hasAnswered: Bool = false) -> String {
        switch code {
        case _ where isInterruption: ""
        case .connection, .timeout: message.contains("?") ? "" : "; is the server running? sync again later"
        case .tls: message.contains("?") ? "" : "; is base_url right, and the server’s certificate valid?"
        case .httpStatus: message.contains("?") ? "" : statusAdvice(hasAnswered: hasAnswered)
        case .redirect: "; give the manifest the address it leads to"
        case .malformed:
            message.contains("?") || message.contains("again")
                ? "" : "; do the manifest’s paths fit the answer?"
        case .tooLarge: "; ask for smaller pages, or raise it"
        case .paginationLoop: "; does the manifest’s paging fit the server?"
        case .storage: "; look at the database’s permissions and the space left"
        }
    }

    private func statusAdvice(hasAnswered: Bool) -> String {
        switch status ?? 0 {
        case 401, 403: ""
        case 408, 429, 500...599: "; sync again later"
        case _ where hasAnswered: "; sync again later"
        default: "; are base_url and path right in the manifest?"
        }
    }

    /// Until when the server asked to wait, to follow the message; empty where the message says it, nil where it did not.
    var waiting: String? {
        retryAt.map { until in message.contains("\(until)") ? "" : "; asked to wait until \(until)" }
    }
}
