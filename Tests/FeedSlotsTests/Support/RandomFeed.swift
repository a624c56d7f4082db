import FeedModel
import TestSupport

@testable import FeedSlots

/// Something that happens to a section. Every number is taken modulo what is possible when its turn comes, so that a
/// feed still makes sense with some of its moves taken out.
enum FeedMove: Equatable, Sendable {
    case append(Int)
    case insert(at: Int, Int)
    case remove(at: Int, Int)
    case moveItem(from: Int, to: Int)
    case replaceAll(Int)
    case view(first: Int, height: Int, edge: Double)
    case hide
    case fill
    case fail
    case wait(milliseconds: Int64)
    case restart
    case reset

    static func random(using generator: inout SeededGenerator) -> FeedMove {
        let place = Int.random(in: 0..<64, using: &generator)
        let few = Int.random(in: 1...4, using: &generator)
        switch Int.random(in: 0..<40, using: &generator) {
        case 0..<4: return .append(few * 2)
        case 4..<7: return .insert(at: place, few)
        case 7..<10: return .remove(at: place, few)
        case 10, 11: return .moveItem(from: place, to: Int.random(in: 0..<64, using: &generator))
        case 12: return .replaceAll(Int.random(in: 0...6, using: &generator))
        case 13..<20:
            let edge: Double = [1, 1, 0.5, 0.4].randomElement(using: &generator) ?? 1
            return .view(first: place, height: few + 1, edge: edge)
        case 20: return .hide
        case 21..<30: return .fill
        case 30, 31: return .fail
        case 32..<37:
            let wait: Int64 = [100, 400, 600, 1000, 3000, 20_000].randomElement(using: &generator) ?? 0
            return .wait(milliseconds: wait)
        case 37, 38: return .restart
        default: return .reset
        }
    }
}

/// A policy and what happens under it.
struct RandomFeed: Equatable, Sendable {
    var policy: SlotPolicy
    var moves: [FeedMove]

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        policy = try Self.policy(using: &generator)
        moves = [.append(Int.random(in: 0...14, using: &generator))]
        for _ in 0..<Int.random(in: 1...12, using: &generator) { moves.append(.random(using: &generator)) }
    }

    init(policy: SlotPolicy, moves: [FeedMove]) {
        self.policy = policy
        self.moves = moves
    }

    static func policy(using generator: inout SeededGenerator) throws -> SlotPolicy {
        func maybe(_ range: ClosedRange<Int>, _ odds: Int) -> Int? {
            Int.random(in: 0..<odds, using: &generator) == 0 ? Int.random(in: range, using: &generator) : nil
        }
        let isPlain = Bool.random(using: &generator)
        let fixed = isPlain ? [] : (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in maybe(0...9, 1) }
        return try SlotPolicy(
            fixed: fixed, every: isPlain ? Int.random(in: 1...4, using: &generator) : maybe(1...4, 2),
            first: maybe(0...4, 3), max: maybe(0...4, 4), minGap: maybe(0...3, 3) ?? 1,
            trailing: maybe(0...0, 4) != nil, ahead: maybe(0...6, 2) ?? 3, ttl: .seconds(maybe(0...9, 2) ?? 30),
            dwell: .milliseconds(maybe(0...2, 2).map { $0 * 500 } ?? 1000),
            insertion: maybe(0...0, 8) != nil ? .anywhere : .below)
    }

    /// A feed with as few moves as still break the law, found by taking out ever smaller pieces (after Zeller and
    /// Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28, 2002).
    func shrunk(while breaks: (RandomFeed) -> Bool) -> RandomFeed {
        var best = self
        var piece = max(1, moves.count / 2)
        while true {
            var start = 0
            var isSmaller = false
            while start < best.moves.count {
                var smaller = best
                smaller.moves.removeSubrange(start..<min(start + piece, best.moves.count))
                if breaks(smaller) {
                    best = smaller
                    isSmaller = true
                } else {
                    start += piece
                }
            }
            if piece == 1, !isSmaller { return best }
            piece = max(1, piece / 2)
        }
    }
}
