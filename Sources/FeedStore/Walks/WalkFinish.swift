package import FeedModel
import GRDB

/// What is known of a whole walk when it is finished.
package struct WalkFinishOptions: Sendable {
    /// Whether the user allowed a shrink.
    package var allowsShrink: Bool
    /// Whether the walk asked for all pages without validators.
    package var isUnconditional: Bool
    /// Why the walk is not whole although it came to an end.
    package var doubts: [Problem]
    /// Items that the walk found at a lower version than is stored.
    package var olderVersions: Int
    /// Whether the list is too long to be read twice in one sync.
    package var isLong: Bool
    /// A number taken after the walk's last request.
    package var sequence: Int64

    /// Each part as the property of its name says.
    package init(
        allowsShrink: Bool = false, isUnconditional: Bool = true, doubts: [Problem] = [],
        olderVersions: Int = 0, isLong: Bool = false, sequence: Int64
    ) {
        self.allowsShrink = allowsShrink
        self.isUnconditional = isUnconditional
        self.doubts = doubts
        self.olderVersions = olderVersions
        self.isLong = isLong
        self.sequence = sequence
    }
}

/// What finishing a walk did.
package struct WalkFinishResult: Equatable, Sendable {
    /// Items removed because two walks did not see them.
    package var removed = 0
    /// Items that this walk did not see and that are kept.
    package var kept = 0
    /// Whether its removals were held back as a suspicious shrink.
    package var isHeldBack = false
    /// What made its absences doubtful.
    package var drift: String?
    /// Whether a second walk is to follow at once.
    package var wantsSecondWalk = false
    /// What the user should know of, one line each.
    package var warnings: [String] = []
}

/// Decides what a whole walk removes, does it, and reports it.
struct WalkFinish {
    let items: ItemTable
    let pages: PageTable
    let walk: WalkTable
    let state: WalkState
    let options: WalkFinishOptions

    private struct Before {
        let wholeWalk: Int64?
        /// The whole walks before that one, the latest first; at most `RemovalDecision.longAbsence - 2`.
        let earlierWalks: [Int64]
        let hadDrift: Bool
        let emptySince: Int64?

        init(_ row: Row?) {
            wholeWalk = row?["whole_walk"]
            earlierWalks = (row?["earlier_walks"] as String? ?? "").split(separator: " ").compactMap { Int64($0) }
            hadDrift = row?["whole_drift"] ?? false
            emptySince = row?["empty_since"]
        }

        /// The first of the walks that must all miss an item that no two walks agree on; nil where there were too few.
        var firstOfLongAbsence: Int64? {
            earlierWalks.count == RemovalDecision.longAbsence - 2 ? earlierWalks.last : nil
        }

        /// `earlierWalks` after one more whole walk.
        var nextEarlierWalks: String {
            ([wholeWalk].compactMap(\.self) + earlierWalks).prefix(RemovalDecision.longAbsence - 2).map(String.init)
                .joined(separator: " ")
        }
    }

    func run() throws -> (WalkFinishResult, [Problem]) {
        let before = Before(
            try Row.fetchOne(
                items.db,
                sql: "SELECT whole_walk, earlier_walks, whole_drift, empty_since FROM collection WHERE id = ?",
                arguments: [items.collection]))
        guard options.doubts.isEmpty else {
            try walk.close()
            let warnings = options.doubts.map(\.message)
            return (WalkFinishResult(kept: try countAbsent(), drift: state.drift, warnings: warnings), options.doubts)
        }
        let drift = state.drift ?? shortfall
        let evidence = try evidence(before, hasDrift: drift != nil)
        let decision = RemovalDecision(evidence)
        var result = WalkFinishResult(
            isHeldBack: decision.isHeldBack, drift: drift, wantsSecondWalk: decision.wantsSecondWalk)
        let first =
            decision.removesTwiceAbsent
            ? before.wholeWalk : decision.removesLongAbsent ? before.firstOfLongAbsence : nil
        if let first {
            result.removed = try items.removeAbsent(
                through: first - 1, sequence: WriteSequence(request: options.sequence))
        }
        result.kept = evidence.absent - result.removed
        try conclude(before, evidence, decision)
        let warnings = olderVersions()
        result.warnings = warnings.map(\.message)
        return (result, problems(result, evidence) + warnings)
    }

    private func countAbsent() throws -> Int { try pages.countItems(through: state.number - 1) }

    private var isEmpty: Bool { state.elements == 0 }

    /// A list that ends before the total that its server reports was not seen whole.
    private var shortfall: String? {
        guard let total = state.total, state.elements < total else { return nil }
        return "the list ended after \(state.elements) of \(total) items"
    }

    private func evidence(_ before: Before, hasDrift: Bool) throws -> RemovalDecision.Evidence {
        let isOldNews =
            before.emptySince.map { since in
                state.started.millisecondsSince1970 &- since >= RemovalDecision.emptyListSeconds * 1_000
            } ?? false
        return RemovalDecision.Evidence(
            itemsBefore: state.itemsBefore,
            absent: try countAbsent(),
            twiceAbsent: try before.wholeWalk.map { try pages.countItems(through: $0 - 1) } ?? 0,
            longAbsent: try before.firstOfLongAbsence.map { try pages.countItems(through: $0 - 1) } ?? 0,
            hasDrift: hasDrift, hadDrift: before.hadDrift, hasMoved: state.hasMoved, isLong: options.isLong,
            isEmpty: isEmpty,
            isEmptinessConfirmed: state.total == 0 || isOldNews,
            allowsShrink: options.allowsShrink || isEmpty && isOldNews)
    }

    private func conclude(
        _ before: Before, _ evidence: RemovalDecision.Evidence, _ decision: RemovalDecision
    ) throws {
        let started = state.started.millisecondsSince1970
        // On the right of `=` a column has its old value. What is no evidence leaves the last whole walk as it is.
        let wholeWalk = """
            , whole_walk = :walk, earlier_walks = :earlier, whole_drift = :drift, fingerprint = :fingerprint, delta_start = :start,
                whole_at = :started, first_whole_at = coalesce(first_whole_at, :started)
            """
        var arguments: StatementArguments = [
            "awaits": decision.isHeldBack || decision.wantsSecondWalk,
            "empty": isEmpty && evidence.absent > 0 ? before.emptySince ?? started : nil,
            "all": options.isUnconditional, "started": started, "id": items.collection,
        ]
        if decision.isEvidence {
            arguments += [
                "walk": state.number, "earlier": before.nextEarlierWalks, "drift": evidence.hasDrift,
                "fingerprint": state.fingerprint,
                "start": state.certainVersion,
            ]
        }
        try items.db.execute(
            sql: """
                UPDATE collection
                SET awaits_walk = :awaits, empty_since = :empty,
                    last_unconditional = CASE WHEN :all OR whole_walk IS NULL THEN :started ELSE last_unconditional END
                    \(decision.isEvidence ? wholeWalk : "")
                WHERE id = :id
                """, arguments: arguments)
        try walk.close()
    }

    private func problems(_ result: WalkFinishResult, _ evidence: RemovalDecision.Evidence) -> [Problem] {
        if result.isHeldBack {
            let what =
                isEmpty
                ? "the list came empty, but has \(evidence.absent) items here"
                : "\(result.kept) of \(evidence.itemsBefore) items were not seen"
            let until = isEmpty ? "for a day" : "until the next sync finds the same"
            return [
                Problem(
                    kind: .shrink,
                    message: "\(what): they are kept \(until); remove them now with sync --allow-shrink")
            ]
        }
        guard result.kept > 0, let drift = result.drift else { return [] }
        return [Problem(kind: .drift, message: "\(drift): items that were not seen are kept for one more walk")]
    }

    private func olderVersions() -> [Problem] {
        guard options.olderVersions > 0 else { return [] }
        let count = options.olderVersions == 1 ? "1 item has" : "\(options.olderVersions) items have"
        return [
            Problem(
                kind: .versions,
                message: "\(count) a lower version than before: if the server was restored from a backup, "
                    + "take its word with sync --accept-older")
        ]
    }
}
