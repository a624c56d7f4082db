import FeedModel
import HTTPTypes

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

/// Gives out ads, deterministic from the seed: the n-th request for a slot of a section always ends the same way.
struct AdInventory: Sendable {
    struct Slot: Hashable {
        let section: String
        let number: Int
    }

    let seed: UInt64
    let policy: AdPolicy
    let requests = Turns<Slot>()

    func answer(section: String, slot number: Int) -> Answer {
        let attempt = requests.take(Slot(section: section, number: number)) + 1
        var draw = SeededDraw(seed, SeededDraw.key(section), UInt64(number), UInt64(attempt))
        let delay = policy.latency.delay(&draw)
        var answer: Answer
        if draw.chance(policy.failureRate) {
            answer = .json(.object([("error", .string("the ad server is not available"))]), status: .serviceUnavailable)
        } else if draw.chance(policy.fillRate) {
            let campaign = draw.below(policy.campaigns) + 1
            answer = .json { Self.write(campaign: campaign, from: seed, expiresIn: policy.expiresIn, to: &$0) }
        } else {
            answer = .noContent
        }
        answer.delay = delay
        return answer
    }

    static func write(campaign: Int, from seed: UInt64, expiresIn: Int, to writer: inout JSONWriter) {
        var draw = SeededDraw(seed, SeededDraw.key("campaign"), UInt64(campaign))
        let language = Language(drawnFrom: &draw)
        let (advertiser, dish) = (draw.pick(Vocabulary.restaurants)[language], draw.pick(Vocabulary.dishes)[language])
        let offer = Phrase("\(dish)が今だけ半額", "Half-price \(dish), this week only")[language]
        writer.object { writer in
            writer.field("id", "ad-\(campaign)")
            writer.field("title", offer)
            writer.field("advertiser", advertiser)
            writer.field("label", Phrase("広告", "Ad")[language])
            writer.field("image_url", "https://ads.example.com/creatives/\(campaign).jpg")
            writer.field("landing_url", "https://ads.example.com/click/\(campaign)")
            writer.field("expires_in", expiresIn)
        }
    }
}
