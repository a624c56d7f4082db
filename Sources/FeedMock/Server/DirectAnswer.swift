import HTTPTypes

/// An answer without its connection: what a mock says in memory, or a real server.
package struct DirectAnswer: Sendable {
    /// 200 to 599.
    package let status: Int
    package let headers: [(name: String, value: String)]
    /// As it is sent, packed where the request allows that.
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
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
        let request = MockRequest(method, target, headers: HTTPFields(pairs: headers), authority: authority, body: body)
        let name = api.name(of: request)
        let ticket = api.journal.append { JournalEntry($0, request, named: name) }
        let fault = api.faults.take(for: request, named: name)
        let delivery = Delivery(of: request, by: api, fault: fault)
        api.journal.update(ticket) { entry in
            entry.fault = fault?.description
            entry.noteAnswer(delivery.answer, after: .zero)
        }
        guard let answer = delivery.answer, !delivery.isCut else { return nil }
        return DirectAnswer(answer, to: method)
    }
}

extension DirectAnswer {
    init(_ answer: Answer, to method: HTTPRequest.Method) {
        self.init(status: answer.status.code, headers: answer.headers.pairs, body: method == .head ? [] : answer.body)
    }

    /// The reply with its body as it was before it was packed; what is packed by other means than gzip stays.
    package var unpacked: Self {
        let coding = headers.first { $0.name.lowercased() == "content-encoding" }?.value.lowercased()
        guard let coding, ["gzip", "x-gzip"].contains(coding),
            case .success(let content) = Gzip.unpack(body, limit: 64 * 1_024 * 1_024)
        else { return self }
        return Self(
            status: status, headers: headers.filter { $0.name.lowercased() != "content-encoding" }, body: content)
    }
}
