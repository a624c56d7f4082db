import FeedModel
import FeedSource
import Foundation
import Synchronization

/// A server in memory with a list, a section config, and pictures. It hands over a picture in pieces, as a network does. The
/// lock guards what it has and was asked.
final class AssetServer: Transport {
    struct Answer: Sendable {
        var status = 200
        var headers: HeaderFields = [:]
        var body: [UInt8] = []
        /// Whether it says how long it is.
        var hasLength = true
        /// How many bytes come before the connection breaks; nil: all.
        var cut: Int?
    }

    struct State {
        /// The items of the list, each with what it names.
        var items: [(id: String, url: String)] = []
        /// By URL. What is not here has a picture of its own.
        var answers: [String: Answer] = [:]
        /// By path: an answer of another version has another content.
        var versions: [String: Int] = [:]
        /// How many bytes a picture has.
        var length = 100
        /// The URLs of pictures that were asked for.
        var asked: [String] = []
        var unmodified = 0
        /// Those whose requests had credentials.
        var trusted: [String] = []
        var isOffline = false
        /// Called in the middle of each picture.
        var midway: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func edit<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// The pictures that were asked for since the last call, sorted.
    func asked() -> [String] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked.sorted()
        }
    }

    /// A PNG of 40 by 30, filled up to a length.
    static func png(_ seed: String, length: Int = 100) -> [UInt8] {
        let head: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 40, 0, 0, 0,
            30,
        ]
        var draw = SeededDraw(SeededDraw.key(seed))
        return head + (0..<max(0, length - head.count)).map { _ in UInt8(truncatingIfNeeded: draw.below(256)) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let url = request.url.description
        if request.url.path == "/v1/list" {
            if edit({ $0.isOffline }) { throw SourceError(.connection("nobody is there"), url: request.url) }
            let items = edit { $0.items.map { #"{"id":"\#($0.id)","image":{"url":"\#($0.url)"}}"# } }
            return TransportResponse(status: 200, body: Array("[\(items.joined(separator: ","))]".utf8))
        }
        let (answer, midway) = try state.withLock { state in
            state.asked.append(url)
            if request.headers["Authorization"] != nil { state.trusted.append(url) }
            if state.isOffline { throw SourceError(.connection("nobody is there"), url: request.url) }
            if let answer = state.answers[url] { return (answer, state.midway) }
            let version = state.versions[request.url.path] ?? 1
            let tag = "\"\(version)\""
            if request.headers["If-None-Match"] == tag {
                state.unmodified += 1
                return (Answer(status: 304, headers: ["ETag": tag]), nil)
            }
            let body = Self.png("\(request.url.path) \(version)", length: state.length)
            return (Answer(headers: ["Content-Type": "image/png", "ETag": tag], body: body), state.midway)
        }
        guard answer.status == 200, let sink = request.sink else {
            return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body)
        }
        try await sink.begin(answer.headers, length: answer.hasLength ? answer.body.count : nil)
        let sent = answer.body.prefix(answer.cut ?? .max)
        for piece in [sent.prefix(sent.count / 2), sent.dropFirst(sent.count / 2)] {
            try sink.take(Array(piece))
            midway?()
            await Task.yield()
        }
        if answer.cut != nil { throw SourceError(.connection("it broke off"), url: request.url) }
        return TransportResponse(status: 200, headers: answer.headers, wireBytes: answer.body.count)
    }
}
