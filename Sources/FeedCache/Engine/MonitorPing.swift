import FeedModel
import FeedSource

/// Tells a monitor over HTTP that a job begins, went well or failed, as healthchecks.io and Uptime Kuma take it.
///
/// The URL is a secret: it is in no message and no log.
package struct MonitorPing: Sendable {
    package enum Signal: Equatable, Sendable {
        case start
        case success
        /// `POST URL/fail`, with the error as its body.
        case failure(String)
    }

    static let timeout = Duration.seconds(10)
    /// The longest error that is sent, in bytes.
    private static let longestBody = 10_000

    let url: SourceURL
    let transport: any Transport

    private static func body(of text: String) -> [UInt8] {
        var body = Array(text.utf8.prefix(longestBody))
        while String(validating: body, as: UTF8.self) == nil { body.removeLast() }
        return body
    }

    /// - Returns: whether the monitor took it: it answered with 200 to 299 within 10 seconds.
    package func send(_ signal: Signal) async -> Bool {
        let (tail, text): (String, String?) =
            switch signal {
            case .start: ("/start", nil)
            case .success: ("", nil)
            case .failure(let line): ("/fail", line)
            }
        let request = TransportRequest(
            method: text == nil ? .get : .post, url: url.extendingPath(by: tail),
            headers: ["User-Agent": "feedcache/\(feedcacheVersion)", "Content-Type": "text/plain; charset=utf-8"],
            body: text.map(Self.body), timeout: Self.timeout, maxBodyBytes: 65_536)
        guard let response = try? await transport.send(request) else { return false }
        return (200...299).contains(response.status)
    }
}

extension FeedEngine {
    package func monitor() async throws -> MonitorPing? {
        guard let monitor = manifest.monitor else { return nil }
        let variables = try await dependencies.variables(of: manifest)
        let url = try monitor.pingURL(environment: variables, file: manifest.source.file)
        return MonitorPing(url: url, transport: dependencies.monitorTransport)
    }
}
