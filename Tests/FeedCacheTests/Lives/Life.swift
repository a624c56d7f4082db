import TestSupport

/// What happens to an app, as plain data: the same life can be lived again, or made shorter.
struct Life: Sendable {
    static let users = ["ann", "bob"]

    enum Step: Sendable {
        /// Somebody signs in; the screen stays as it is.
        case signIn(Int)
        /// The screen of a user opens; the one before closes.
        case open(Int)
        case network(isOn: Bool)
        case serverMoves(ticks: Int)
        case pass(seconds: Double)
        /// What goes wrong with the next requests, as `FaultRule` reads it.
        case fault(String)
        /// So many rows of a section are on the screen for a while.
        case show(section: Int, first: Int, count: Int, seconds: Double)
        case tap(section: Int, row: Int)
        /// A tap on a row while a call brings others.
        case tapDuring(Call, section: Int, row: Int)
        case call(Call)
        case together([Call])
        /// A call is cancelled at its request of that number; the same call beside it is not.
        case cancel(Call, request: Int)
        /// A repository of its own, as that of another process, syncs the cache of a user.
        case otherSync(Int)
        /// The app ends and begins again.
        case reopen
        case eraseOther(losesEvents: Bool)
        case erase
        /// The app is suspended at that request of a call; 0: while nothing is under way.
        case suspend(Call, request: Int)
        case resume
    }

    enum Call: CaseIterable, Sendable {
        case sync, fullSync, youngSync, refreshList, moreOfList, deliver, prune
        /// Calls of the screen's model.
        case pull, more
        case read, search, dryRun

        /// Whether it asks for variables, so that those of another account are refused.
        var asksForVariables: Bool {
            switch self {
            case .sync, .fullSync, .refreshList, .moreOfList, .deliver, .dryRun, .youngSync: true
            case .prune, .pull, .more, .read, .search: false
            }
        }
    }

    let seed: UInt64
    var steps: [Step]

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.seed = seed
        // An app begins with something on its screen.
        steps = [.call(.sync)]
        for _ in 0..<Int.random(in: 4...16, using: &generator) { steps.append(Self.step(&generator)) }
    }

    private static func step(_ generator: inout SeededGenerator) -> Step {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        let call = Call.allCases.randomElement(using: &generator) ?? .sync
        switch number(0...29) {
        case 0: return .signIn(number(0...1))
        case 1, 2: return .open(number(0...1))
        case 3: return .network(isOn: number(0...2) > 0)
        case 4, 5: return .serverMoves(ticks: number(1...6))
        case 6: return .pass(seconds: [1, 400, 4_000, 90_000].randomElement(using: &generator) ?? 1)
        case 7: return .fault(faults.randomElement(using: &generator) ?? "*:503")
        case 8...11:
            return .show(
                section: number(0...7), first: number(0...9), count: number(0...4), seconds: Double(number(0...2)))
        case 12...14: return .tap(section: number(0...7), row: number(0...9))
        case 15: return .tapDuring(.pull, section: number(0...7), row: number(0...9))
        case 16...18: return .call(call)
        case 19, 20:
            return .together((0..<number(2...4)).map { _ in Call.allCases.randomElement(using: &generator) ?? .sync })
        case 21: return .cancel(call, request: number(1...4))
        case 22, 23: return .otherSync(number(0...1))
        case 24: return .reopen
        case 25: return number(0...1) == 0 ? .eraseOther(losesEvents: number(0...1) == 0) : .erase
        case 26, 27: return .suspend(call, request: number(0...4))
        default: return .resume
        }
    }

    private static let faults = [
        "events:503*3", "events:reset", "events:truncate", "events:429,retry-after=60", "*:503*2", "*:reset*2",
        "*:truncate", "sections:garbage", "photos:500*2", "articles:html", "ads:503", "photos?page=2:reset",
    ]
}

extension Life {
    /// The same user and server, with other steps.
    func with(_ steps: [Step]) -> Life {
        var other = self
        other.steps = steps
        return other
    }
}
