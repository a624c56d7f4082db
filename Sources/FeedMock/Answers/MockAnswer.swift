/// An answer that a test plans.
///
/// It is sent as it is: without a validator or packing that its headers do not say.
public struct MockAnswer: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        case own(status: Int, headers: [String: String], body: [UInt8])
        case world
        case none
    }

    let content: Content
    /// How long it takes.
    var latency = Latency.none
    /// How often it is given; nil: once, and where it is the last one always.
    var times: Int?
    /// Whether its headers and its body are templates: `AnswerTemplate`.
    var isTemplate = false

    /// What the server answers without a plan.
    public static let world = MockAnswer(content: .world)

    /// None: the connection breaks.
    public static let connectionLost = MockAnswer(content: .none)

    private init(content: Content) {
        self.content = content
    }

    /// Any answer.
    ///
    /// - Parameters:
    ///   - status: 200 to 599; others are held within it.
    ///   - headers: by their names.
    ///   - body: its bytes, sent as they are.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        content = .own(status: min(max(status, 200), 599), headers: headers, body: body)
    }

    /// A status without a body.
    public static func status(_ status: Int, headers: [String: String] = [:]) -> MockAnswer {
        MockAnswer(status: status, headers: headers)
    }

    /// This text, said to be JSON; it need not be.
    public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> MockAnswer {
        let type = ["Content-Type": "application/json; charset=utf-8"]
        return MockAnswer(status: status, headers: type.merging(headers) { $1 }, body: Array(text.utf8))
    }
}
