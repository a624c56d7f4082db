package import FeedModel
import FeedStore

/// A part of the screen.
public enum FeedScope: Equatable, Sendable {
    /// All sections, in the server's order.
    case feed
    /// The section of that ID. One that is not there is a feed without sections: the server may arrange it any time.
    case section(String)
}

extension FeedSnapshot {
    /// The feed as it is shown now.
    ///
    /// - Parameters:
    ///   - scope: which sections.
    ///   - rows: which rows of each, as far as it has them; places below 0 do not count.
    public func feed(of scope: FeedScope = .feed, rows: Range<Int> = 0..<Int.max) throws -> FeedScreen {
        try feed(of: scope, windows: FeedWindows(rows))
    }

    /// The feed as it is shown now.
    ///
    /// - Parameters:
    ///   - scope: which sections.
    ///   - windows: which rows of each, as far as it has them.
    package func feed(of scope: FeedScope = .feed, windows: FeedWindows) throws -> FeedScreen {
        var sections = try sections()
        if case .section(let id) = scope { sections.removeAll { $0.id != id } }
        return FeedScreen(
            run: try lastRun(),
            sections: try sections.map { section in
                let window = windows[section.id]
                return try rows(of: section, offset: window.lowerBound, limit: window.count)
            })
    }
}
