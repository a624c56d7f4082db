// What the reader's view needs of SwiftUI, where there is none: the same names and types, and instead of pixels the lines of
// text that are shown.

/// A view that knows its lines.
@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    var lines: [String] { get }
}

extension View {
    public var lines: [String] { body.lines }

    public func scrollTargetLayout() -> some View { self }
    public func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    public func task(_ action: @escaping @Sendable () async -> Void) -> some View { self }
    public func onScrollTargetVisibilityChange<ID: Hashable>(
        idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void
    ) -> some View { self }
}

/// Lines that are known.
public struct Lines: View {
    public let lines: [String]
    public var body: Lines { return self }
}

@MainActor @resultBuilder public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Lines {
        var lines: [String] = []
        repeat lines += (each content).lines
        return Lines(lines: lines)
    }

    public static func buildEither(first content: Lines) -> Lines { content }
    public static func buildEither(second content: Lines) -> Lines { content }
}

public struct Text: View {
    private let text: String
    public init(_ text: String) { self.text = text }
    public var body: Lines { return Lines(lines: [text]) }
}

public struct ScrollView: View {
    public let body: Lines
    public init(@ViewBuilder content: () -> Lines) { body = content() }
}

public struct LazyVStack: View {
    public let body: Lines
    public init(@ViewBuilder content: () -> Lines) { body = content() }
}

public struct ForEach: View {
    public let body: Lines
    public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder content: (Data.Element) -> Lines)
    where Data.Element: Identifiable {
        body = Lines(lines: data.flatMap { content($0).lines })
    }
}
