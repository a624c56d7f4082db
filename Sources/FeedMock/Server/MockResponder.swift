import FeedModel
import HTTPTypes
import LocalServer

/// Puts the API on connections: waits as the latency says, lets faults happen, keeps the journal.
struct MockResponder: LocalResponder {
    let api: MockAPI
    let configuration: MockConfiguration

    func respond(to request: LocalRequest, on connection: LocalConnection) async throws -> LocalResponse {
        let question = MockRequest(
            request.method, request.target, headers: request.headers, authority: request.authority,
            body: request.body ?? [])
        let tooLarge = request.body == nil ? RequestError.bodyTooLarge(limit: MockAPI.bodyLimit).answer : nil
        if question.path(below: ControlEndpoint.path) != nil || FrontPage.isAsked(of: api, by: question) {
            return LocalResponse(await control(question, tooLarge, on: connection), to: request.method)
        }
        let crossOrigin = api.crossOrigin
        if let preflight = crossOrigin.preflight(question) { return LocalResponse(preflight, to: request.method) }
        let exchange = open(question, since: request.arrived, on: connection)
        let foreign = crossOrigin.foreignHost(question).map { RequestError.foreignPage($0).answer }
        if let refusal = foreign ?? tooLarge { return try await exchange.deliver(Delivery(refusal)) }
        try await exchange.wait(delay(exchange.ticket))
        let fault = api.faults.take(for: question, named: api.name(of: question))
        if let fault { api.journal.update(exchange.ticket) { $0.fault = fault.description } }
        let api = fault?.losesAnswer ?? false ? api : await api.fetching(for: question)
        var delivery = Delivery(of: question, by: api, fault: fault)
        delivery.answer = delivery.answer.map { crossOrigin.opened($0, for: question) }
        // What a fault changed is not the API's answer.
        let violations = api.document?.violations(of: question, fault == nil ? delivery.answer : nil) ?? []
        if !violations.isEmpty { api.journal.update(exchange.ticket) { $0.violations = violations } }
        try await exchange.wait(delivery.delay)
        return try await exchange.deliver(delivery)
    }

    /// What the control endpoints and the front page answer: to programs on this machine alone, whatever a request says.
    private func control(
        _ question: MockRequest, _ refusal: Answer?, on connection: LocalConnection
    ) async -> Answer {
        guard connection.isFromThisMachine else { return RequestError.foreignMachine.answer }
        guard question.authority != nil else { return RequestError.noHost.answer }
        if let refusal { return refusal }
        do throws(RequestError) {
            return try await api.awaiting(question, pause: configuration.pause).answer(question)
        } catch {
            return error.answer
        }
    }

    private func open(
        _ question: MockRequest, since start: ContinuousClock.Instant, on connection: LocalConnection
    ) -> MockExchange {
        let name = api.name(of: question)
        let ticket = api.journal.append { JournalEntry($0, question, named: name) }
        return MockExchange(
            request: question, journal: api.journal, ticket: ticket, start: start, connection: connection,
            configuration: configuration)
    }

    private func delay(_ ticket: Journal.Ticket) -> Duration {
        var draw = SeededDraw(configuration.seed, SeededDraw.key("latency"), UInt64(ticket.number - 1))
        return configuration.latency.delay(&draw)
    }
}
