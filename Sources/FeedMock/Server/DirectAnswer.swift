import HTTPTypes

/// What a mock answers in memory, without a connection.
package struct DirectAnswer: Sendable {
    /// 200 to 599.
    package let status: Int
    package let headers: [(name: String, value: String)]
    /// As it is sent, packed where the request allows that.
    package let body: [UInt8]
}

extension MockServer {
    /// Answers a request in memory, whether the server was started or not: with planned answers, faults and the journal, as
    /// on a connection. Nothing takes time: latency, stalls and drips are left out.
    ///
    /// - Parameters:
    ///   - method: such as `GET`; 400 where it cannot be one
    ///   - target: path and query
    ///   - authority: what the client calls the server: a host and perhaps a port
    /// - Returns: nil where the connection would break before the answer is whole.
    package nonisolated func answer(
        _ method: String, _ target: String, authority: String? = nil, headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) -> DirectAnswer? {
        guard let method = HTTPRequest.Method(method) else { return DirectAnswer(status: 400, headers: [], body: []) }
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        let request = MockRequest(method, target, headers: fields, authority: authority, body: body)
        let name = api.name(of: request)
        let ticket = api.journal.append { JournalEntry($0, request, named: name) }
        let fault = api.faults.take(for: request, named: name)
        let delivery = Delivery(of: request, by: api, fault: fault)
        api.journal.update(ticket) { entry in
            entry.fault = fault?.description
            entry.noteAnswer(delivery.answer, after: .zero)
        }
        switch delivery {
        case .whole(let answer), .late(let answer, _), .slow(let answer, _):
            let headers = answer.headers.map { (name: $0.name.rawName, value: $0.value) }
            return DirectAnswer(status: answer.status.code, headers: headers, body: method == .head ? [] : answer.body)
        case .cut, .closed: return nil
        }
    }
}
