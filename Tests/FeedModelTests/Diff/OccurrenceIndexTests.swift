import Testing

@testable import FeedModel

@Suite struct OccurrenceIndexTests {
    /// Identities 0, 1, 0, 2 at the positions 0 to 3.
    private static let identities = [0, 1, 0, 2]

    @Test(
        "Occurrences come out in order, whatever the hashes",
        arguments: [[0, 0, 0, 0], [5, -9, .max, .min], [7, 7, 1, 2]])
    func order(hashes: [Int]) {
        var index = OccurrenceIndex(positionCount: 4, foreignCount: 0)
        for position in Self.identities.indices.reversed() {
            let identity = Self.identities[position]
            index.prepend(position, hash: hashes[identity]) { Self.identities[$0] == identity }
        }
        var taken: [[Int?]] = []
        for identity in 0...3 {
            taken.append(
                (0..<3).map { _ in
                    index.takeFirst(hash: hashes[identity], foreign: 0) { Self.identities[$0] == identity }
                })
        }
        #expect(taken == [[0, 2, nil], [1, nil, nil], [3, nil, nil], [nil, nil, nil]])
        let hasDuplicates = index.hasDuplicates
        #expect(hasDuplicates)
    }

    @Test("What is known is told from what is not, also where their hashes agree in part")
    func known() {
        let shared = 0x5A5_0000_0000
        for spread in [0, 1, 1 << 20, 1 << 24, 1 << 40] {
            var index = OccurrenceIndex(positionCount: 50, foreignCount: 50)
            for position in (0..<50).reversed() {
                index.prepend(position, hash: shared &+ position &* spread) { $0 == position }
            }
            for identity in 0..<100 {
                let isKnown = index.contains(hash: shared &+ identity &* spread) { $0 == identity }
                #expect(isKnown == (identity < 50), "\(identity), spread \(spread)")
            }
        }
    }

    @Test("What was looked for in vain is known from then on, if there is room for it")
    func foreign() {
        let foreign = [10, 11]
        for foreignCount in [0, 2] {
            var index = OccurrenceIndex(positionCount: 1, foreignCount: foreignCount)
            index.prepend(0, hash: 3) { _ in false }
            let taken = index.takeFirst(hash: 3, foreign: 1) { key in key >= 0 ? false : foreign[-2 - key] == 11 }
            #expect(taken == nil)
            let isKnown = index.contains(hash: 3) { key in key >= 0 ? false : foreign[-2 - key] == 11 }
            #expect(isKnown == (foreignCount > 0))
        }
    }
}
