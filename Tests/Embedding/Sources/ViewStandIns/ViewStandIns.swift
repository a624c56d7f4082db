// What the reader's view needs of SwiftUI, where there is none: the same names and types, and instead of pixels the lines of
// text that are shown.

/// A view that knows its lines.
@MainActor public protocol View {
    associatedtype Body: View
    /// What this view is made of.
    @ViewBuilder var body: Body { get }
    /// What would be on screen, a text an element, from the top.
    var lines: [String] { get }
}

extension View {
    /// Those of its body.
    public var lines: [String] { body.lines }

    /// This view: nothing scrolls here.
    public func scrollTargetLayout() -> some View { self }
    /// This view: nobody taps here.
    public func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
    /// This view: nobody pulls it here.
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    /// This view: its task does not run here.
    public func task(_ action: @escaping @Sendable () async -> Void) -> some View { self }
    /// This view: its rows do not become visible here.
    public func onScrollTargetVisibilityChange<ID: Hashable>(
        idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void
    ) -> some View { self }
}

/// Lines that are known.
public struct Lines: View {
    /// A text an element, from the top.
    public let lines: [String]
    /// Itself.
    public var body: Lines { return self }
}

/// Puts the lines of views one after the other.
@MainActor @resultBuilder public enum ViewBuilder {
    /// The lines of all views of a block, in order.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Lines {
        var lines: [String] = []
        repeat lines += (each content).lines
        return Lines(lines: lines)
    }

    /// The lines of the branch that was taken.
    public static func buildEither(first content: Lines) -> Lines { content }
    /// The lines of the branch that was taken.
    public static func buildEither(second content: Lines) -> Lines { content }
}

/// One line.
public struct Text: View {
    private let text: String
    /// A view of `text`.
    public init(_ text: String) { self.text = text }
    /// The line.
    public var body: Lines { return Lines(lines: [text]) }
}

/// What can be scrolled: the lines of its content.
public struct ScrollView: View {
    /// The lines of the content.
    public let body: Lines
    /// A view of `content`.
    public init(@ViewBuilder content: () -> Lines) { body = content() }
}

/// A stack: the lines of its content, from the top.
public struct LazyVStack: View {
    /// The lines of the content.
    public let body: Lines
    /// A view of `content`.
    public init(@ViewBuilder content: () -> Lines) { body = content() }
}

/// The lines of each element of a collection, in its order.
public struct ForEach: View {
    /// The lines of all elements.
    public let body: Lines
    /// The `content` of each element of `data`.
    public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder content: (Data.Element) -> Lines)
    where Data.Element: Identifiable {
        body = Lines(lines: data.flatMap { content($0).lines })
    }
}
