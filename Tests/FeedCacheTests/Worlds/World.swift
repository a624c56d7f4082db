import TestSupport

/// A server and the history of it and its client, as plain data: the same world can be lived again, or made shorter.
struct World: Sendable {
    enum Step: Sendable {
        case change(Change)
        case sync(isFull: Bool, ignoresWaits: Bool, [Happening?])
        case refresh([Happening?])
        case more([Happening?])
        /// Another process goes on.
        case reopen
        /// Time goes by, or the clock is put back.
        case pass(seconds: Int64)
    }

    /// What happens while a request is under way.
    enum Happening: Sendable {
        case change(Change)
        case fault(ServerFault)
        case cancel
    }

    let seed: UInt64
    let list: ServerList
    var steps: [Step]

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var list = ServerList(style: ListStyle.allCases.randomElement(using: &generator) ?? .page)
        list.size = Int.random(in: 1...5, using: &generator)
        list.tags = ServerList.Tags.allCases.randomElement(using: &generator) ?? .none
        let hasVersions = Int.random(in: 0..<4, using: &generator) > 0
        if hasVersions, Int.random(in: 0..<3, using: &generator) == 0 {
            list.delta = Bool.random(using: &generator) ? .after : .from
        }
        let count = Int.random(in: 0...16, using: &generator)
        list.items = (0..<count).map { ServerItem("\($0)", version: hasVersions ? 1 : nil) }
        self.seed = seed
        self.list = list
        steps = []
        for serial in 0..<Int.random(in: 2...24, using: &generator) {
            steps.append(Self.step(serial: serial * 100, using: &generator))
        }
    }

    private static func step(serial: Int, using generator: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<8: return .change(Change(serial: serial, using: &generator))
        case 8..<14:
            let isFull = Int.random(in: 0..<5, using: &generator) == 0
            let ignoresWaits = Bool.random(using: &generator)
            return .sync(
                isFull: isFull, ignoresWaits: ignoresWaits, happenings(serial: serial, using: &generator))
        case 14: return .refresh(happenings(serial: serial, using: &generator))
        case 15, 16: return .more(happenings(serial: serial, using: &generator))
        case 17: return .reopen
        default:
            let times: [Int64] = [1, 600, 4_000, 9_000, 90_000, 700_000, -5_000, -2_000_000]
            return .pass(seconds: times.randomElement(using: &generator) ?? 1)
        }
    }

    private static func happenings(serial: Int, using generator: inout SeededGenerator) -> [Happening?] {
        guard Bool.random(using: &generator) else { return [] }
        return (1...6).map { request in
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: .change(Change(serial: serial + request, using: &generator))
            case 2, 3: faults.randomElement(using: &generator).map(Happening.fault)
            case 4 where Int.random(in: 0..<3, using: &generator) == 0: .cancel
            default: nil
            }
        }
    }

    private static let faults: [ServerFault] = [
        .connection, .connection, .connection, .timeout, .tls, .cut, .empty, .html, .wrongType, .invalidUTF8,
        .tooLarge, .redirectLoop, .status(500), .status(503), .status(503, retryAfter: "120"),
        .status(429, retryAfter: "7200"), .status(400), .status(401), .status(404), .status(410),
    ]
}
