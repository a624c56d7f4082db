/// How many requests are expected.
public struct RequestCount: Equatable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    private let least: Int
    private let most: Int

    /// So many and no more, from 0.
    public static func exactly(_ count: Int) -> RequestCount { RequestCount(max(count, 0), max(count, 0)) }
    /// So many or more.
    public static func atLeast(_ count: Int) -> RequestCount { RequestCount(max(count, 0), .max) }
    /// So many or fewer.
    public static func atMost(_ count: Int) -> RequestCount { RequestCount(0, max(count, 0)) }
    /// Not one.
    public static let none = exactly(0)

    private init(_ least: Int, _ most: Int) {
        self.least = least
        self.most = most
    }

    /// The same as ``exactly(_:)``.
    public init(integerLiteral count: Int) {
        self = .exactly(count)
    }

    func isMet(by count: Int) -> Bool { (least...most).contains(count) }

    /// Whether waiting longer is of no use. What is right as long as no more come needs the whole time.
    func isSettled(by count: Int) -> Bool { count > most || count >= least && (least > 0 || most == .max) }

    /// For people: `2 requests`.
    public var description: String {
        switch (least, most) {
        case (0, 0): "no request"
        case (_, .max): "at least \(least.of("request"))"
        case (least, least): least.of("request")
        default: "at most \(most.of("request"))"
        }
    }
}
