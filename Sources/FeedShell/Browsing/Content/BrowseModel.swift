import FeedCache
import FeedModel

/// The feed that is browsed. Nothing here is waited for by the screen: each call runs beside it.
protocol BrowseModel: Sendable {
    /// A number that becomes another one with every commit, whichever process made it. It never waits.
    func version() throws -> Int64
    func read(_ request: BrowseRequest) async throws -> BrowsePage
    /// Takes which rows are on screen, and for how long the last ones were.
    func look(_ look: BrowseLook) async throws -> BrowseSeen
    func ask(_ section: String) async throws -> SectionScroll.Answers
    /// The next row with the text, or the one before; after the last row comes the first.
    ///
    /// - Returns: nil where no row has it.
    func find(_ text: String, from place: BrowsePlace, isForward: Bool) async throws -> BrowsePlace?
    func panel(of row: FeedRow, at place: BrowsePlace) async throws -> BrowsePanel
    func changes() async throws -> BrowsePanel
    /// - Parameter progress: takes how far it is, for people.
    /// - Returns: what it came to, for people.
    func sync(progress: @escaping @Sendable (String) -> Void) async throws -> String
}

struct BrowsePlace: Equatable, Sendable {
    let section: String
    let row: Int
    let identity: FeedRow.Identity
}

struct BrowseSeen: Sendable {
    var impressions = 0
    /// The IDs of the sections that are to ask for an ad.
    var wanting: [String] = []
}
