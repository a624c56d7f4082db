package import HTTPTypes

package protocol LocalResponder: Sendable {
    /// The answer to a request.
    ///
    /// - Throws: to end the connection without one.
    func respond(to request: LocalRequest, on connection: LocalConnection) async throws -> LocalResponse
}

/// A request with all of its body.
package struct LocalRequest: Sendable {
    package let method: HTTPRequest.Method
    /// Path and query as they were sent.
    package let target: String
    /// What the client calls the server: a host and perhaps a port; nil where it does not say.
    package let authority: String?
    /// The other headers.
    package let headers: HTTPFields
    /// Nil where it is larger than the server takes.
    package let body: [UInt8]?
    /// When its head was read.
    package let arrived: ContinuousClock.Instant
}

package struct LocalResponse: Sendable {
    /// Sends bytes, and returns once the connection takes more.
    package typealias Send = ([UInt8]) async throws -> Void

    package enum Body: Sendable {
        /// Nothing; the headers say what there would be.
        case none
        case bytes([UInt8])
        /// What the closure sends. Without a length it goes out in chunks. What the closure throws ends the connection.
        case stream(length: Int?, @Sendable (Send) async throws -> Void)
    }

    /// 200 to 599.
    package var status: HTTPResponse.Status
    /// All but `Date`, which is added where it is missing.
    package var headers: HTTPFields
    /// What follows them.
    package var body: Body

    package init(status: HTTPResponse.Status, headers: HTTPFields, body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
