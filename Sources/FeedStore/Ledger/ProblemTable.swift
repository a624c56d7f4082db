import FeedModel
import GRDB

struct ProblemTable {
    /// Rows of one kind and collection; what comes beyond it is only counted, in one more row.
    static let capacity = 1_000

    let db: Database
    let source: Int64
    /// Nil: of the section config.
    let collection: Int64?
    let stamp: ChangeStamp
    let run: Int64
    let now: Instant

    /// Notes problems; one that is known counts up.
    ///
    /// - Returns: those that were not known, as far as there is room for them.
    @discardableResult
    func note(_ problems: [Problem]) throws -> [Problem] {
        var new: [Problem] = []
        // By their kinds: messages have the same order in each process.
        let groups = Dictionary(grouping: problems, by: \.kind).sorted { $0.key.rawValue < $1.key.rawValue }
        for (kind, group) in groups {
            let known = try db.count(
                "problem WHERE source = ? AND ifnull(collection, 0) = ? AND kind = ?",
                [source, collection ?? 0, kind.rawValue])
            var room = Self.capacity - known
            var overflow = 0
            for problem in group where try !countUp(problem) {
                if room > 0 {
                    try insert(problem)
                    new.append(problem)
                    room -= 1
                } else {
                    overflow += 1
                }
            }
            guard overflow > 0 else { continue }
            let others = Problem(
                kind: kind, message: "more than \(Self.capacity) of this kind: the others are counted, not kept")
            if try !countUp(others, by: overflow) { try insert(others, times: overflow) }
        }
        return new
    }

    private func countUp(_ problem: Problem, by times: Int = 1) throws -> Bool {
        try db.run(
            """
            UPDATE problem SET times = times + ?, last_run = ?, last_at = ?, change = ?
            WHERE source = ? AND ifnull(collection, 0) = ? AND kind = ? AND key = ? AND message = ?
                AND ifnull(detail, '') = ?
            """,
            [
                times, run, now, try stamp.number(), source, collection ?? 0, problem.kind.rawValue, problem.key,
                problem.message, problem.detail ?? "",
            ]) > 0
    }

    private func insert(_ problem: Problem, times: Int = 1) throws {
        try db.insert(
            into: "problem",
            [
                "source": source, "collection": collection, "kind": problem.kind.rawValue, "key": problem.key,
                "message": problem.message, "detail": problem.detail, "first_run": run, "last_run": run, "last_at": now,
                "times": times, "change": try stamp.number(),
            ])
    }
}
