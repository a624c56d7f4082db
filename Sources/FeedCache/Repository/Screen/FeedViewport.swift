import FeedModel
import FeedSlots
import FeedSource

/// A section in a scrolling view: it gets the rows on screen, asks for the ads that come next, and says what
/// was seen.
///
/// ```swift
/// let viewport = try await repository.viewport(of: "articles")
/// // When the view scrolled, and about once a second while it rests:
/// let update = try await viewport.show(visibleRows, on: screen, firstVisible: 0.4, lastVisible: 0.7)
/// ```
///
/// An impression counts once for a filled ad, after the share of its row that the server's policy names (by default half)
/// was on screen for the time that it names (by default a second) without a break. An item counts in the same way, with
/// each look: also after it left the screen and came back. A tap belongs to the look it was made in. An impression is in
/// the database before it is returned, and is delivered by the next sync.
public struct FeedViewport: Sendable {
    /// What is on screen, and what was seen.
    public struct Update: Sendable {
        /// The section with the rows on screen. Rows may have moved down, below the screen only, since an ad came.
        public let section: FeedSection
        /// What was counted as seen since the last update.
        public let impressions: [SlotImpression]
        /// Why an ad that was asked for did not come; nil where none was asked for, it came, or the server had none.
        public let adFailure: SyncFailure?
        package internal(set) var requested = 0

        /// An update, as for a test.
        public init(section: FeedSection, impressions: [SlotImpression] = [], adFailure: SyncFailure? = nil) {
            (self.section, self.impressions, self.adFailure) = (section, impressions, adFailure)
        }
    }

    private let scroll: SectionScroll
    private let repository: FeedRepository

    init(_ scroll: SectionScroll, of repository: FeedRepository) {
        (self.scroll, self.repository) = (scroll, repository)
    }

    /// Reports which rows are on screen.
    ///
    /// It returns when the ads that were asked for have come or failed. A call meanwhile returns at once. What was shown
    /// counts as seen, also where the section has moved or lost it by now.
    ///
    /// - Parameters:
    ///   - rows: the rows that are partly or wholly on screen; see `FeedSection.rowIDs`. Those of other sections do not
    ///     count, nor do those that are not on `screen`.
    ///   - screen: what the app shows.
    ///   - firstVisible: which part of the section's topmost one is on screen, 0 to 1.
    ///   - lastVisible: which part of its last one is on screen, 0 to 1.
    /// - Throws: `FeedError`, for example where the section is gone, or the variables for an ad are those of another
    ///   account; `CancellationError`.
    @discardableResult
    public func show(
        _ rows: [FeedRow.ID], on screen: FeedScreen, firstVisible: Double = 1, lastVisible: Double = 1
    ) async throws -> Update {
        let section = screen[SectionID(scroll.id)]
        let shown = ShownRows(rows, of: section, firstFraction: firstVisible, lastFraction: lastVisible)
        return try await repository.calling { [scroll] in try await scroll.show(shown) }
    }

    /// Reports which rows are on screen, and asks for nothing.
    ///
    /// - Returns: whether an ad is to be asked for, and how long rows have to be on screen to count.
    func look(at rows: [FeedRow.ID], on screen: FeedScreen) async throws -> (wantsAd: Bool, dwell: Duration) {
        let shown = ShownRows(rows, of: screen[SectionID(scroll.id)], firstFraction: 1, lastFraction: 1)
        return try await repository.calling { [scroll] in try await scroll.note(shown) }
    }

    func askForAds() async throws { try await repository.calling { [scroll] in _ = try await scroll.ask() } }

    /// Reports that the section is no longer looked at: another screen is in front, or the app is in the background. What
    /// was on screen has to be there for the whole time again to count.
    public func hide() async {
        await scroll.lookAway()
    }
}
