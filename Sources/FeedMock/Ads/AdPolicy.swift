/// What an ad server has to give: how often it fills a slot, how often it fails, how long it takes, how varied it is.
public struct AdPolicy: Equatable, Sendable {
    /// The share of requests that get an ad, 0 to 1, of those that do not fail. The rest get 204.
    public var fillRate: Double
    /// The share of requests answered with 503, 0 to 1.
    public var failureRate: Double
    /// How long a request for an ad takes, on top of the server's latency.
    public var latency: Latency
    /// How many different ads there are, at least 1. The fewer, the sooner one is seen again.
    public var campaigns: Int
    /// How long an ad is good for, in seconds, as its `expires_in` says.
    public var expiresIn: Int

    /// Fills 85 % of requests from 40 ads that are good for an hour, fails 3 %, at once.
    public init(
        fillRate: Double = 0.85, failureRate: Double = 0.03, latency: Latency = .none, campaigns: Int = 40,
        expiresIn: Int = 3_600
    ) {
        self.fillRate = fillRate
        self.failureRate = failureRate
        self.latency = latency
        self.campaigns = campaigns
        self.expiresIn = expiresIn
    }
}
