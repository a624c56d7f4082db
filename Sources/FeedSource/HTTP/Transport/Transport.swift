/// One exchange with a server: a request out, a whole answer in. Tests put a scripted server in its place.
package protocol Transport: Sendable {
    /// Redirects and error statuses are answers like any other; nothing is followed or tried again here.
    ///
    /// - Throws: `SourceError` if there was no whole answer within the request's limits; `CancellationError` soon after
    ///   the task was cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// Takes the body of an answer from 200 to 299 as it comes, instead of memory.
package protocol BodySink: AnyObject, Sendable {
    /// A body begins. What an earlier try has brought does not count.
    ///
    /// - Parameter length: how many bytes it has; nil where that is not known.
    /// - Throws: `SourceError` or another error where it is not wanted; the request ends with that.
    func begin(_ headers: HeaderFields, length: Int?) async throws

    /// The next bytes, unpacked.
    func take(_ bytes: [UInt8]) throws
}

package struct TransportRequest: Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package let method: Method
    package var url: SourceURL
    /// All headers but those of the connection itself.
    package var headers: HeaderFields
    package let body: [UInt8]?
    /// Whether the body may go to the source's origin only, as the source's headers do.
    var hasOwnBody = false
    /// From connecting to the last byte; a server that has gone silent may be given up earlier.
    package let timeout: Duration
    /// The longest answer that is taken, in bytes after unpacking.
    package private(set) var maxBodyBytes: Int
    /// Where the body of the answer goes; nil: into the answer.
    package var sink: (any BodySink)?

    package init(
        method: Method, url: SourceURL, headers: HeaderFields, body: [UInt8]? = nil, timeout: Duration,
        maxBodyBytes: Int
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maxBodyBytes = maxBodyBytes
    }

    func limited(to bytes: Int) -> TransportRequest {
        var request = self
        request.maxBodyBytes = min(maxBodyBytes, bytes)
        return request
    }
}

extension Manifest.Source {
    func request(
        _ method: TransportRequest.Method, _ url: SourceURL, headers: HeaderFields, body: [UInt8]? = nil
    ) -> TransportRequest {
        TransportRequest(
            method: method, url: url, headers: headers, body: body, timeout: timeout, maxBodyBytes: maxBodyBytes)
    }
}

package struct TransportResponse: Equatable, Sendable {
    /// 200 to 599.
    package let status: Int
    package let headers: HeaderFields
    /// Whole and unpacked; empty for a redirect, for an error whose body is long, damaged or broken off, and where the
    /// request's sink took it, as a transport may do or leave.
    package let body: [UInt8]
    /// How many bytes the body had on the wire, as far as that is known.
    package let wireBytes: Int

    package init(status: Int, headers: HeaderFields = HeaderFields(), body: [UInt8] = [], wireBytes: Int? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.wireBytes = wireBytes ?? body.count
    }

    /// A session ID that the server asks for: a 409 with a header such as `X-Transmission-Session-Id`, which the next
    /// requests have to repeat. Nil where it asks for none.
    var askedSession: HeaderFields.Field? {
        guard status == 409 else { return nil }
        return headers.fields.first { field in
            let name = field.name.lowercased()
            return name.hasPrefix("x-") && name.hasSuffix("-session-id") && !field.value.isEmpty
        }
    }
}
