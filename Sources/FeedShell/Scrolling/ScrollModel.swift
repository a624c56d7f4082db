import FeedCache

/// A section that is scrolled: a step at a time, each of which may ask a server for an ad and so take its time.
protocol ScrollModel: Sendable {
    /// Moves the viewport, no further than the section goes; 0 rows: looks.
    func move(by rows: Int, height: Int) async throws -> ScrollView
    /// That much time passes with the rows that are on screen.
    func stay(for duration: Duration) async throws -> ScrollView
    /// Nobody looked since the last step: what was on screen has to stay anew to count as seen.
    func lookAway() async
}

/// What is on screen after a step, and what the step did.
struct ScrollView: Sendable {
    let section: Section
    /// The first row on screen, from 0.
    let first: Int
    /// The last one; `first` - 1 where there is none.
    let last: Int
    /// How many rows the section has.
    let rowCount: Int
    /// The rows on screen.
    let rows: [FeedRow]
    /// Ad requests that the step made.
    let requested: Int
    /// Impressions that the step counted.
    let impressions: Int
    /// Whether the ad server was out of reach; nil where the step asked for nothing.
    let isOffline: Bool?
}
