import FeedModel
import HTTPTypes

/// The control endpoints that can take their time: `GET /__mock/journal?wait=…` and `POST /__mock/verify`.
struct WaitingControl {
    /// The longest wait, in seconds.
    static let longestWait = 60

    let api: MockAPI
    let pause: MockConfiguration.Pause

    /// The answer; nil for a request that is none of these, or needs no waiting.
    func answer(_ request: MockRequest) async -> Answer? {
        guard let name = request.path(below: ControlEndpoint.path), api.crossOrigin.foreignPage(of: request) == nil
        else { return nil }
        guard ["journal", "verify"].contains(name) else { return nil }
        do throws(RequestError) {
            try ControlEndpoint.check(request, for: name)
            if name == "verify" { return try await verify(request) }
            return request.method == .get ? try await wait(request) : nil
        } catch {
            return error.answer
        }
    }

    /// Waits for an entry whose number is greater than `after`, by default the last one there is.
    private func wait(_ request: MockRequest) async throws(RequestError) -> Answer? {
        guard let seconds = try request.query.integer("wait", in: 0...Self.longestWait) else { return nil }
        let after = try request.query.integer("after", in: 0...Int.max) ?? api.journal.count
        _ = await api.journal.wait(atMost: .seconds(seconds), pause: pause) { ($0.last?.number ?? 0) > after }
        // What came is shown as without waiting.
        return nil
    }

    private static let members =
        RequestPattern.members + ["times", "at_least", "at_most", "in_order", "faults", "within_ms"]

    private func verify(_ request: MockRequest) async throws(RequestError) -> Answer {
        let question = try ControlObject(request.body, knowing: Self.members)
        let limit = Duration.milliseconds(try question.number("within_ms", in: 0...Self.longestWait * 1_000) ?? 0)
        if try question.flag("faults") ?? false {
            let others = Self.members.filter { !["faults", "within_ms"].contains($0) }
            guard others.allSatisfy({ question[$0] == nil }) else { throw .badBody(reason: "faults goes alone") }
            return await verifyFaults(within: limit)
        }
        let expectation = try expectation(question)
        let entries = await api.journal.wait(atMost: limit, pause: pause) { expectation.verdict(on: $0).isFinal }
        return Answer { () throws(VerificationFailure) in try expectation.verdict(on: entries).entries().count }
    }

    /// Every fault was met by a request, and changed its answer.
    private func verifyFaults(within limit: Duration) async -> Answer {
        let faults = api.faults
        let entries = await api.journal.wait(atMost: limit, pause: pause) { _ in faults.unmet.isEmpty }
        return Answer { () throws(VerificationFailure) in try api.faultsCommitted(in: entries) }
    }

    private func expectation(_ question: ControlObject) throws(RequestError) -> Expectation {
        let count = try count(question)
        guard let order = try question.texts("in_order") else { return .count(try RequestPattern(question), count) }
        let others = RequestPattern.members + ["times", "at_least", "at_most"]
        guard !order.isEmpty, others.allSatisfy({ question[$0] == nil }) else {
            throw .badBody(reason: "in_order goes without request, headers, body, json and numbers, and is not empty")
        }
        do {
            return .order(try order.map { try RequestPattern(parsing: $0) })
        } catch {
            throw .badBody(reason: "\(error)")
        }
    }

    private func count(_ question: ControlObject) throws(RequestError) -> RequestCount {
        let (times, least, most) = (
            try question.number("times"), try question.number("at_least"), try question.number("at_most")
        )
        guard [times, least, most].compactMap(\.self).count <= 1 else {
            throw .badBody(reason: "times, at_least and at_most exclude each other")
        }
        if let times { return .exactly(times) }
        return most.map(RequestCount.atMost) ?? .atLeast(least ?? 1)
    }
}

extension Answer {
    /// 200 where it holds, 409 where it does not.
    fileprivate init(verifying count: () throws(VerificationFailure) -> Int) {
        do {
            let count = try count()
            self = .json { writer in
                writer.object { writer in
                    writer.field("verified", true)
                    writer.field("count", count)
                }
            }
        } catch {
            self = .json(.conflict) { writer in
                writer.object { writer in
                    writer.field("verified", false)
                    writer.field("message", error.line)
                    writer.field("details", error.description)
                }
            }
        }
    }
}
