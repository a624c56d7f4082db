/// Why a text is no URL that is asked for.
public enum URLFault: Error, Equatable, Sendable {
    case notAbsolute
    case notRelative
    /// The scheme is not http or https.
    case scheme(String)
    case noHost
    case badHost
    case badPort
    case userinfo
    case controlCharacter
    case tooLong
    /// A base URL with a query or fragment.
    case baseWithQuery
    /// It leads from an encrypted connection to an open one.
    case downgrade

    /// What is wrong, to follow the name of the thing that holds the URL. The URL itself is not in it.
    public var message: String {
        switch self {
        case .notAbsolute: "is not an absolute URL; write it with http:// or https://"
        case .notRelative: "is an absolute URL; write what comes after base_url"
        case .scheme(let scheme): "has the scheme “\(scheme)”; only http and https are spoken here"
        case .noHost: "names no host"
        case .badHost: "has a host that cannot be looked up; write names in ASCII (xn--…)"
        case .badPort: "has a port that is not a number from 1 to 65535"
        case .userinfo: "holds a user name or password; send credentials as a header instead"
        case .controlCharacter: "holds a control character"
        case .tooLong: "is longer than \(SourceURL.maximumLength) bytes"
        case .baseWithQuery: "has a query or fragment; write queries into each path, or into [source] query"
        case .downgrade: "leads from https to http"
        }
    }
}
