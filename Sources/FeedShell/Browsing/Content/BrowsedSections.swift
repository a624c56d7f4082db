import FeedCache
import FeedSlots
import FeedSource

/// The sections that are on screen, each as `scroll` has it: ads are asked for just before they show, and what was seen
/// is counted.
///
/// The actor guards which sections are on screen.
actor BrowsedSections {
    private let cache: FeedEngine
    private var scrolls: [String: SectionScroll] = [:]
    private var shown: [String: VisibleRows] = [:]

    init(_ cache: FeedEngine) {
        self.cache = cache
    }

    /// Takes which rows are on screen, and for how long the last ones were.
    ///
    /// - Throws: `StoreError`. A section that is gone is passed over.
    func look(_ look: BrowseLook) async throws -> BrowseSeen {
        var seen = BrowseSeen()
        var now = Dictionary(look.rows.map { ($0.section, $0) }, uniquingKeysWith: { first, _ in first })
        for id in Set(shown.keys).union(now.keys).sorted() {
            guard let scroll = try await scroll(id) else {
                now[id] = nil
                continue
            }
            do {
                if shown[id] != nil, look.stayed > .zero {
                    seen.impressions += try await scroll.report(nil, after: look.stayed).impressions.count
                }
                if look.wasAway || now[id] == nil { await scroll.lookAway() }
                guard let rows = now[id] else { continue }
                let isSame = shown[id] == rows && !look.wasAway
                let viewport = isSame ? nil : Viewport(first: rows.first, last: rows.last)
                let report = try await scroll.report(viewport, after: .zero)
                seen.impressions += report.impressions.count
                if report.wantsAd { seen.wanting.append(id) }
            } catch is UnknownNameError {
                // Once it is back it is reported anew.
                (scrolls[id], now[id]) = (nil, nil)
            }
        }
        shown = now
        return seen
    }

    /// Asks for the ads of a section that come next.
    ///
    /// - Throws: `ManifestError` for a header whose variable is not set; `StoreError`; `CancellationError`.
    func ask(_ section: String) async throws -> BrowseAsked {
        guard let scroll = try await scroll(section) else {
            return BrowseAsked(requested: 0, impressions: 0, isOffline: nil)
        }
        let asked = try await scroll.ask()
        return BrowseAsked(
            requested: asked.requested, impressions: asked.impressions.count,
            isOffline: asked.requested > 0 ? asked.failure?.failure.reach == .unreached : nil)
    }

    /// Nil where the section is gone.
    private func scroll(_ section: String) async throws -> SectionScroll? {
        if let scroll = scrolls[section] { return scroll }
        do {
            let scroll = try cache.scroll(section: section, lookingTime: .told)
            await scroll.lookAway()
            scrolls[section] = scroll
            return scroll
        } catch is UnknownNameError {
            return nil
        }
    }
}
