import FeedModel
import GRDB

/// How a whole walk ended.
public struct WalkEnd: Equatable, Sendable {
    /// Items swept because they were absent.
    public let removed: Int
    /// Whether its removals were held back as a suspicious shrink.
    public let isHeldBack: Bool
    /// What made its absences doubtful.
    public let drift: String?
}

/// Decides what a whole walk removes, does it, and says so.
struct WalkEnding {
    let items: ItemTable
    let pages: PageTable
    let walk: WalkTable
    let state: WalkState
    let drift: String?

    private struct Before {
        let wholeWalk: Int64?
        let greatestVersion: String?
        let fingerprint: String?
    }

    func finish(allowsShrink: Bool, sequence: WriteSequence) throws -> (WalkEnd, [Problem]) {
        let before = try before()
        let evidence = Sweep.Evidence(
            itemsBefore: state.itemsBefore,
            absent: try pages.countItems(through: state.number - 1),
            twiceAbsent: try before.wholeWalk.map { try pages.countItems(through: $0 - 1) } ?? 0,
            hasDrift: drift != nil, allowsShrink: allowsShrink)
        let sweep = Sweep(evidence)
        let removed: Int
        switch sweep {
        case .removeAbsent:
            removed = try items.sweep(through: state.number - 1, sequence: sequence)
        case .removeTwiceAbsent, .holdBack:
            removed = try before.wholeWalk.map { try items.sweep(through: $0 - 1, sequence: sequence) } ?? 0
        }
        try conclude(before, isHeldBack: sweep == .holdBack)
        let end = WalkEnd(removed: removed, isHeldBack: sweep == .holdBack, drift: drift)
        return (end, problems(sweep, evidence, removed: removed))
    }

    private func before() throws -> Before {
        let row = try Row.fetchOne(
            items.db, sql: "SELECT whole_walk, greatest_version, fingerprint FROM collection WHERE id = ?",
            arguments: [items.collection])
        return Before(
            wholeWalk: row?["whole_walk"], greatestVersion: row?["greatest_version"], fingerprint: row?["fingerprint"])
    }

    private func conclude(_ before: Before, isHeldBack: Bool) throws {
        var greatest = state.greatestVersion
        if before.fingerprint == state.fingerprint, let old = before.greatestVersion,
            greatest.map({ ItemVersion(text: $0) < ItemVersion(text: old) }) ?? true
        {
            greatest = old
        }
        try items.db.execute(
            sql: """
                UPDATE collection SET whole_walk = ?, held_back = ?, fingerprint = ?, greatest_version = ? WHERE id = ?
                """,
            arguments: [state.number, isHeldBack, state.fingerprint, greatest, items.collection])
        try walk.close()
    }

    private func problems(_ sweep: Sweep, _ evidence: Sweep.Evidence, removed: Int) -> [Problem] {
        let kept = evidence.absent - removed
        switch sweep {
        case .removeAbsent:
            return []
        case .removeTwiceAbsent:
            guard kept > 0, let drift else { return [] }
            return [Problem(kind: .drift, message: "\(drift): items that were not met are kept for one more walk")]
        case .holdBack:
            return [
                Problem(
                    kind: .shrink,
                    message: "\(kept) of \(evidence.itemsBefore) items were not met: they are kept until the next walk "
                        + "agrees; remove them now with sync --allow-shrink")
            ]
        }
    }
}
