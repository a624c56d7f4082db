import FeedModel
import HTTPTypes
import Synchronization

/// Recordings played back: what the real server answered, by method, path, query and body. The first recording is
/// what is there at tick 0, the next one at tick 1, and so on to the last.
///
/// Where one request was recorded several times, the answers come one after another, and the last one stays.
struct RecordedAPI: Sendable {
    /// The base URL's path.
    let basePath: String
    private let recordings: [Recording]
    private let keepsTiming: Bool
    private let scheme: String
    /// By the recording and the first exchange that answers a request.
    private let turns = Turns<[Int]>()

    init(_ folder: RecordingFolder, _ configuration: MockConfiguration) throws(MockServerError) {
        recordings = try folder.recordings()
        basePath = recordings.first?.basePath ?? ""
        (keepsTiming, scheme) = (configuration.keepsTiming, configuration.scheme)
    }

    /// The paths that were asked for, below the base.
    var names: [String] {
        Array(Set(recordings.flatMap(\.exchanges).map { name(of: MockRequest(.get, $0.path)) ?? $0.path })).sorted()
    }

    /// Begins anew with the first answer to each request.
    func reset() { turns.clear() }

    /// The path below the base, without slashes around it; nil where it is not below.
    func name(of request: MockRequest) -> String? {
        let parts = request.path.split(separator: "/")
        let depth = basePath.split(separator: "/").count
        let start = parts.prefix(depth).joined(separator: "/")
        return RecordedExchange.fits(basePath, start) ? parts.dropFirst(depth).joined(separator: "/") : nil
    }

    func answer(_ request: MockRequest, at tick: Int) throws(RequestError) -> Answer {
        let number = min(tick, recordings.count - 1)
        let recording = recordings[number]
        let meant = recording.exchanges.indices.filter { recording.answers(request, with: recording.exchanges[$0]) }
        let most = meant.map { recording.exchanges[$0].parameters.count }.max()
        let turns = meant.filter { recording.exchanges[$0].parameters.count == most }
        guard let first = turns.first, let last = turns.last else {
            throw .notRecorded("\(request.method) \(request.target)", nearest: recording.nearest(to: request))
        }
        let turn = turns.count == 1 ? 0 : self.turns.take([number, first])
        let exchange = recording.exchanges[turns.indices.contains(turn) ? turns[turn] : last]
        var answer = Answer(recorded: exchange.status, exchange.headers, exchange.body)
        if let own = request.origin(scheme) { answer = answer.replacing(recording.origin, with: own) }
        if keepsTiming { answer.delay = .milliseconds(min(max(exchange.milliseconds, 0), 600_000)) }
        let known = exchange.parameters.map(\.name) + recording.ownParameters
        return answer.validated(for: request).obeying(known, of: request)
    }
}

/// Counts how often requests of a kind were answered. The lock guards the counts.
final class Turns<Kind: Hashable & Sendable>: Sendable {
    private let counts = Mutex<[Kind: Int]>([:])

    /// - Returns: how many there were before.
    func take(_ kind: Kind) -> Int {
        counts.withLock { counts in
            defer { counts[kind, default: 0] += 1 }
            return counts[kind, default: 0]
        }
    }

    func clear() { counts.withLock { $0 = [:] } }
}

extension Answer {
    /// What a real server said, to the byte.
    init(recorded status: Int, _ headers: [(name: String, value: String)], _ body: [UInt8]) {
        self.init(.init(code: status), headers: HTTPFields(pairs: headers), body: body)
        isRecorded = true
    }

    /// The answer with URLs of a server as those of another one, also where JSON escapes their slashes.
    func replacing(_ origin: String, with own: String) -> Answer {
        var answer = self
        answer.headers = HTTPFields(pairs: headers.pairs.map { ($0.name, $0.value.replacing(origin, with: own)) })
        for (old, new) in [(origin, own), (origin.replacing("/", with: "\\/"), own.replacing("/", with: "\\/"))] {
            let old = Array(old.utf8)
            if answer.body.firstRange(of: old) != nil {
                answer.body = answer.body.replacing(old, with: Array(new.utf8))
            }
        }
        return answer
    }

    /// 304 where the client has what the real server's validator names (RFC 9110, §13).
    func validated(for request: MockRequest) -> Answer {
        guard status == .ok, request.isReading else { return self }
        let conditions = request.headers[values: .ifNoneMatch]
        let isSame =
            conditions.isEmpty
            ? headers[.lastModified] != nil && headers[.lastModified] == request.headers[.ifModifiedSince]
            : headers[.eTag].map { EntityTag.fields(conditions, have: [$0]) } ?? false
        guard isSame else { return self }
        var answer = self
        answer.status = .notModified
        answer.headers[.contentType] = nil
        answer.body = []
        return answer
    }
}

extension Recording {
    /// Whether an exchange is the answer to a request: with all of its parameters, and no other that any request for this
    /// path was recorded with.
    fileprivate func answers(_ request: MockRequest, with exchange: RecordedExchange) -> Bool {
        guard exchange.answers(request) else { return false }
        let others = request.query.names(besides: exchange.parameters.map(\.name) + ownParameters)
        guard !others.isEmpty else { return true }
        let known = Set(exchanges.filter { $0.path == exchange.path }.flatMap(\.parameters).map(\.name))
        return known.isDisjoint(with: others)
    }

    /// The recorded request for this path that differs least, and how; else one of the method; nil where there is none.
    fileprivate func nearest(to request: MockRequest) -> String? {
        let entry = JournalEntry(0, request, named: request.path, bodyLimit: 0)
        let candidates = exchanges.filter { $0.fitsPath(of: request) }.map { exchange in
            let target = exchange.query.isEmpty ? exchange.path : "\(exchange.path)?\(exchange.query)"
            let pattern = (try? RequestPattern(parsing: "\(exchange.method) \(target)")) ?? .any()
            let extra = request.query.names(besides: exchange.parameters.map(\.name) + ownParameters)
            let differences = pattern.differences(from: entry) + extra.map { (weight: 2, text: "\($0) as well") }
            return (target, weight: differences.reduce(0) { $0 + $1.weight }, differences.map(\.text))
        }
        guard let best = candidates.min(by: { $0.weight < $1.weight }) else { return nil }
        return best.0 + (best.2.isEmpty ? "" : ": \(best.2.joined(separator: ", "))")
    }
}

extension RecordedExchange {
    fileprivate var parameters: [Query.Parameter] { Query(query[...]).parameters }

    fileprivate func fitsPath(of request: MockRequest) -> Bool { Self.fits(path, request.path) }

    /// Whether a request is this one: with all of its parameters, and perhaps more.
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
}
