public import FeedCache
public import Foundation
import LocalServer

/// Shows a feed in a browser on this machine, as an app would draw it, live and read-only.
///
/// ```swift
/// let preview = FeedPreview(repository)
/// print(try await preview.start())      // open this link, once
/// // … look at it …
/// await preview.stop()
/// ```
///
/// The server listens on 127.0.0.1 only. The link counts once; what it opens goes on with a cookie. Nothing is ever written
/// to the database, and nothing is requested, unless the feed's own images are asked for.
public actor FeedPreview {
    /// How a preview is shown.
    public struct Configuration: Sendable {
        /// The port, 0 to 65,535; 0 takes any free one.
        public var port = 0
        /// The widths of the screens side by side, in CSS pixels: 1 to 4 of them, 240 to 2,000 each.
        public var widths = [390, 834]
        /// Whether the images that the feed names are fetched, by this program, from where they are. Who serves them sees that.
        public var showsImages = false
        /// How much room the rows have, unless the page's address says otherwise.
        public var density = Density.standard
        /// The colour of what stands out, in six hexadecimal digits, unless the page's address says otherwise; nil for
        /// that of the texts.
        public var accent: String?
        /// What runs are called where there is more to say than their numbers.
        package var runNames: [Int64: String] = [:]

        /// Whether a text is six hexadecimal digits.
        package static func isColour(_ text: String) -> Bool {
            text.utf8.count == 6 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        }

        /// Any free port, a phone and a tablet, placeholders for images.
        public init() {}
    }

    /// How much room rows have.
    public enum Density: String, CaseIterable, Sendable {
        /// Small rows, for many of them.
        case compact
        /// As most apps have them.
        case standard
        /// High rows, far from each other.
        case roomy
    }

    private let server: LocalServer
    private let responder: PreviewResponder

    /// A preview that is not started yet.
    public init(_ repository: FeedRepository, configuration: Configuration = Configuration()) {
        self.init(repository.engine, configuration: configuration)
    }

    /// A preview of what the command line uses.
    ///
    /// - Parameter pause: waits that long, or throws `CancellationError`. A test brings one that takes no time.
    package init(
        _ engine: FeedEngine, configuration: Configuration = Configuration(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        responder = PreviewResponder(engine, gate: PreviewGate(), configuration: configuration, pause: pause)
        var local = LocalServer.Configuration()
        local.port = configuration.port
        local.grace = .milliseconds(500)
        local.maximumConnections = 32
        server = LocalServer(responder, configuration: local)
    }

    /// Starts listening.
    ///
    /// - Returns: the link. It counts once.
    /// - Throws: ``FeedPreviewError`` where the port cannot be listened on, or it was started before.
    public func start() async throws -> URL {
        do {
            let port = try await server.start()
            responder.listens(on: port)
            guard let url = URL(string: responder.gate.link(port: port)) else { throw FeedPreviewError.alreadyStarted }
            return url
        } catch LocalServerError.cannotListen(let reason) {
            throw FeedPreviewError.cannotListen(reason: reason)
        } catch LocalServerError.alreadyStarted {
            throw FeedPreviewError.alreadyStarted
        }
    }

    /// Ends all streams and closes all connections, within a second.
    public func stop() async {
        responder.streams.end()
        await server.stop()
    }
}

/// Why a preview did not start.
@nonexhaustive public enum FeedPreviewError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The port cannot be listened on; most often another process does.
    case cannotListen(reason: String)
    /// A preview is started once.
    case alreadyStarted

    /// For people.
    public var description: String {
        switch self {
        case .cannotListen(let reason): "the preview cannot listen: \(reason)"
        case .alreadyStarted: "this preview has been started before"
        }
    }
}
