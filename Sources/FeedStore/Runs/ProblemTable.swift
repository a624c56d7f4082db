import FeedModel
import GRDB

/// The rows of `problem`, inside one transaction of one run.
struct ProblemTable {
    /// Rows of one kind and collection; beyond it only the count of the last row goes up.
    static let capacity = 1_000

    let db: Database
    let source: Int64
    let run: Int64
    let now: Int64

    /// Notes problems; one that is known counts up.
    func note(_ problems: [Problem], collection: Int64?) throws {
        for (kind, group) in Dictionary(grouping: problems, by: \.kind) {
            var room = Self.capacity - (try count(kind, collection: collection))
            for problem in group {
                let known = try countUp(problem, collection: collection)
                guard !known else { continue }
                if room > 0 {
                    try insert(problem, collection: collection)
                    room -= 1
                }
            }
            if room <= 0 { try insertOverflow(kind, collection: collection) }
        }
    }

    private func count(_ kind: Problem.Kind, collection: Int64?) throws -> Int {
        try Int.fetchOne(
            try db.cachedStatement(
                sql: "SELECT count(*) FROM problem WHERE source = ? AND ifnull(collection, 0) = ? AND kind = ?"),
            arguments: [source, collection ?? 0, kind.rawValue]) ?? 0
    }

    private func countUp(_ problem: Problem, collection: Int64?) throws -> Bool {
        try db.cachedStatement(
            sql: """
                UPDATE problem SET times = times + 1, last_run = ?, last_at = ?
                WHERE source = ? AND ifnull(collection, 0) = ? AND kind = ? AND key = ? AND message = ?
                    AND ifnull(detail, '') = ?
                """
        ).execute(arguments: [
            run, now, source, collection ?? 0, problem.kind.rawValue, problem.key, problem.message, problem.detail ?? "",
        ])
        return db.changesCount > 0
    }

    private func insert(_ problem: Problem, collection: Int64?) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO problem (source, collection, kind, key, message, detail, first_run, last_run, last_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            source, collection, problem.kind.rawValue, problem.key, problem.message, problem.detail, run, run, now,
        ])
    }

    private func insertOverflow(_ kind: Problem.Kind, collection: Int64?) throws {
        let overflow = Problem(
            kind: kind, message: "more than \(Self.capacity) of this kind: the others are counted, not kept")
        guard try !countUp(overflow, collection: collection) else { return }
        try insert(overflow, collection: collection)
    }
}
