package import FeedModel

extension Changeset {
    /// Applies the changes, which gives the new feed exactly.
    ///
    /// Rows that moved or stayed are taken from the old feed. The closures give only what is new or changed.
    ///
    /// - Parameters:
    ///   - old: the feed the changes were counted from.
    ///   - section: a section of the new feed by its offset. It is called for inserted sections, and for sections with
    ///     a new header, whose rows are not used.
    ///   - row: a row of the new feed.
    /// - Throws: `ChangesetError` if the changes were made for another feed, and what the closures throw.
    package func applied<S: DiffableSection>(
        to old: [S], section: (Int) throws -> S, row: (RowPosition) throws -> S.Row
    ) throws -> [S] {
        let sources = try sectionSources(oldCount: old.count)
        let headers = Set(sectionUpdates.map(\.new))
        let traffic = RowTraffic(self)
        return try sources.enumerated().map { index, source in
            guard let source else {
                let inserted = try section(index)
                let rows = try traffic.rows(of: index, madeFrom: inserted.rows, feed: old, row: row)
                return inserted.with(rows: rows)
            }
            let rest = try traffic.remainder(of: old[source].rows, from: source, to: index)
            let rows = try traffic.rows(of: index, madeFrom: rest, feed: old, row: row)
            return try (headers.contains(index) ? section(index) : old[source]).with(rows: rows)
        }
    }

    /// Applies the changes. What is new or changed is taken from `new`; see `applied(to:section:row:)`.
    ///
    /// - Throws: `ChangesetError` if the changes were made for other feeds.
    package func applied<S: DiffableSection>(to old: [S], contentFrom new: [S]) throws -> [S] {
        func section(_ index: Int) throws -> S {
            guard new.indices.contains(index) else { throw ChangesetError.sections }
            return new[index]
        }
        return try applied(to: old, section: section) { position in
            try section(position.section).row(position.row, of: position.section)
        }
    }

    /// For each section of the new feed its old index; nil for an inserted one.
    private func sectionSources(oldCount: Int) throws -> [Int?] {
        let arrangement = Arrangement(
            oldCount: oldCount, departures: sectionDeletes + sectionMoves.map(\.old),
            arrivals: sectionInserts + sectionMoves.map(\.new))
        guard var sources = arrangement?.sources else { throw ChangesetError.sections }
        for move in sectionMoves { sources[move.new] = move.old }
        return sources
    }
}

/// The row changes of a changeset by section.
private struct RowTraffic {
    /// Old rows that leave their place, by old section.
    private var departures: [Int: [Int]] = [:]
    /// New places of inserted and moved rows, by new section.
    private var arrivals: [Int: [Int]] = [:]
    private let moves: [Int: [OffsetPair<RowPosition>]]
    private let updates: [Int: [OffsetPair<RowPosition>]]

    init(_ changes: Changeset) {
        moves = Dictionary(grouping: changes.moves, by: \.new.section)
        updates = Dictionary(grouping: changes.updates, by: \.new.section)
        for position in changes.deletes { departures[position.section, default: []].append(position.row) }
        for position in changes.inserts { arrivals[position.section, default: []].append(position.row) }
        for move in changes.moves {
            departures[move.old.section, default: []].append(move.old.row)
            arrivals[move.new.section, default: []].append(move.new.row)
        }
    }

    /// The rows that stay in a section, at their new places among nils.
    func remainder<Row>(of rows: [Row], from source: Int, to section: Int) throws(ChangesetError) -> [Row?] {
        let arrangement = Arrangement(
            oldCount: rows.count, departures: departures[source] ?? [], arrivals: arrivals[section] ?? [])
        guard let arrangement else { throw .rows(section: section) }
        return arrangement.sources.map { $0.map { rows[$0] } }
    }

    /// Puts into a section what moved there and what is new or changed.
    func rows<S: DiffableSection>(
        of section: Int, madeFrom rest: [S.Row?], feed old: [S], row: (RowPosition) throws -> S.Row
    ) throws -> [S.Row] {
        var rows = rest
        for move in moves[section] ?? [] {
            guard rows.indices.contains(move.new.row) else { throw ChangesetError.row(move.new) }
            guard old.indices.contains(move.old.section) else { throw ChangesetError.row(move.old) }
            rows[move.new.row] = try old[move.old.section].row(move.old.row, of: move.old.section)
        }
        for update in updates[section] ?? [] {
            guard rows.indices.contains(update.new.row) else { throw ChangesetError.row(update.new) }
            rows[update.new.row] = nil
        }
        return try rows.enumerated().map { try $1 ?? row(RowPosition(section: section, row: $0)) }
    }
}

extension DiffableSection {
    fileprivate func row(_ index: Int, of section: Int) throws(ChangesetError) -> Row {
        let rows = rows
        guard rows.indices.contains(index) else { throw .row(RowPosition(section: section, row: index)) }
        return rows[index]
    }
}

/// How a list is composed from an older one: which element is where, and which places are to be filled.
package struct Arrangement {
    /// For each place of the new list the old index of its element; nil where the place is to be filled.
    package let sources: [Int?]

    /// Takes `departures` out of a list and leaves the places `arrivals` free. The rest keeps its order.
    ///
    /// Gives nil if a departure is not there, if there is no place for an arrival, or if one is named twice.
    package init?(oldCount: Int, departures: [Int], arrivals: [Int]) {
        var stays = Array(repeating: true, count: oldCount)
        for index in departures {
            guard stays.indices.contains(index), stays[index] else { return nil }
            stays[index] = false
        }
        var isFree = Array(repeating: true, count: oldCount - departures.count + arrivals.count)
        for index in arrivals {
            guard isFree.indices.contains(index), isFree[index] else { return nil }
            isFree[index] = false
        }
        var staying = stays.indices.lazy.filter { stays[$0] }.makeIterator()
        sources = isFree.map { $0 ? staying.next() : nil }
    }
}

/// Why a changeset cannot be applied to a feed: it was made for another one.
package enum ChangesetError: Error, Hashable, Sendable {
    /// The sections it names are not there, are named twice, or are more than there are.
    case sections
    /// The same for the rows of a section, by its new offset.
    case rows(section: Int)
    /// It names a row that is not there.
    case row(RowPosition)
}
