import FeedModel

/// An ad as it was sent.
public struct SlotAd: Hashable, Sendable {
    /// The server's; two slots may show the same one.
    public let id: String
    /// The bytes as the server sent them.
    public let payload: String

    /// An ad of the server.
    public init(id: String, payload: String) {
        self.id = id
        self.payload = payload
    }
}

extension SlotAd {
    /// Reads an ad server's answer: a JSON object with an `id`, all of it payload.
    ///
    /// - Throws: `SlotAdError`.
    public init(body: [UInt8]) throws(SlotAdError) {
        let document: JSONDocument
        do { document = try JSONDocument(body) } catch { throw .malformed(reason: "\(error)") }
        guard document.scalar(at: document.root) == .object else {
            throw .malformed(reason: "it is \(document.scalar(at: document.root).kindName), not an object")
        }
        guard let id = document.value(at: DottedPath("id")).flatMap({ document.scalar(at: $0).identifier }) else {
            throw .noID
        }
        self.init(id: id, payload: String(decoding: document.slice(document.root), as: UTF8.self))
    }
}

/// Why an ad server's answer is no ad.
public enum SlotAdError: Error, Equatable, Sendable, CustomStringConvertible {
    case malformed(reason: String)
    case noID

    /// What is wrong, for people.
    public var description: String {
        switch self {
        case .malformed(let reason): "the ad cannot be read: \(reason)"
        case .noID: "the ad has no “id” that is a text or an integer"
        }
    }
}

/// An ad that is there but has no slot yet, since none below the fold is free.
public struct HeldAd: Hashable, Sendable {
    /// Its number in this section; see `FilledAd`.
    public let serial: Int64
    /// The ad.
    public let ad: SlotAd
    /// When it was asked for.
    public let askedAt: Instant
    /// When it arrived: its age counts from here.
    public let loadedAt: Instant

    /// A held ad as it was stored.
    public init(serial: Int64, ad: SlotAd, askedAt: Instant, loadedAt: Instant) {
        self.serial = serial
        self.ad = ad
        self.askedAt = askedAt
        self.loadedAt = loadedAt
    }
}

/// An ad in its slot, and what is known of its life.
public struct FilledAd: Hashable, Sendable {
    /// Its number in this section: ads are numbered as they arrive, and no number is used again, so that section and
    /// serial name an impression for good.
    public let serial: Int64
    /// The ad.
    public let ad: SlotAd
    /// When it was asked for.
    public let askedAt: Instant
    /// When it arrived: its age counts from here.
    public let loadedAt: Instant
    /// When it went into its slot.
    public let placedAt: Instant
    /// When its impression was counted; nil while it was not.
    public internal(set) var countedAt: Instant?
    /// How long it was visible in all, up to the last time it stopped being so.
    public internal(set) var seen: Duration

    init(_ held: HeldAd, placedAt: Instant, countedAt: Instant? = nil, seen: Duration = .zero) {
        serial = held.serial
        ad = held.ad
        askedAt = held.askedAt
        loadedAt = held.loadedAt
        self.placedAt = placedAt
        self.countedAt = countedAt
        self.seen = seen
    }
}
