package import FeedModel
import GRDB

package struct WalkFinishOptions: Sendable {
    package var allowsShrink = false
    /// Whether the walk asked for all pages without validators.
    package var isUnconditional = true
    /// Why the walk is not whole although it came to an end.
    package var doubts: [Problem] = []
    package var isEndSaid = false
    /// The most items of one answer that were at a lower version than an earlier walk has stored.
    package var olderVersions = 0
    /// A number taken after the walk's last request.
    package let sequence: Int64

    package init(sequence: Int64) { self.sequence = sequence }
}

package struct WalkFinishResult: Equatable, Sendable {
    package var removed = 0
    package var kept = 0
    package var waiting: [WaitingItems] = []
    /// Whether the list is not believed, since it has shrunk too much.
    package var isHeldBack = false
    /// What showed that the list moved under the walk.
    package var drift: String?
    package var wantsSecondWalk = false
    /// What the user should know of, one line each.
    package var warnings: [String] = []
}

/// Carries out what `Evidence` says of the items that a whole walk did not meet, and reports it.
struct WalkFinish {
    let tables: WalkStore.Tables
    let state: WalkState
    let options: WalkFinishOptions

    func run() throws -> WalkFinishResult {
        if try tables.walk.wholeWalk() == state.number {
            // `more` has read on from the edge of a window: what the walk has met and missed there was dealt with.
            try tables.walk.close()
            return WalkFinishResult(drift: state.drift)
        }
        let before = try tables.walk.wholeWalks()
        if options.doubts.isEmpty, state.beyond != nil {
            try WindowEdge(
                items: tables.items, walk: state.number, whole: before.last?.number ?? 1,
                witnesses: tables.walk.witnesses(metBy: state.number)
            ).setAside()
        }
        let missing = try tables.pages.missing(from: state.number)
        var result = WalkFinishResult(kept: missing.reduce(0) { $0 + $1.count }, drift: state.drift)
        guard options.doubts.isEmpty else {
            try tables.walk.close()
            try tables.problems.note(options.doubts)
            result.warnings = options.doubts.map(\.message)
            return result
        }
        let ended = state.whole(in: tables.items.run)
        guard let evidence = Evidence(walks: before + [ended], missing: missing, allowsShrink: options.allowsShrink)
        else { return result }
        var kept: [Evidence.Missing] = []
        for part in missing {
            if case .remove(let why) = evidence.verdict(on: part) {
                result.removed += try tables.items.removeAbsent(
                    lastMet: part.lastMet, sequence: WriteSequence(request: options.sequence), evidence: why)
            } else {
                kept.append(part)
            }
        }
        result.kept -= result.removed
        result.waiting = evidence.waiting
        result.isHeldBack = evidence.isHeldBack
        result.wantsSecondWalk = evidence.wantsSecondWalk(pages: state.pages, isWindow: state.beyond != nil)
        let stoodStill =
            try state.drift == nil && state.total != nil
            && !tables.walk.wasInterrupted(state.number, run: tables.items.run)
        try tables.walk.remember(ended, orderedPages: stoodStill ? state.pages : 0, missingSince: kept.first?.lastMet)
        try tables.walk.forgetWitnesses(before: state.number)
        // A walk that knows that it missed more than the one before leaves nothing to deltas.
        try conclude(awaitsWalk: !kept.isEmpty || ended.shortfall > before.last?.shortfall ?? 0)
        let different = try differentItems(ofShort: ended)
        try prove(ended, isShort: ended.shortfall > 0 || different != nil)
        result.warnings = try note(
            evidence, before: before.last, ended, different: different, wantsSecondWalk: result.wantsSecondWalk)
        return result
    }

    private func note(
        _ evidence: Evidence, before: WholeWalk?, _ ended: WholeWalk, different: Int?, wantsSecondWalk: Bool
    ) throws -> [String] {
        let waiting =
            wantsSecondWalk
            ? []
            : evidence.waiting.map { Problem(kind: evidence.isHeldBack ? .shrink : .absent, message: $0.message) }
        try tables.problems.note(waiting)
        let lasting = [shortfall(of: ended, after: before, different: different), evidence.doubt].compactMap(\.self)
        let new = try tables.problems.note(lasting)
        let warnings = [olderVersions].compactMap(\.self)
        try tables.problems.note(warnings)
        return (new + warnings).map(\.message)
    }

    /// A list that ends before its own total in two walks, by as much.
    private func shortfall(of ended: WholeWalk, after before: WholeWalk?, different: Int?) -> Problem? {
        guard let before, before.shortfall == ended.shortfall else { return nil }
        if let different, let total = ended.total, before.repeats == ended.repeats {
            return Problem(
                kind: .manifest,
                message:
                    "items came twice, and only \(different) of the server's total of \(total) came at all, in two walks: "
                    + "does its paging leave some out?")
        }
        guard ended.shortfall > 0 else { return nil }
        return Problem(
            kind: .manifest,
            message:
                "the list ends \(ended.shortfall.of("item")) before the server's total, in two walks: does its paging leave some out?"
        )
    }

    /// How many different items came where some came twice in place of others, up to the total; nil where none is left out.
    private func differentItems(ofShort ended: WholeWalk) throws -> Int? {
        guard let total = ended.total, ended.shortfall == 0, !ended.repeats.isEmpty else { return nil }
        let different = try tables.pages.countItems(metBy: state.number)
        return different + ended.rejected < total ? different : nil
    }

    private func conclude(awaitsWalk: Bool) throws {
        // On the right of `=` a column has its old value.
        try tables.items.db.run(
            """
            UPDATE collection
            SET awaits_walk = :awaits,
                last_unconditional = CASE WHEN :all OR whole_walk IS NULL THEN :started ELSE last_unconditional END,
                whole_walk = :walk, fingerprint = :fingerprint, delta_start = :start, whole_at = :started,
                first_whole_at = coalesce(first_whole_at, :started)
            WHERE id = :id
            """,
            [
                "awaits": awaitsWalk, "all": options.isUnconditional, "started": state.started, "walk": state.number,
                "fingerprint": state.fingerprint, "start": state.certainVersion, "id": tables.items.collection,
            ])
        try tables.walk.close()
    }

    /// A list that is read to its total is read whole; one that is short of it speaks against any proof.
    private func prove(_ ended: WholeWalk, isShort: Bool) throws {
        guard state.beyond == nil, ended.total != nil || options.isEndSaid else { return }
        let proof =
            ended.total.map { "it was read to its total of \($0)" }
            ?? "it was read to where the server says that it ends"
        try ListProof.note(
            isShort ? nil : proof, of: tables.items.collection, as: state.fingerprint, now: ended.ended,
            db: tables.items.db)
    }

    private var olderVersions: Problem? {
        guard options.olderVersions > 1 else { return nil }
        return Problem(
            kind: .versions,
            message:
                "items of one answer have lower versions than before: if the server was restored from a backup, "
                + "take its word with sync --accept-older")
    }
}
