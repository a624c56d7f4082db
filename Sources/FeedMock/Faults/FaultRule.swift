/// Which requests go wrong, how, and how often.
public struct FaultRule: Equatable, Sendable {
    /// The endpoint, by its path below the API's base (`photos`) or as a whole (`/api/mock/v1/gourmet/photos`); nil: any.
    public var path: String?
    /// Parameters that the request must have, with these values.
    public var query: [String: String]
    /// What goes wrong.
    public var fault: Fault
    /// How many requests it happens to; nil: all.
    public var times: Int?
    /// How likely it is for each of them, 0 to 1; drawn from the seed.
    public var probability: Double

    /// A rule; unless told, it hits the next request and no more.
    public init(
        _ path: String?, query: [String: String] = [:], _ fault: Fault, times: Int? = 1, probability: Double = 1
    ) {
        self.path = path
        self.query = query
        self.fault = fault
        self.times = times
        self.probability = probability
    }

    /// Whether the rule speaks of this request; `name` is its path below the API's base.
    func covers(_ request: MockRequest, named name: String) -> Bool {
        if let path, path != name, path != request.path {
            return false
        }
        return query.allSatisfy { request.query[$0.key] == $0.value }
    }
}

extension FaultRule: CustomStringConvertible {
    /// As ``init(parsing:)`` reads it.
    public var description: String {
        let parameters = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        let target = (path ?? "*") + (parameters.isEmpty ? "" : "?\(parameters)")
        let often = probability < 1 ? "%\(Fault.plain((probability * 1e8).rounded() / 1e6))" : ""
        switch times {
        case nil: return "\(target):\(fault)\(often.isEmpty ? "*all" : often)"
        case 1 where often.isEmpty: return "\(target):\(fault)"
        case let times?: return "\(target):\(fault)*\(times)\(often)"
        }
    }
}
