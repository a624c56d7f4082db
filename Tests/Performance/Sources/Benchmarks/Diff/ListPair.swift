import Foundation

@testable import FeedModel

/// An element of the lists compared: nothing but an identity.
struct Element: DiffableRow, Hashable {
    let identity: UUID

    var identityMark: UInt64? { withUnsafeBytes(of: identity.uuid) { $0.load(as: UInt64.self) } }

    func hasSameContent(as other: Element) -> Bool { true }
}

/// Two lists to compare.
struct ListPair {
    let name: String
    let old: [Element]
    let new: [Element]

    /// What is compared; the same lists in every run.
    static func samples() -> [ListPair] {
        var generator = SplitMix64(state: 1)
        let small = elements(5_000, using: &generator)
        let large = elements(100_000, using: &generator)
        let feed = elements(200, using: &generator)
        return [
            mixed("5,000 mixed", small, scale: 1, using: &generator),
            mixed("100,000 mixed", large, scale: 10, using: &generator),
            ListPair(name: "5,000 first to last", old: small, new: Array(small.dropFirst()) + small.prefix(1)),
            ListPair(name: "100,000 first to last", old: large, new: Array(large.dropFirst()) + large.prefix(1)),
            refreshed("feed of 200 refreshed", feed, using: &generator),
            ListPair(name: "5,000 no change", old: small, new: small.map { $0 }),
            ListPair(name: "100,000 no change", old: large, new: large.map { $0 }),
            ListPair(name: "5,000 full shuffle", old: small, new: small.shuffled(using: &generator)),
            ListPair(name: "100,000 full shuffle", old: large, new: large.shuffled(using: &generator)),
            ListPair(
                name: "100,000 with 20 put in front", old: large, new: elements(20, using: &generator) + large),
        ]
    }

    /// The first 200 shuffled, 2000..<3000 deleted, 1,000 inserted at 3000; all of it times `scale`.
    private static func mixed(
        _ name: String, _ old: [Element], scale: Int, using generator: inout SplitMix64
    ) -> ListPair {
        var new = old
        new[..<(200 * scale)].shuffle(using: &generator)
        new.removeSubrange(2000 * scale..<3000 * scale)
        new.insert(contentsOf: elements(1000 * scale, using: &generator), at: 3000 * scale)
        return ListPair(name: name, old: old, new: new)
    }

    /// Ten new on top, three gone, one row moved, a page of twenty at the end.
    private static func refreshed(
        _ name: String, _ old: [Element], using generator: inout SplitMix64
    ) -> ListPair {
        var new = old
        new.insert(new.remove(at: 20), at: 120)
        for index in [150, 90, 30] { new.remove(at: index) }
        new = elements(10, using: &generator) + new + elements(20, using: &generator)
        return ListPair(name: name, old: old, new: new)
    }

    private static func elements(_ count: Int, using generator: inout SplitMix64) -> [Element] {
        (0..<count).map { _ in
            let words = (generator.next(), generator.next())
            return Element(identity: UUID(uuid: withUnsafeBytes(of: words) { $0.load(as: uuid_t.self) }))
        }
    }
}
