import FeedModel
import Foundation

/// What a mock server serves, and how it behaves.
///
/// ```swift
/// var configuration = MockConfiguration()
/// configuration.sizes[.photos] = 1_000_000
/// configuration.faults = [FaultRule("photos", query: ["page": "3"], .truncate)]
/// ```
public struct MockConfiguration: Sendable {
    /// Where answers come from.
    @nonexhaustive public enum Content: Equatable, Sendable {
        /// The gourmet world, made from the seed.
        case gourmet
        /// Nothing but planned answers.
        case nothing
        /// Recordings in this directory, or plain JSON files: `/photos` is answered with `photos.json`.
        case directory(path: String)
        /// Lists of own data or of recordings, which requests can change.
        case data(MockData)
    }

    /// What becomes of a request for which there is no endpoint, file or planned answer.
    @nonexhaustive public enum Unhandled: Equatable, Sendable {
        /// It gets 404 or 405, and is in ``MockServer/unmatched``.
        case answer
        /// As before, and ``withMockServer(_:isolation:_:)`` fails in the end.
        case fail
    }

    /// Waits; gives in early by throwing when the task is cancelled.
    package typealias Pause = @Sendable (Duration) async throws -> Void

    /// Where answers come from.
    public var content = Content.gourmet
    /// The host that it listens on unless another is named: this machine alone can reach it.
    package static let standardHost = "127.0.0.1"

    /// The address that the server listens on. With `0.0.0.0` or `::` other machines reach it, and each of them can read
    /// and change what it serves; the control endpoints are still for this machine only.
    public var host = standardHost
    /// The web pages that may read the API from a browser: origins such as `https://app.example.com`, or `*` for any.
    public var corsOrigins: [String] = []
    /// Whether it speaks HTTPS, with a certificate made at the start: ``MockServer/fingerprint``.
    public var isTLS = false
    /// The port, 0 to 65,535; 0 takes any free one.
    public var port = 0
    /// What all content and all chance is drawn from: the same seed gives the same answers.
    public var seed: UInt64 = 1
    /// How long the lists are.
    public var sizes = ListSizes.standard
    /// How many items a page has unless the request says so: 1 to 1,000, held within that.
    public var perPage = 20
    /// Whether recordings are played back as slowly as the real server answered.
    public var keepsTiming = false
    /// How long every answer takes.
    public var latency = Latency.none
    /// Moves the world.
    public var clock = WorldClock.manual()
    /// What the ad server does.
    public var ads = AdPolicy()
    /// An OpenAPI 3 document, in JSON or YAML (`.yaml`, `.yml`), that requests and answers are held against: ``JournalEntry/violations``.
    public var documentPath: String?
    /// A folder of JSON files with planned answers, as `POST /__mock/answers` takes them. They stay when all others are
    /// forgotten.
    public var answersPath: String?
    /// What goes wrong. More can be added while the server runs: ``MockServer/faults``.
    public var faults: [FaultRule] = []
    /// What becomes of requests that nothing is planned for.
    public var onUnhandled = Unhandled.answer
    /// How long requests under way may take to finish when the server is stopped; then they are cancelled.
    package var grace = Duration.seconds(2)
    /// Called with each answer, before it is sent, and when the client has left, from any thread: a log. It has the answer
    /// where that is sent whole.
    package var onRequest: (@Sendable (JournalEntry, DirectAnswer?) -> Void)?
    /// The real server, which is asked what nothing else answers.
    package var upstream: Upstream?
    /// The time, in seconds since 1970, for the certificate.
    package var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    /// This machine's addresses, for the certificate of a server that listens on every one.
    package var ownAddresses: @Sendable () -> [String] = MockConfiguration.addressesOfThisMachine
    /// How latency, stalls and drips wait. Tests put in one that returns at once.
    package var pause: Pause = { try await Task.sleep(for: $0) }

    /// The gourmet world of seed 1 on a free port, standing still, without latency or faults.
    public init() {}
}

/// How long an answer takes: a base, and up to as much again as the jitter says.
public struct Latency: Equatable, Sendable {
    /// Answers come at once.
    public static let none = Latency(milliseconds: 0)

    /// 0 to 600,000 ms.
    public let milliseconds: Int
    /// What is added at most, 0 to 600,000 ms; how much of it is drawn from the seed.
    public let jitter: Int

    /// Values outside of their range are held within it.
    public init(milliseconds: Int, jitter: Int = 0) {
        self.milliseconds = min(max(milliseconds, 0), 600_000)
        self.jitter = min(max(jitter, 0), 600_000)
    }

    func delay(_ draw: inout SeededDraw) -> Duration {
        .milliseconds(milliseconds + draw.below(jitter + 1))
    }
}
