import TestSupport
import Testing

@testable import FeedModel

@Suite struct ListPairingTests {
    /// Each new element's old index, the first of an identity with the first and so on, found the slow way.
    private static func plain(_ old: [Int], _ new: [Int]) -> [Int?] {
        var positions: [Int: [Int]] = [:]
        for (index, identity) in old.enumerated().reversed() { positions[identity, default: []].append(index) }
        return new.map { positions[$0]?.popLast() }
    }

    private static func check(_ old: [Int], _ new: [Int], seed: UInt64) {
        // Marks may be missing, tell identities apart, or be the same for many.
        let marks: [(Int) -> UInt64?] = [
            { _ in nil }, { UInt64($0) }, { UInt64($0 % 3) }, { $0.isMultiple(of: 7) ? nil : UInt64($0) },
        ]
        for mark in marks {
            let pairing = ListPairing(old: old, new: new, mark: mark) { $0 }
            let partners = new.indices.map { pairing.oldIndex(of: $0) }
            #expect(partners == plain(old, new), "seed \(seed): \(old) \(new)")
            #expect(pairing.unpairedOld == old.indices.filter { !partners.contains($0) }, "seed \(seed): \(old) \(new)")
        }
    }

    @Test("Short lists of few identities pair by occurrence")
    func short() {
        for seed in SeededGenerator.seeds(3000) {
            var generator = SeededGenerator(seed: seed)
            func list() -> [Int] {
                (0..<Int.random(in: 0...7, using: &generator)).map { _ in Int.random(in: 0..<4, using: &generator) }
            }
            Self.check(list(), list(), seed: seed)
        }
    }

    @Test("Lists with a handful of changes pair by occurrence, whether an identity repeats or not")
    func edited() {
        for seed in SeededGenerator.seeds(1500) {
            var generator = SeededGenerator(seed: seed)
            let identities = Bool.random(using: &generator) ? 60 : 1_000_000
            let old = (0..<40).map { _ in Int.random(in: 0..<identities, using: &generator) }
            var new = old
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                let index = Int.random(in: new.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: new.insert(Int.random(in: 0..<identities, using: &generator), at: index)
                case 1: new.remove(at: index)
                case 2: new.insert(new.remove(at: index), at: Int.random(in: 0..<new.count, using: &generator))
                default: new.swapAt(index, Int.random(in: new.indices, using: &generator))
                }
            }
            Self.check(old, new, seed: seed)
        }
    }

    @Test("What was put in front pairs by occurrence, whether the list has it already or not")
    func inFront() {
        for seed in SeededGenerator.seeds(500) {
            var generator = SeededGenerator(seed: seed)
            let old = (0..<60).map { _ in Int.random(in: 0..<100_000, using: &generator) }
            var front = (0..<Int.random(in: 7...30, using: &generator)).map { _ in
                Int.random(in: 100_000..<200_000, using: &generator)
            }
            if Bool.random(using: &generator), let repeated = old.randomElement(using: &generator) {
                front[Int.random(in: front.indices, using: &generator)] = repeated
            }
            Self.check(old, front + old, seed: seed)
            Self.check(front + old, old, seed: seed)
        }
    }

    @Test("One element that moved is one move", arguments: [2, 5, 7, 8, 100])
    func oneMoved(count: Int) {
        let list = Array(0..<count)
        for from in list {
            var new = list
            new.insert(new.remove(at: from), at: (from + count / 2) % count)
            let pairing = ListPairing(old: list, new: new) { $0 }
            #expect(pairing.moves().count == (new == list ? 0 : 1))
        }
    }
}
