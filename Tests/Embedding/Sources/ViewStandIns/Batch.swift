import Foundation

/// The changes of one batch update.
struct Batch {
    let before: [DrawnSection]
    var sectionDeletes: [Int] = []
    var sectionInserts: [Int] = []
    var sectionReloads: [Int] = []
    var sectionMoves: [(old: Int, new: Int)] = []
    var deletes: [IndexPath] = []
    var inserts: [IndexPath] = []
    var reloads: [IndexPath] = []
    var moves: [(old: IndexPath, new: IndexPath)] = []

    init(before: [DrawnSection]) { self.before = before }

    /// What is wrong with the batch, and what is drawn after it. A batch with a problem draws what the data source has.
    func finish(after: [DrawnSection]) -> (problems: [String], drawn: [DrawnSection]) {
        let problems = combinations + places(in: after) + (counted(after) ?? [])
        guard problems.isEmpty, let sources = sources(of: after.count) else { return (problems, after) }
        return ([], zip(sources, after.indices).map { draw($1, from: $0, after: after) })
    }

    // MARK: Checking

    /// What UIKit does not take in one batch.
    private var combinations: [String] {
        var problems: [String] = []
        func check(_ isAllowed: Bool, _ problem: String) { if !isAllowed { problems.append(problem) } }
        let (gone, come) = (Set(sectionDeletes), Set(sectionInserts))
        let (oldMoved, newMoved) = (Set(sectionMoves.map(\.old)), Set(sectionMoves.map(\.new)))
        let left = deletes + moves.map(\.old)
        let arrived = inserts + moves.map(\.new)
        let isReload = !sectionReloads.isEmpty || !reloads.isEmpty
        let isOther = !(sectionDeletes + sectionInserts).isEmpty || !sectionMoves.isEmpty || !(left + arrived).isEmpty
        check(!(isReload && isOther), "a reload among other changes")
        check(Set(reloads.map(\.section)).isDisjoint(with: sectionReloads), "a row of a section that is reloaded, too")
        for (list, word) in [
            (sectionDeletes + sectionMoves.map(\.old), "leaves"), (sectionInserts + sectionMoves.map(\.new), "arrives"),
            (sectionReloads, "is reloaded"),
        ] {
            check(Set(list).count == list.count, "a section \(word) twice")
        }
        for (list, word) in [(left, "leaves"), (arrived, "arrives"), (reloads, "is reloaded")] {
            check(Set(list).count == list.count, "a row \(word) twice")
        }
        check(gone.union(oldMoved).isDisjoint(with: left.map(\.section)), "a row leaves a section that goes or moves")
        check(
            come.union(newMoved).isDisjoint(with: arrived.map(\.section)),
            "a row arrives in a section that comes or moves")
        return problems
    }

    /// What is at a place that there is not.
    private func places(in after: [DrawnSection]) -> [String] {
        func has(_ path: IndexPath, _ sections: [DrawnSection]) -> Bool {
            path.count == 2 && sections.indices.contains(path[0]) && sections[path[0]].cells.indices.contains(path[1])
        }
        let isOld =
            (sectionDeletes + sectionReloads + sectionMoves.map(\.old)).allSatisfy(before.indices.contains)
            && (deletes + reloads + moves.map(\.old)).allSatisfy { has($0, before) }
        let isNew =
            (sectionInserts + sectionMoves.map(\.new)).allSatisfy(after.indices.contains)
            && (inserts + moves.map(\.new)).allSatisfy { has($0, after) }
        return (isOld ? [] : ["a place that was not there before"]) + (isNew ? [] : ["a place that is not there after"])
    }

    /// The numbers that do not add up; nil where the sections do not.
    private func counted(_ after: [DrawnSection]) -> [String]? {
        guard let sources = sources(of: after.count) else {
            return ["\(before.count) sections, and \(after.count) after the update"]
        }
        return zip(sources, after.indices).compactMap { old, new in
            guard let old else { return nil }
            let gone = deletes.count { $0.section == old } + moves.count { $0.old.section == old }
            let come = inserts.count { $0.section == new } + moves.count { $0.new.section == new }
            let (count, present) = (before[old].cells.count - gone + come, after[new].cells.count)
            return count == present ? nil : "\(count) rows in section \(new), and \(present) after the update"
        }
    }

    // MARK: Drawing

    /// For each section after the batch the one that it was before, nil for a new one; nil where there is one too many or
    /// too few.
    private func sources(of count: Int) -> [Int?]? {
        let left = Set(sectionDeletes + sectionMoves.map(\.old))
        let arrived = Set(sectionInserts + sectionMoves.map(\.new))
        var rest = before.indices.filter { !left.contains($0) }[...]
        guard rest.count + arrived.count == count else { return nil }
        return (0..<count).map { new in
            arrived.contains(new) ? sectionMoves.first { $0.new == new }?.old : rest.popFirst()
        }
    }

    private func draw(_ new: Int, from old: Int?, after: [DrawnSection]) -> DrawnSection {
        guard let old, !sectionReloads.contains(old) else { return after[new] }
        let left = Set((deletes + moves.map(\.old)).filter { $0.section == old }.map { $0[1] })
        let inserted = Set(inserts.filter { $0.section == new }.map { $0[1] })
        let moved = Dictionary(
            moves.filter { $0.new.section == new }.map { ($0.new[1], before[$0.old.section].cells[$0.old[1]]) },
            uniquingKeysWith: { first, _ in first })
        let reloaded = Set(reloads.filter { $0.section == old }.map { $0[1] })
        var rest = before[old].cells.indices.filter { !left.contains($0) }[...]
        var section = before[old]
        section.cells = after[new].cells.indices.map { row in
            if let cell = moved[row] { return cell }
            guard !inserted.contains(row), let source = rest.popFirst(), !reloaded.contains(source) else {
                return after[new].cells[row]
            }
            return before[old].cells[source]
        }
        return section
    }
}

extension IndexPath {
    fileprivate var section: Int { first ?? 0 }
}
