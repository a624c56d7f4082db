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
    public let sections: [String: Range<Int>]

    /// Windows of these rows.
    ///
    /// - Parameters:
    ///   - standard: of a section that has no window of its own; by default all rows.
    ///   - sections: windows by the ID of the section. One that is not there may come at any time.
    public init(_ standard: Range<Int> = 0..<Int.max, sections: [String: Range<Int>] = [:]) {
        self.standard = standard.clamped(to: 0..<Int.max)
        self.sections = sections.mapValues { $0.clamped(to: 0..<Int.max) }
    }

    /// The window of the section of that ID.
    public subscript(section: String) -> Range<Int> { sections[section] ?? standard }
}
