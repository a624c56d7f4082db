import TestSupport
import Testing

@testable import FeedMock

@Suite struct SortedSerialsTests {
    @Test("it counts like a plain set", arguments: SeededGenerator.seeds(40))
    func model(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let head = Int.random(in: 1...60, using: &generator)
        let members = Set(
            (0..<Int.random(in: 0...40, using: &generator)).map { _ in Int.random(in: 1...head, using: &generator) })
        var serials = SortedSerials()
        for member in members.shuffled(using: &generator) {
            serials.insert(member)
            serials.insert(member)
        }
        #expect(serials.count == members.count, "seed \(seed)")
        let downward = (1...head).reversed().filter { !members.contains($0) }
        for (index, serial) in downward.enumerated() {
            #expect(head - index - serials.membersFromTop(skipping: index, head: head) == serial, "seed \(seed)")
        }
        let floor = Int.random(in: 1...head, using: &generator)
        for (index, serial) in (floor...head).filter({ !members.contains($0) }).enumerated() {
            #expect(serials.nonMember(index, from: floor) == serial, "seed \(seed)")
        }
        #expect(serials.count(from: floor) == members.count { $0 >= floor }, "seed \(seed)")
        #expect((1...head).allSatisfy { serials.contains($0) == members.contains($0) }, "seed \(seed)")
    }
}
