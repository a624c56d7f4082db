extension Changeset {
    /// What turns one feed into another.
    ///
    /// Rows pair inside their section first, the first occurrence of an identity with the first; the others pair
    /// across sections, in the order of the screen too. Expected O(n) for n rows; O(m log m) at worst for m rows
    /// between the first and the last change of a section.
    package init<S: DiffableSection>(from old: [S], to new: [S]) {
        self.init()
        let sections = ListPairing(old: old, new: new) { $0.identity }
        sectionDeletes = sections.unpairedOld
        sectionMoves = sections.moves()
        for index in new.indices {
            guard let oldIndex = sections.oldIndex(of: index) else {
                sectionInserts.append(index)
                continue
            }
            if !new[index].hasSameHeader(as: old[oldIndex]) {
                sectionUpdates.append(OffsetPair(old: oldIndex, new: index))
            }
            addRows(from: old[oldIndex].rows, at: oldIndex, to: new[index].rows, at: index)
        }
        if !sectionMoves.isEmpty { deletes.sort() }
        addCrossings(from: old, to: new, sections: sections)
    }

    /// What turns one list into another; all is in section 0.
    package init<Row: DiffableRow>(from old: [Row], to new: [Row]) {
        self.init()
        addRows(from: old, at: 0, to: new, at: 0)
    }

    mutating func addRows<Row: DiffableRow>(from old: [Row], at oldSection: Int, to new: [Row], at newSection: Int) {
        let pairing = ListPairing(old: old, new: new, mark: { $0.identityMark }) { $0.identity }
        for row in pairing.unpairedOld { deletes.append(RowPosition(section: oldSection, row: row)) }
        for move in pairing.moves() {
            moves.append(
                OffsetPair(
                    old: RowPosition(section: oldSection, row: move.old),
                    new: RowPosition(section: newSection, row: move.new)))
        }
        for row in new.indices {
            let position = RowPosition(section: newSection, row: row)
            guard let oldRow = pairing.oldIndex(of: row) else {
                inserts.append(position)
                continue
            }
            if !new[row].hasSameContent(as: old[oldRow]) {
                updates.append(OffsetPair(old: RowPosition(section: oldSection, row: oldRow), new: position))
            }
        }
    }

    /// Pairs rows without a partner in one section with rows without a partner in another: such rows moved.
    mutating func addCrossings<S: DiffableSection>(from old: [S], to new: [S], sections: ListPairing) {
        let oldStrays = Self.strays(deletes, wholeSections: sectionDeletes, of: old)
        let newStrays = Self.strays(inserts, wholeSections: sectionInserts, of: new)
        guard let oldFirst = oldStrays.first, let oldLast = oldStrays.last,
            let newFirst = newStrays.first, let newLast = newStrays.last
        else { return }
        // Rows without a partner in one and the same section have none there.
        let home = sections.oldIndex(of: newFirst.section)
        if oldFirst.section == oldLast.section, newFirst.section == newLast.section, home == oldFirst.section { return }

        let pairing = ListPairing(
            old: oldStrays.map { old[$0.section].rows[$0.row].identity },
            new: newStrays.map { new[$0.section].rows[$0.row].identity }
        ) { $0 }
        let deletedSections = Set(sectionDeletes)
        let insertedSections = Set(sectionInserts)
        deletes = pairing.unpairedOld.lazy.map { oldStrays[$0] }.filter { !deletedSections.contains($0.section) }
        inserts.removeAll(keepingCapacity: true)
        for index in newStrays.indices {
            let newPosition = newStrays[index]
            if let partner = pairing.oldIndex(of: index) {
                let pair = OffsetPair(old: oldStrays[partner], new: newPosition)
                moves.append(pair)
                let oldRow = old[pair.old.section].rows[pair.old.row]
                if !new[newPosition.section].rows[newPosition.row].hasSameContent(as: oldRow) { updates.append(pair) }
            } else if !insertedSections.contains(newPosition.section) {
                inserts.append(newPosition)
            }
        }
        moves.sort { $0.new < $1.new }
        updates.sort { $0.new < $1.new }
    }

    /// All rows without a partner, those of whole sections included, in the order of the screen.
    static func strays<S: DiffableSection>(
        _ single: [RowPosition], wholeSections: [Int], of feed: [S]
    ) -> [RowPosition] {
        var strays = single
        for section in wholeSections {
            strays += feed[section].rows.indices.lazy.map { RowPosition(section: section, row: $0) }
        }
        if !wholeSections.isEmpty { strays.sort() }
        return strays
    }
}
