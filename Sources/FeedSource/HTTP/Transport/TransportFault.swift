import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Says what the errors of the layers below mean for a request.
enum TransportFault {
    static func explain(_ error: any Error, of request: TransportRequest) -> any Error {
        if error is SourceError || error is CancellationError { return error }
        return SourceError(kind(of: error, request), url: request.url)
    }

    private static func kind(of error: any Error, _ request: TransportRequest) -> SourceError.Kind {
        switch error {
        case let error as HTTPClientError: kind(of: error, request)
        case let error as HTTPParserError: kind(of: error)
        case let error as UnpackingError: kind(of: error, request)
        case NIOSSLError.uncleanShutdown: .connection(brokenOff)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .tls(reason(ofTLS: error))
        case ChannelError.connectTimeout: .timeout(HTTPTransport.connectTimeout)
        case is ChannelError: .connection(brokenOff)
        default: .connection(reason(of: error, request))
        }
    }

    private static let brokenOff = "the connection broke off before the answer was whole"

    private static func kind(of error: HTTPClientError, _ request: TransportRequest) -> SourceError.Kind {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            .timeout(min(HTTPTransport.connectTimeout, request.timeout))
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timeout(request.timeout)
        case .remoteConnectionClosed: .connection(brokenOff)
        case .proxyAuthenticationRequired: .connection("the proxy wants a user name and password")
        case .invalidProxyResponse: .connection("the proxy does not connect to \(request.url.origin)")
        default: .connection(error.shortDescription)
        }
    }

    private static func kind(of error: UnpackingError, _ request: TransportRequest) -> SourceError.Kind {
        switch error {
        case .damaged: .malformed("the answer cannot be unpacked")
        case .bytesBehindEnd: .malformed("the answer has bytes behind its packed end")
        case .cutOff: .connection(brokenOff)
        case .tooLarge: .tooLarge(limit: request.maxBodyBytes)
        }
    }

    /// The end of the connection in the middle of a message is a matter of the line; what is no HTTP, of the server.
    private static func kind(of error: HTTPParserError) -> SourceError.Kind {
        switch error {
        case .invalidEOFState, .closedConnection: .connection(brokenOff)
        default: .malformed("the server does not speak HTTP: \(error)")
        }
    }

    private static func reason(ofTLS error: any Error) -> String {
        let text = "\(error)"
        return text.contains("CERTIFICATE_VERIFY_FAILED")
            ? "the server's certificate is not trusted here" : String(text.prefix(200))
    }

    private static func reason(of error: any Error, _ request: TransportRequest) -> String {
        switch error {
        case let error as NIOConnectionError:
            if let attempt = error.connectionErrors.first { return reason(of: attempt.error, request) }
            return "the host \(error.host) was not found"
        case let error as IOError: return "\(request.url.origin): \(reason(errno: error.errnoCode))"
        default: return "\(request.url.origin): \(String("\(error)".prefix(200)))"
        }
    }

    private static func reason(errno code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "connection refused; is the server running?"
        case ECONNRESET, EPIPE: "connection reset before the answer was whole"
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: "not reachable; is there a network?"
        case ETIMEDOUT: "the connection timed out"
        default: "connection failed (errno \(code))"
        }
    }
}
