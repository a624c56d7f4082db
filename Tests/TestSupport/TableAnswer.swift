/// What a server of a test answers to a request; its length is added where it is sent.
package struct TableAnswer: Sendable {
    /// 0 where the connection breaks.
    package var status: Int
    package var headers: [String: String]
    package var body: String

    package init(status: Int = 200, headers: [String: String] = [:], body: String = "") {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
