package import FeedModel
import FeedStore

/// A part of the screen.
public enum FeedScope: Equatable, Sendable {
    /// All sections, in the server's order.
    case feed
    /// The section of that ID. One that is not there is a feed without sections: the server may arrange it any time.
    case section(SectionID)
}

extension FeedSnapshot {
    package func feed(of scope: FeedScope = .feed, windows: FeedWindows = FeedWindows()) throws -> FeedScreen {
        var sections = try sections()
        if case .section(let id) = scope { sections.removeAll { SectionID($0.id) != id } }
        return FeedScreen(
            run: try lastRun(),
            sections: try sections.map { section in
                let window = windows[SectionID(section.id)]
                return try rows(of: section, offset: window.lowerBound, limit: window.count)
            })
    }
}

/// Which rows of each section are read or observed.
///
/// ```swift
/// let windows = FeedWindows(0..<20, sections: ["photos": 100..<160])
/// let screen = try await repository.screen(windows: windows)
/// ```
///
/// Rows that a section does not have do not count, nor do places below 0.
public struct FeedWindows: Equatable, Sendable {
    /// Of a section that has no window of its own.
    public let standard: Range<Int>
    /// Windows by the ID of the section.
    public let sections: [SectionID: Range<Int>]

    /// Windows of these rows.
    ///
    /// - Parameters:
    ///   - standard: of a section that has no window of its own; by default all rows.
    ///   - sections: windows by the ID of the section. One that is not there may come at any time.
    public init(_ standard: Range<Int> = 0..<Int.max, sections: [SectionID: Range<Int>] = [:]) {
        self.standard = standard.clamped(to: 0..<Int.max)
        self.sections = sections.mapValues { $0.clamped(to: 0..<Int.max) }
    }

    /// The window of the section of that ID.
    public subscript(section: SectionID) -> Range<Int> { sections[section] ?? standard }
}
