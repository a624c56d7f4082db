import AsyncHTTPClient
import FeedModel
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

struct TransportFault {
    let request: TransportRequest
    /// The way that the request went: where it begins with a proxy, what fails on connecting is the proxy.
    let route: ProxySettings.Route

    func explain(_ error: any Error) -> any Error {
        // What comes from a sink says itself what it is.
        if error is SourceError || error is CancellationError || error is any ReportableError { return error }
        return SourceError(kind(of: error), url: request.url)
    }

    private func kind(of error: any Error) -> SourceError.Kind {
        switch error {
        case let error as HTTPClientError: kind(of: error)
        case let error as UnpackingError: kind(of: error)
        // The end of the connection in the middle of a message is a matter of the line; what is no HTTP, of the server.
        case NIOSSLError.uncleanShutdown, HTTPParserError.invalidEOFState, HTTPParserError.closedConnection:
            .connection(Self.brokenOff)
        case is HTTPParserError: .malformed("the server does not speak HTTP: \(error)")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: Self.kind(ofTLS: error)
        case ChannelError.connectTimeout: connectTimeout
        case is ChannelError: .connection(Self.brokenOff)
        default: kind(ofConnecting: error)
        }
    }

    private static let brokenOff = "the connection broke off before the answer was whole"

    private func kind(of error: HTTPClientError) -> SourceError.Kind {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            connectTimeout
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timeout(request.timeout)
        case .remoteConnectionClosed: .connection(Self.brokenOff)
        case .proxyAuthenticationRequired: .connection("the proxy wants a user name and password")
        case .invalidProxyResponse: .connection("the proxy does not connect to \(request.url.origin)")
        default: .connection(error.shortDescription)
        }
    }

    private var connectTimeout: SourceError.Kind {
        let limit = min(HTTPTransport.connectTimeout, request.timeout)
        guard let proxy = route.proxy else { return .timeout(limit) }
        return .connection(
            "the proxy \(proxy.hostAndPort) did not answer within \(limit.inWords)", advice: "is it running?")
    }

    private func kind(of error: UnpackingError) -> SourceError.Kind {
        switch error {
        case .damaged: .malformed("the answer cannot be unpacked")
        case .bytesBehindEnd: .malformed("the answer has bytes after its packed end")
        case .cutOff: .connection(Self.brokenOff)
        case .tooLarge: .tooLarge(limit: request.maxBodyBytes)
        }
    }

    private func kind(ofConnecting error: any Error) -> SourceError.Kind {
        let place = route.proxy.map { "the proxy \($0.hostAndPort)" } ?? "\(request.url.origin)"
        switch error {
        case let error as NIOConnectionError:
            if let attempt = error.connectionErrors.first { return kind(ofConnecting: attempt.error) }
            return .connection(
                route.proxy == nil
                    ? "the host \(error.host) was not found" : "the proxy's host \(error.host) was not found")
        case let error as IOError:
            let (reason, advice) = reason(errno: error.errnoCode)
            return .connection("\(place): \(reason)", advice: advice)
        default: return .connection("\(place): \(String("\(error)".prefix(200)))")
        }
    }

    private func reason(errno code: CInt) -> (reason: String, advice: String?) {
        switch code {
        case ECONNREFUSED: ("connection refused", "is the \(route.proxy == nil ? "server" : "proxy") running?")
        case ECONNRESET, EPIPE: ("connection reset before the answer was whole", nil)
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: ("not reachable", "is there a network?")
        case ETIMEDOUT: ("the connection timed out", nil)
        default: ("connection failed (errno \(code))", nil)
        }
    }

    /// The library's own words hold addresses in memory and paths of the machine that it was built on; of these only the
    /// name of the fault is for people.
    private static func kind(ofTLS error: any Error) -> SourceError.Kind {
        let text = "\(error)"
        if let fault = error as? NIOSSLExtraError, fault == .failedToValidateHostname {
            return .tls("the server's certificate is for another host", advice: "is the host right in base_url?")
        }
        guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return .tls("the handshake failed") }
        let fault = text[mark.upperBound...].prefix { $0.isASCII && $0.isUppercase || $0.isNumber || $0 == "_" }
        switch fault {
        case "CERTIFICATE_VERIFY_FAILED":
            return .tls(
                "the server's certificate is not trusted here",
                advice: "is its authority missing in [source.tls] ca_file, or in SSL_CERT_FILE?")
        case "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST":
            return .tls("the server does not speak TLS on this port", advice: "should base_url begin with http://?")
        case "TLSV1_ALERT_CERTIFICATE_REQUIRED":
            return .tls(
                "the server wants a certificate of the client",
                advice: "name one in [source.tls], as client_cert and client_key")
        default: return .tls("the handshake failed (\(fault.lowercased().replacing("_", with: " ")))")
        }
    }
}
