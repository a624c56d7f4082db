import FeedCache
import FeedModel
import FeedSource
import Synchronization

/// Fetches the images that the feed names, so that a page asks this server alone. Credentials go to the feed's own server,
/// as with any request.
///
/// What came is kept in memory as long as there is room, what was shown last the longest. The actor guards it, and what is
/// under way.
actor ImageProxy {
    struct Image: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    /// In bytes, of all images and of one.
    private static let mostBytes = 64 << 20
    static let mostOfOne = 8 << 20
    /// An image that could not be had is not asked for again so soon.
    private static let patience = Duration.seconds(30)

    private let engine: FeedEngine
    private let now: @Sendable () -> ContinuousClock.Instant
    /// What was shown last is at the end.
    private var kept: [(url: String, image: Image)] = []
    private var failures: [String: ContinuousClock.Instant] = [:]
    private var underWay: [String: Task<Image?, Never>] = [:]
    private var client: (resolved: ResolvedSource, client: SourceClient)?

    init(_ engine: FeedEngine, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.engine, self.now) = (engine, now)
    }

    /// - Returns: nil where it cannot be had, or is no image.
    func image(at url: String) async -> Image? {
        if let place = kept.firstIndex(where: { $0.url == url }) {
            kept.append(kept.remove(at: place))
            return kept.last?.image
        }
        failures = failures.filter { $0.value > now() }
        guard failures[url] == nil, !url.isEmpty else { return nil }
        if let task = underWay[url] { return await task.value }
        // Whoever asked first may leave: the others wait for it too.
        let task = Task { try? await fetch(url) }
        underWay[url] = task
        let image = await task.value
        underWay[url] = nil
        if let image { keep(image, at: url) } else { failures[url] = now() + Self.patience }
        return image
    }

    private func keep(_ image: Image, at url: String) {
        kept.append((url, image))
        var bytes = kept.reduce(0) { $0 + $1.image.bytes.count }
        while bytes > Self.mostBytes { bytes -= kept.removeFirst().image.bytes.count }
    }

    private func fetch(_ url: String) async throws -> Image? {
        let (resolved, client) = try await known()
        let target = try resolved.baseURL.resolving(url)
        let sink = ImageSink(target)
        _ = try await client.get(target, unless: nil, types: ["image/*"], into: sink)
        return sink.image
    }

    private func known() async throws -> (resolved: ResolvedSource, client: SourceClient) {
        if let client { return client }
        let made = try await engine.assetClient()
        client = made
        return made
    }
}

/// Takes an image into memory. The lock guards what came.
private final class ImageSink: BodySink {
    private struct State {
        var type = ""
        var bytes: [UInt8] = []
    }

    private let url: SourceURL
    private let state = Mutex(State())

    init(_ url: SourceURL) { self.url = url }

    /// Nil where nothing came.
    var image: ImageProxy.Image? {
        state.withLock { $0.bytes.isEmpty ? nil : ImageProxy.Image(type: $0.type, bytes: $0.bytes) }
    }

    func begin(_ headers: HeaderFields, length: Int?) throws {
        let type = (headers["Content-Type"] ?? "").lowercased()
        guard type.hasPrefix("image/") else { throw SourceError(.malformed("the answer is no image"), url: url) }
        guard length ?? 0 <= ImageProxy.mostOfOne else { throw tooLong }
        state.withLock { $0 = State(type: type) }
    }

    func take(_ bytes: [UInt8]) throws {
        let count = state.withLock { state in
            state.bytes += bytes
            return state.bytes.count
        }
        guard count <= ImageProxy.mostOfOne else { throw tooLong }
    }

    private var tooLong: SourceError { SourceError(.malformed("the image is too long"), url: url) }
}
