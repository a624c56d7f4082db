extension Fault {
    init(parsing text: Substring) throws(FaultSyntaxError) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves.first ?? ""
        if halves.count == 1, let word = Self.words.first(where: { $0.name == name }) {
            self = word.fault
        } else if halves.count == 2, let span = Self.spans.first(where: { $0.name == name }) {
            self = span.fault(try Self.seconds(halves[1]))
        } else if halves.count == 2, name == "clock-skew" {
            self = .skew(seconds: try Self.seconds(halves[1], in: -Self.longestSkew...Self.longestSkew))
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

    private static func seconds(
        _ text: Substring, in range: ClosedRange<Double> = 0...longestWait
    ) throws(FaultSyntaxError) -> Double {
        guard let seconds = Double(text), range.contains(seconds) else { throw .badSeconds(String(text)) }
        return seconds
    }
}
