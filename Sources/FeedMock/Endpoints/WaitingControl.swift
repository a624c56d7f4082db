import FeedModel
import Foundation
import HTTPTypes

/// The control endpoints that can take their time: `GET /__mock/journal?wait=…` and `POST /__mock/verify`.
struct WaitingControl {
    /// The longest wait, in seconds.
    static let longestWait = 60

    let api: MockAPI
    let pause: MockConfiguration.Pause

    private struct Question: Decodable {
        var request: String?
        var headers: [String: String]?
        var body: String?
        var times: Int?
        var atLeast: Int?
        var atMost: Int?
        var inOrder: [String]?
        var withinMs: Int?
    }

    /// The answer; nil for a request that is none of these, or needs no waiting.
    func answer(_ request: MockRequest) async -> Answer? {
        guard let name = request.path(below: ControlEndpoint.path), api.crossOrigin.foreignPage(of: request) == nil
        else { return nil }
        do throws(RequestError) {
            switch (name, request.method) {
            case ("journal", .get): return try await wait(request)
            case ("verify", .post): return try await verify(request)
            case ("verify", _): throw RequestError.methodNotAllowed(allowed: [.post])
            default: return nil
            }
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

    private func verify(_ request: MockRequest) async throws(RequestError) -> Answer {
        let question = try question(of: request)
        let limit = question.withinMs ?? 0
        guard (0...Self.longestWait * 1_000).contains(limit) else {
            throw .badBody(reason: "within_ms is not from 0 to \(Self.longestWait * 1_000)")
        }
        let expectation = try expectation(question)
        let entries = await api.journal.wait(atMost: .milliseconds(limit), pause: pause) {
            expectation.verdict(on: $0).isFinal
        }
        return Answer(verdict: expectation.verdict(on: entries))
    }

    private func question(of request: MockRequest) throws(RequestError) -> Question {
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Question.self, from: Data(request.body))
        } catch {
            throw .badBody(
                reason: "it is no JSON object that says what is expected, such as {\"request\": \"GET photos\"}")
        }
    }

    private func expectation(_ question: Question) throws(RequestError) -> Expectation {
        do {
            if let order = question.inOrder {
                guard question.request == nil, !order.isEmpty else {
                    throw RequestError.badBody(reason: "in_order goes without request, and is not empty")
                }
                return .order(try order.map { try RequestPattern(parsing: $0) })
            }
            var pattern = try RequestPattern(parsing: question.request ?? "")
            for (name, value) in question.headers ?? [:] {
                pattern = pattern.header(name, value.isEmpty ? nil : value)
            }
            if let text = question.body { pattern = pattern.body(containing: text) }
            return .count(pattern, try count(question))
        } catch let error as RequestError {
            throw error
        } catch {
            throw .badBody(reason: "\(error)")
        }
    }

    private func count(_ question: Question) throws(RequestError) -> RequestCount {
        let numbers = [question.times, question.atLeast, question.atMost].compactMap(\.self)
        guard numbers.count <= 1, numbers.allSatisfy({ $0 >= 0 }) else {
            throw .badBody(reason: "times, at_least and at_most exclude each other, and are 0 or more")
        }
        if let times = question.times { return .exactly(times) }
        return question.atMost.map(RequestCount.atMost) ?? .atLeast(question.atLeast ?? 1)
    }
}

extension Answer {
    /// 200 where it holds, 409 where it does not.
    fileprivate init(verdict: Expectation.Verdict) {
        do {
            let entries = try verdict.entries()
            self = .json { writer in
                writer.object { writer in
                    writer.field("verified", true)
                    writer.field("count", entries.count)
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
