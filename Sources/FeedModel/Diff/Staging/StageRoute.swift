/// The stages of a `StagedChangeset`, one by one; nil where a stage has nothing to do.
struct StageRoute<S: DiffableSection> {
    typealias Stage = StagedChangeset<S>.Stage

    private enum Stop {
        case old(Int)
        /// One that was inserted for the rows that move into it, by new offset.
        case inserted(Int)

        var isOld: Bool { if case .old = self { true } else { false } }
    }

    private let changes: Changeset
    private let old: [S]
    private let new: [S]
    /// For each new section its old offset; nil for an inserted one.
    private let sources: [Int?]
    /// For each old section its new offset; none for a deleted one.
    private let targets: [Int: Int]
    private let stops: [Stop]
    private let stopOfOld: [Int]
    /// The old position of each changed row, by its new position.
    private let outdated: [RowPosition: RowPosition]

    init(_ changes: Changeset, from old: [S], to new: [S]) {
        let pairing = ListPairing(old: old, new: new) { $0.identity }
        let sources = new.indices.map(pairing.oldIndex)
        let inserted = Set(changes.sectionInserts)
        let isAwaited = changes.moves.contains { inserted.contains($0.new.section) }

        self.changes = changes
        self.old = old
        self.new = new
        self.sources = sources
        targets = Dictionary(
            zip(sources, new.indices).compactMap { source, target in source.map { ($0, target) } },
            uniquingKeysWith: { first, _ in first })
        let stops = isAwaited ? Self.stops(changes, sources: sources, oldCount: old.count) : old.indices.map(Stop.old)
        self.stops = stops
        stopOfOld = stops.indices.filter { stops[$0].isOld }
        outdated = Dictionary(changes.updates.map { ($0.new, $0.old) }) { first, _ in first }
    }

    /// The old sections in their order, and the inserted ones between those that do not move as in the new feed: what
    /// is left to do then is to delete and to move.
    private static func stops(_ changes: Changeset, sources: [Int?], oldCount: Int) -> [Stop] {
        let moved = Set(changes.sectionMoves.map(\.new))
        var stops: [Stop] = []
        var nextOld = 0
        for (index, source) in sources.enumerated() where !moved.contains(index) {
            if let source {
                stops += (nextOld...source).map(Stop.old)
                nextOld = source + 1
            } else {
                stops.append(.inserted(index))
            }
        }
        return stops + (nextOld..<oldCount).map(Stop.old)
    }

    func sectionsForRows() -> Stage? {
        var step = Changeset()
        step.sectionInserts = stops.indices.filter { !stops[$0].isOld }
        let arrivals = Set(changes.moves.map(\.new))
        return stage(step) {
            stops.map { stop in
                switch stop {
                case .old(let index): old[index]
                case .inserted(let index): without(arrivals, new[index], at: index)
                }
            }
        }
    }

    func rows() -> Stage? {
        var stopOfNew: [Int: Int] = [:]
        for (place, stop) in stops.enumerated() {
            switch stop {
            case .old(let index): if let target = targets[index] { stopOfNew[target] = place }
            case .inserted(let index): stopOfNew[index] = place
            }
        }
        func before(_ position: RowPosition) -> RowPosition {
            RowPosition(section: stopOfOld[position.section], row: position.row)
        }
        func after(_ position: RowPosition) -> RowPosition {
            RowPosition(section: stopOfNew[position.section] ?? position.section, row: position.row)
        }
        var step = Changeset()
        step.deletes = changes.deletes.map(before)
        step.inserts = changes.inserts.map(after).sorted()
        step.moves = changes.moves.map { OffsetPair(old: before($0.old), new: after($0.new)) }
        step.moves.sort { $0.new < $1.new }
        let departures = Set(changes.moves.map(\.old))
        return stage(step) {
            stops.map { stop in
                switch stop {
                case .inserted(let index): arranged(index)
                case .old(let index): targets[index].map(arranged) ?? without(departures, old[index], at: index)
                }
            }
        }
    }

    func sections() -> Stage? {
        var step = Changeset()
        step.sectionDeletes = changes.sectionDeletes.map { stopOfOld[$0] }
        step.sectionInserts = stops.count == old.count ? changes.sectionInserts : []
        step.sectionMoves = changes.sectionMoves.map { OffsetPair(old: stopOfOld[$0.old], new: $0.new) }
        return stage(step) { new.indices.map(arranged) }
    }

    func rowUpdates() -> Stage? {
        var step = Changeset()
        step.updates = changes.updates.map { OffsetPair(old: $0.new, new: $0.new) }
        return stage(step) {
            zip(sources, new).map { source, section in source.map { old[$0].with(rows: section.rows) } ?? section }
        }
    }

    func sectionUpdates() -> Stage? {
        var step = Changeset()
        step.sectionUpdates = changes.sectionUpdates.map { OffsetPair(old: $0.new, new: $0.new) }
        return stage(step) { new }
    }

    private func stage(_ step: Changeset, feed: () -> [S]) -> Stage? {
        step.isEmpty ? nil : Stage(changes: step, feed: feed())
    }

    /// A new section with all its rows in place, but with its header and the content of its rows as they were.
    private func arranged(_ index: Int) -> S {
        let rows = new[index].rows.enumerated().map { row, content in
            outdated[RowPosition(section: index, row: row)].map { old[$0.section].rows[$0.row] } ?? content
        }
        return (sources[index].map { old[$0] } ?? new[index]).with(rows: rows)
    }

    private func without(_ positions: Set<RowPosition>, _ section: S, at index: Int) -> S {
        let rows = section.rows.enumerated().filter { row, _ in
            !positions.contains(RowPosition(section: index, row: row))
        }
        return section.with(rows: rows.map(\.element))
    }
}
