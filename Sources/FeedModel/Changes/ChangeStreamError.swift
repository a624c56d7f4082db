package enum ChangeStreamError: Error, Equatable, Sendable, ReportableError {
    case malformedToken
    case newerToken(format: Int)
    case otherCache(token: String, file: String)
    case noCache(path: String)

    package var code: String {
        switch self {
        case .malformedToken: "malformed_token"
        case .newerToken: "newer_token"
        case .otherCache: "other_cache"
        case .noCache: "no_cache"
        }
    }

    package var message: String {
        switch self {
        case .malformedToken: "that is no token of the change stream"
        case .newerToken(let format): "the token was made by a newer feedcache (format \(format))"
        case .otherCache(let token, let file): "the token is of the cache \(token), and this is the cache \(file)"
        case .noCache(let path): "there is no cache at \(path) yet"
        }
    }

    package var advice: String? {
        switch self {
        case .malformedToken: "copy it whole from the last line of type state"
        case .newerToken: "update this program"
        case .otherCache: "name the database that it belongs to with --db, or begin anew without a token"
        case .noCache: "sync first, or name another file with --db"
        }
    }
}
