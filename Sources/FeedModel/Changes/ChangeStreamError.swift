package enum ChangeStreamError: ReportableError, Equatable, Sendable {
    /// The text is no token, or a part of one.
    case malformedToken
    case newerToken(format: Int)
    case otherCache(token: String, file: String)
    case noCache(path: String)

    package var report: ErrorReport {
        switch self {
        case .malformedToken:
            ErrorReport(
                .usage, "malformed_token", "that is no token of the change stream",
                advice: "copy it whole from the last line of type state")
        case .newerToken(let format):
            ErrorReport(
                .badData, "newer_token", "the token was made by a newer feedcache (format \(format))",
                advice: "update this program")
        case .otherCache(let token, let file):
            ErrorReport(
                .noInput, "other_cache", "the token is of the cache \(token), and this is the cache \(file)",
                advice: "name the database that it belongs to with --db, or begin anew without a token")
        case .noCache(let path):
            ErrorReport(
                .noInput, "no_cache", "there is no cache at \(path) yet",
                advice: "sync first, or name another file with --db")
        }
    }
}
