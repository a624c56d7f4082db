import FeedModel
import HTTPTypes

/// Recordings played back: what the real server answered, by method, path, query and body. The first recording is
/// what is there at tick 0, the next one at tick 1, and so on to the last.
struct RecordedAPI: Sendable {
    /// The base URL's path.
    let basePath: String
    private let recordings: [Recording]
    private let keepsTiming: Bool
    private let scheme: String

    /// - Throws: ``MockServerError`` where a recording cannot be read.
    init(_ folder: RecordingFolder, keepsTiming: Bool, isTLS: Bool) throws(MockServerError) {
        recordings = try folder.recordings()
        basePath = recordings.first?.basePath ?? ""
        self.keepsTiming = keepsTiming
        scheme = isTLS ? "https" : "http"
    }

    /// The path below the base, without slashes around it; nil where it is not below.
    func name(of request: MockRequest) -> String? {
        let parts = request.path.split(separator: "/")
        let depth = basePath.split(separator: "/").count
        let start = parts.prefix(depth).joined(separator: "/")
        return RecordedExchange.fits(basePath, start) ? parts.dropFirst(depth).joined(separator: "/") : nil
    }

    /// The answer that was recorded last for such a request.
    func answer(_ request: MockRequest, at tick: Int) throws(RequestError) -> Answer {
        let recording = recordings[min(tick, recordings.count - 1)]
        let best = recording.exchanges.reversed().filter { $0.answers(request) }
            .max {
                $0.parameters.count < $1.parameters.count
                    || $0.parameters.count == $1.parameters.count && $0.isWorse(than: $1)
            }
        guard let exchange = best else { throw .notFound(path: request.path) }
        var answer = Answer(.init(code: exchange.status), body: exchange.body)
        let own = request.authority.map { "\(scheme)://\($0)" }
        for header in exchange.headers where header.name.lowercased() != "etag" || exchange.status != 200 {
            guard let name = HTTPField.Name(header.name) else { continue }
            let value = own.map { header.value.replacing(recording.origin, with: $0) } ?? header.value
            answer.headers.append(HTTPField(name: name, value: value))
        }
        if let own { answer.body = Self.replacing(recording.origin, by: own, in: answer.body) }
        if keepsTiming { answer.delay = .milliseconds(min(max(exchange.milliseconds, 0), 600_000)) }
        return answer
    }

    /// URLs of the real server become the mock's, also where JSON escapes their slashes.
    private static func replacing(_ origin: String, by own: String, in body: [UInt8]) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        let escaped = origin.replacing("/", with: "\\/")
        guard text.contains(origin) || text.contains(escaped) else { return body }
        let replaced = text.replacing(origin, with: own)
            .replacing(escaped, with: own.replacing("/", with: "\\/"))
        return Array(replaced.utf8)
    }
}

extension RecordedExchange {
    fileprivate var parameters: [Query.Parameter] { Query(query[...]).parameters }

    /// Whether a request is this one: with all of its parameters, and perhaps more, such as a key that is not recorded.
    fileprivate func answers(_ request: MockRequest) -> Bool {
        let isSameMethod = request.method.rawValue == method || request.method == .head && method == "GET"
        guard isSameMethod, Self.fits(path, request.path), method != "POST" || isSameBody(request.body) else {
            return false
        }
        return parameters.allSatisfy { mine in
            request.query.parameters.contains {
                $0.name == mine.name && ($0.value == mine.value || mine.value.contains(Self.mask))
            }
        }
    }

    /// Whether a path is a recorded one; a part of it that had a secret fits any.
    fileprivate static func fits(_ recorded: String, _ asked: String) -> Bool {
        let (recorded, asked) = (recorded.split(separator: "/"), asked.split(separator: "/"))
        return recorded.count == asked.count && zip(recorded, asked).allSatisfy { $0 == $1 || $0.contains(mask) }
    }

    private func isSameBody(_ body: [UInt8]) -> Bool {
        body == requestBody || String(decoding: requestBody, as: UTF8.self).contains(Self.mask)
    }

    fileprivate func isWorse(than other: RecordedExchange) -> Bool {
        status >= 400 && other.status < 400
    }
}
