@testable import FeedModel

/// Who is who in two feeds, found the slow way: the law of the diff word by word.
struct PlainPairing {
    /// The old position of each new row that was there.
    private(set) var partners: [RowPosition: RowPosition] = [:]
    private(set) var deletes: [RowPosition] = []
    private(set) var inserts: [RowPosition] = []
    let updates: [OffsetPair<RowPosition>]
    let sectionDeletes: [Int]
    let sectionInserts: [Int]
    let sectionUpdates: [OffsetPair<Int>]
    private let sections: [Int: Int]

    init(_ old: [SampleSection], _ new: [SampleSection]) {
        let sections = Self.pair(old.map(\.identity), new.map(\.identity))
        self.sections = sections
        sectionDeletes = old.indices.filter { !sections.values.contains($0) }
        sectionInserts = new.indices.filter { sections[$0] == nil }
        sectionUpdates = new.indices.compactMap { index in
            guard let source = sections[index], old[source].header != new[index].header else { return nil }
            return OffsetPair(old: source, new: index)
        }

        let oldPositions = Self.positions(old)
        let newPositions = Self.positions(new)
        func identity(_ feed: [SampleSection], _ position: RowPosition) -> String {
            feed[position.section].rows[position.row].identity
        }
        var partners: [RowPosition: RowPosition] = [:]
        // At home first, abroad then.
        for isHome in [true, false] {
            for position in newPositions where partners[position] == nil {
                let taken = Set(partners.values)
                partners[position] = oldPositions.first { candidate in
                    !taken.contains(candidate)
                        && identity(old, candidate) == identity(new, position)
                        && (!isHome || sections[position.section] == candidate.section)
                }
            }
        }
        self.partners = partners
        let taken = Set(partners.values)
        deletes = oldPositions.filter { !taken.contains($0) && sections.values.contains($0.section) }
        inserts = newPositions.filter { partners[$0] == nil && sections[$0.section] != nil }
        updates = newPositions.compactMap { position in
            guard let source = partners[position] else { return nil }
            let isSame =
                old[source.section].rows[source.row].version == new[position.section].rows[position.row].version
            return isSame ? nil : OffsetPair(old: source, new: position)
        }
    }

    /// Rows that crossed have to move; of the others in each section all but those of a longest rising choice.
    var fewestMoves: Int {
        let home = partners.filter { sections[$0.key.section] == $0.value.section }
        let bySection = Dictionary(grouping: home, by: \.key.section)
        return partners.count - home.count
            + bySection.values.reduce(0) { count, pairs in
                count + pairs.count - Self.longestRising(pairs.sorted { $0.key < $1.key }.map(\.value.row))
            }
    }

    var fewestSectionMoves: Int {
        sections.count - Self.longestRising(sections.sorted { $0.key < $1.key }.map(\.value))
    }

    /// For each new index its old one: the first of an identity has the first, and so on.
    private static func pair(_ old: [String], _ new: [String]) -> [Int: Int] {
        var partners: [Int: Int] = [:]
        for index in new.indices {
            partners[index] = old.indices.first { old[$0] == new[index] && !partners.values.contains($0) }
        }
        return partners
    }

    private static func positions(_ feed: [SampleSection]) -> [RowPosition] {
        feed.indices.flatMap { section in
            feed[section].rows.indices.map { RowPosition(section: section, row: $0) }
        }
    }

    /// Tries every choice.
    private static func longestRising(_ values: [Int]) -> Int {
        guard let first = values.first else { return 0 }
        let rest = values.dropFirst()
        return max(1 + longestRising(rest.filter { $0 > first }), longestRising(Array(rest)))
    }
}
