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
