/// Something that happened to a request, for a log. Of a URL its `redacted` is what may be logged.
package enum RequestEvent: Sendable {
    /// An answer came, redirects included: its status, the bytes of its body on the wire, and how long it took.
    case answered(method: TransportRequest.Method, url: SourceURL, status: Int, bytes: Int, after: Duration)
    /// No whole answer came.
    case failed(method: TransportRequest.Method, url: SourceURL, SourceError, after: Duration)
    /// The client waits before it sends the request again.
    case waiting(Duration, after: SourceError)
}
