import FeedCache

extension SyncFailure {
    /// What to do, to stand behind the message; empty where the message says it.
    var advice: String {
        switch code {
        case _ where isInterruption: ""
        case .connection, .timeout: message.contains("?") ? "" : "; is the server running? sync again later"
        case .tls: "; is base_url right, and the server’s certificate valid?"
        case .httpStatus: statusAdvice
        case .redirect: "; give the manifest the address it leads to"
        case .malformed:
            message.contains("?") || message.contains("again")
                ? "" : "; do the manifest’s paths fit the answer?"
        case .tooLarge: "; ask for smaller pages, or raise it"
        case .paginationLoop: "; does the manifest’s paging fit the server?"
        case .storage: "; look at the database’s permissions and the space left"
        }
    }

    private var statusAdvice: String {
        switch status ?? 0 {
        case 401: ""
        case 403: "; may this token read it?"
        case 408, 429, 500...599: "; sync again later"
        default: "; are base_url and path right in the manifest?"
        }
    }
}
