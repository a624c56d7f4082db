/// A way for an answer to go wrong.
@nonexhaustive public enum Fault: Equatable, Sendable {
    /// This status, 400 to 599, instead of the answer; with `Retry-After` in seconds where it is given.
    case status(Int, retryAfter: Int? = nil)
    /// The connection is reset (RST) before a byte of the answer.
    case reset
    /// The connection is closed in an orderly way before a byte of the answer.
    case empty
    /// The answer's length is promised, half of it sent, and the connection closed.
    case truncate
    /// 200 with a body of no bytes.
    case blank
    /// 200 with bytes that are neither JSON nor valid UTF-8, but say that they are.
    case garbage
    /// 200 with an HTML page, as captive portals and expired logins answer.
    case html
    /// Silence for so many seconds (0 to 3,600), then the right answer.
    case stall(seconds: Double)
    /// The right answer in small pieces, spread over so many seconds (0 to 3,600).
    case drip(seconds: Double)
    /// The right answer at so many bytes a second, at least 1.
    case bandwidth(bytesPerSecond: Int)
    /// The answer's length is promised, so many bytes of it sent, and the connection closed.
    case cut(bytes: Int)
    /// As ``reset``, for every request until the rule is dropped: a server that is down.
    case down
    /// The right answer with a `Date` that many seconds off, within a year; negative ones are in the past.
    case skew(seconds: Double)
    /// A well-formed answer that is false.
    case feed(FeedFault)

    /// What ``status(_:retryAfter:)`` can be; others are held within it.
    static let statuses = 400...599
    /// How long a stall or drip can be, in seconds; longer ones are held to it.
    static let longestWait = 3_600.0
    /// How far off a clock can be, in seconds, in both directions; it is held to it.
    static let longestSkew = 31_536_000.0
}

extension Fault {
    /// Whether the right answer is not needed.
    var losesAnswer: Bool {
        switch self {
        case .status, .reset, .empty, .blank, .garbage, .html, .down: true
        case .truncate, .stall, .drip, .bandwidth, .cut, .skew, .feed: false
        }
    }
}

// MARK: - As text

extension Fault {
    /// Those that are a word alone.
    static let words: [(name: String, fault: Fault)] =
        [
            ("reset", .reset), ("empty", .empty), ("truncate", .truncate), ("blank", .blank), ("garbage", .garbage),
            ("html", .html), ("down", .down),
        ] + FeedFault.allCases.map { ($0.rawValue, .feed($0)) }
    /// Those that are a word and a number of seconds within a range.
    static let spans: [(name: String, range: ClosedRange<Double>, fault: @Sendable (Double) -> Fault)] = [
        ("stall", 0...longestWait, { .stall(seconds: $0) }), ("drip", 0...longestWait, { .drip(seconds: $0) }),
        ("clock-skew", -longestSkew...longestSkew, { .skew(seconds: $0) }),
    ]

    /// Those that are a word and a number of bytes.
    static let amounts: [(name: String, fault: @Sendable (Int) -> Fault)] = [
        ("bandwidth", { .bandwidth(bytesPerSecond: $0) }), ("cut", { .cut(bytes: $0) }),
    ]

    /// All of them as ``FaultRule/init(parsing:)`` reads them, for people: a list with “and” before the last.
    package static var syntax: String { listed(words.map(\.name)) }

    /// The same without those of a feed but for an example: short enough for a message.
    static var shortSyntax: String {
        let feed = Set(FeedFault.allCases.map(\.rawValue))
        return listed(words.map(\.name).filter { !feed.contains($0) })
            + "; or one of a feed, such as \(FeedFault.slide.rawValue)"
    }

    private static func listed(_ words: [String]) -> String {
        let status = "\(statuses.lowerBound) to \(statuses.upperBound) (with ,retry-after=SECONDS)"
        let numbered = spans.map { "\($0.name)=SECONDS" } + amounts.map { "\($0.name)=BYTES" }
        let all = [status] + words + numbered
        return all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
    }
}

extension Fault: CustomStringConvertible {
    /// As ``FaultRule/init(parsing:)`` reads it.
    public var description: String {
        switch self {
        case .status(let status, nil): "\(status)"
        case .status(let status, let seconds?): "\(status),retry-after=\(seconds)"
        case .reset, .empty, .truncate, .blank, .garbage, .html, .down, .feed:
            Self.words.first { $0.fault == self }?.name ?? ""
        case .stall(let seconds): "stall=\(Self.plain(seconds))"
        case .drip(let seconds): "drip=\(Self.plain(seconds))"
        case .bandwidth(let bytes): "bandwidth=\(bytes)"
        case .cut(let bytes): "cut=\(bytes)"
        case .skew(let seconds): "clock-skew=\(Self.plain(seconds))"
        }
    }

    /// A number without a fraction where it has none.
    static func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension Fault {
    init(parsing text: Substring) throws(FaultSyntaxError) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves.first ?? ""
        if halves.count == 1, let word = Self.words.first(where: { $0.name == name }) {
            self = word.fault
        } else if halves.count == 2, let span = Self.spans.first(where: { $0.name == name }) {
            guard let seconds = Double(halves[1]), span.range.contains(seconds) else {
                throw .badSeconds(String(halves[1]))
            }
            self = span.fault(seconds)
        } else if halves.count == 2, let amount = Self.amounts.first(where: { $0.name == name }) {
            guard let bytes = Int(halves[1]), bytes > 0 else { throw .badBytes(String(halves[1])) }
            self = amount.fault(bytes)
        } else {
            self = try Self.status(text)
        }
    }

    private static func status(_ text: Substring) throws(FaultSyntaxError) -> Fault {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let status = Int(first), Fault.statuses.contains(status) else {
            throw .unknownFault(String(text))
        }
        guard parts.count > 1 else { return .status(status) }
        let option = parts[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard option.count == 2, option[0] == "retry-after" else { throw .unknownFault(String(text)) }
        guard let seconds = Int(option[1]), seconds >= 0 else { throw .badSeconds(String(option[1])) }
        return .status(status, retryAfter: seconds)
    }
}
