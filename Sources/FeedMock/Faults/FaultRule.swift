/// Which requests go wrong, how, and how often.
public struct FaultRule: Equatable, Sendable {
    /// The endpoint, by its path below the API's base (`photos`) or as a whole (`/api/mock/v1/gourmet/photos`);
    /// `photos/*`: all below; nil: any.
    public var path: String?
    /// Parameters that the request must have, with these values.
    public var query: [String: String]
    /// What goes wrong.
    public var fault: Fault
    /// How many requests it happens to; nil: all.
    public var times: Int?
    /// How likely it is for each of them, 0 to 1; drawn from the seed.
    public var probability: Double

    /// A rule. By default it hits the next request and no more.
    public init(
        _ path: String?, query: [String: String] = [:], _ fault: Fault, times: Int? = 1, probability: Double = 1
    ) {
        self.path = path
        self.query = query
        self.fault = fault
        self.times = times
        self.probability = probability
    }

    /// The requests that the rule speaks of.
    var pattern: RequestPattern { .any(path ?? "*").parameters(query) }
}

extension FaultRule: CustomStringConvertible {
    /// As ``init(parsing:)`` reads it.
    public var description: String {
        let parameters = query.sorted { $0.key < $1.key }
            .map { "\(PlainPath.encoded($0.key))=\(PlainPath.encoded($0.value))" }.joined(separator: "&")
        let target = (path ?? "*") + (parameters.isEmpty ? "" : "?\(parameters)")
        let often = probability < 1 ? "%\(Fault.plain((probability * 1e8).rounded() / 1e6))" : ""
        switch times {
        case nil: return "\(target):\(fault)\(often.isEmpty ? "*all" : often)"
        case 1 where often.isEmpty && fault != .down: return "\(target):\(fault)"
        case let times?: return "\(target):\(fault)*\(times)\(often)"
        }
    }
}

extension FaultRule {
    /// Reads a rule as a command line gives it: `PATH:FAULT`, then how often.
    ///
    /// ```
    /// photos:503              the next request for photos gets a 503
    /// photos:503*2            the next two
    /// articles:429,retry-after=30*all
    /// photos?page=3:truncate  the next request for that page
    /// *:reset%10              one request of ten, whatever it asks for
    /// ads:stall=5*3%50        each with a chance of one half, three times
    /// ```
    ///
    /// FAULT is a status from 400 to 599 (with `,retry-after=SECONDS`), `reset`, `empty`, `truncate`, `blank`,
    /// `garbage`, `html`, `down`, `stall=SECONDS`, `drip=SECONDS`, `clock-skew=SECONDS`, `bandwidth=BYTES`, `cut=BYTES`
    /// or the name of a ``FeedFault``. `down` is for all requests where no number of times is given.
    ///
    /// - Throws: ``FaultSyntaxError`` naming the part that cannot be read.
    public init(parsing text: String) throws(FaultSyntaxError) {
        guard let colon = text.firstIndex(of: ":") else { throw .noFault(text) }
        let (path, query) = try Self.target(text[..<colon])
        var rest = text[text.index(after: colon)...]
        let percent = Self.split(&rest, at: "%")
        let times = Self.split(&rest, at: "*")
        let fault = try Fault(parsing: rest)
        self.init(
            path, query: query, fault, times: try Self.times(times, isOnce: percent == nil && fault != .down),
            probability: try Self.probability(percent))
    }

    private static func target(_ text: Substring) throws(FaultSyntaxError) -> (String?, [String: String]) {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = halves.first, !path.isEmpty else { throw .noPath }
        let parameters = halves.count > 1 ? Query(halves[1]).parameters : []
        let query = Dictionary(parameters.map { ($0.name, $0.value) }) { _, last in last }
        return (path == "*" ? nil : String(path), query)
    }

    private static func times(_ text: Substring?, isOnce: Bool) throws(FaultSyntaxError) -> Int? {
        guard let text else { return isOnce ? 1 : nil }
        if text == "all" { return nil }
        guard let times = Int(text), times > 0 else { throw .badTimes(String(text)) }
        return times
    }

    private static func probability(_ text: Substring?) throws(FaultSyntaxError) -> Double {
        guard let text else { return 1 }
        guard let percent = Double(text), (0...100).contains(percent) else { throw .badPercent(String(text)) }
        return percent / 100
    }

    /// Takes what follows the last `mark` off `text`; nil when there is none.
    private static func split(_ text: inout Substring, at mark: Character) -> Substring? {
        guard let place = text.lastIndex(of: mark) else { return nil }
        defer { text = text[..<place] }
        return text[text.index(after: place)...]
    }
}
