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
                let rows = now[id]
                let isSame = shown[id] == rows && !look.wasAway
                let report = try await scroll.report(
                    isSame ? nil : rows.map { Viewport(first: $0.first, last: $0.last) },
                    after: shown[id] == nil ? .zero : look.stayed, wasAway: look.wasAway || rows == nil)
                seen.impressions += report.impressions.count
                if rows != nil, report.wantsAd { seen.wanting.append(id) }
            } catch is UnknownNameError {
                // Once it is back it is reported anew.
                (scrolls[id], now[id]) = (nil, nil)
            }
        }
        shown = now
        return seen
    }

    /// - Throws: `ManifestError` for a header whose variable is not set; `StoreError`; `CancellationError`.
    func ask(_ section: String) async throws -> SectionScroll.Answers {
        try await scroll(section)?.ask() ?? SectionScroll.Answers()
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
