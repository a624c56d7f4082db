import FeedModel
import HTTPTypes

/// What `POST /__mock/verify` asks.
struct VerifyQuestion: Sendable {
    private static let numbers = ["times", "at_least", "at_most"]
    private static let members = RequestPattern.members + numbers + ["in_order", "faults", "within_ms"]

    /// What is expected; nil: that every fault was met by a request, and changed its answer.
    private let expectation: Expectation?
    /// How long to wait for it at most.
    let limit: Duration

    init(_ body: [UInt8]) throws(RequestError) {
        let question = try ControlObject(body, knowing: Self.members)
        let longest = ControlEndpoint.longestWait * 1_000
        limit = .milliseconds(try question.number("within_ms", in: 0...longest) ?? 0)
        guard try question.flag("faults") ?? false else {
            expectation = try Self.expectation(question)
            return
        }
        expectation = nil
        let others = Self.members.filter { !["faults", "within_ms"].contains($0) }
        guard others.allSatisfy({ question[$0] == nil }) else { throw .badBody(reason: "faults goes alone") }
    }

    private static func expectation(_ question: ControlObject) throws(RequestError) -> Expectation {
        let count = try count(question)
        guard let order = try question.texts("in_order") else { return .count(try RequestPattern(question), count) }
        let others = RequestPattern.members + numbers
        guard !order.isEmpty, others.allSatisfy({ question[$0] == nil }) else {
            throw .badBody(reason: "in_order goes without request, headers, body, json and numbers, and is not empty")
        }
        return .order(try RequestError.reading { try order.map { try RequestPattern(parsing: $0) } })
    }

    private static func count(_ question: ControlObject) throws(RequestError) -> RequestCount {
        let given = try numbers.map { (name) throws(RequestError) in try question.number(name) }
        guard given.compactMap(\.self).count <= 1 else {
            throw .badBody(reason: "times, at_least and at_most exclude each other")
        }
        if let times = given[0] { return .exactly(times) }
        return given[2].map(RequestCount.atMost) ?? .atLeast(given[1] ?? 1)
    }

    /// Whether waiting longer is of no use.
    func isSettled(by entries: [JournalEntry], _ faults: FaultPlan) -> Bool {
        expectation?.verdict(on: entries).isFinal ?? faults.unmet.isEmpty
    }

    /// 200 where it holds, 409 where it does not.
    func answer(on entries: [JournalEntry], _ faults: FaultPlan) -> Answer {
        do throws(VerificationFailure) {
            let count =
                if let expectation { try expectation.verdict(on: entries).entries().count } else {
                    try faults.committed(in: entries)
                }
            return .json(.object([("verified", .bool(true)), ("count", .number(count))]))
        } catch {
            return .json(
                .object([
                    ("verified", .bool(false)), ("message", .string(error.line)),
                    ("details", .string(error.description)),
                ]), status: .conflict)
        }
    }
}
