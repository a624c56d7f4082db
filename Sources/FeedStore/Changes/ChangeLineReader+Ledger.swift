import FeedModel
import GRDB

extension ChangeLineReader {
    // MARK: Small tables

    mutating func readSmallTables(_ plan: ChangePlan) throws -> Bool {
        try readForgotten(plan)
        try readCollections(plan)
        try readSections(plan)
        try readReach(plan)
        return true
    }

    /// First of all. A snapshot tells all that there was, since a mirror keeps runs, problems and events of before.
    private mutating func readForgotten(_ plan: ChangePlan) throws {
        let rows = try db.rows(
            """
            SELECT change, at, name, account, renamed_to, collection, sections FROM forgotten
            WHERE change > ? AND change <= ? ORDER BY change
            """, plan.start < 0 ? [-1, token.floor] : [max(plan.start, token.floor), plan.bound])
        for row in rows {
            let renamed: String? = try row[4]
            var name = ChangeNames.name(try row[2], account: try row[3])
            name.collection = try row[5]
            var line = line(renamed == nil ? .forget : .rename, of: name, change: try row[0])
            line.milliseconds = try row[1]
            if let renamed {
                line.account = renamed
                line.setBody([("from", .text(name.account))])
            } else {
                line.bytes = Array("{\"sections\":\(try row[6] as String)}".utf8)
            }
            add(line)
        }
    }

    private mutating func readCollections(_ plan: ChangePlan) throws {
        let rows = try db.rows(
            """
            SELECT id, change, outcome, attempted, succeeded, failures, next_attempt, wait_reason FROM collection
            WHERE change > ? AND change <= ? ORDER BY id
            """, [plan.start, plan.bound])
        for row in rows {
            var line = line(.collection, of: names.collection(try row[0]), change: try row[1])
            line.milliseconds = try row[3]
            try line.setBody([
                ("outcome", .text(row[2])), ("last_attempt", .time(row[3])),
                ("last_success", .time(row[4])), ("failures", .number(row[5] as Int64?)),
                ("next_attempt", .time(row[6])), ("wait_reason", .text(row[7])),
            ])
            add(line)
        }
    }

    /// The arrangement in force alone: earlier ones are history.
    private mutating func readSections(_ plan: ChangePlan) throws {
        let rows = try db.rows(
            """
            SELECT source, change, number, at, body FROM section_revision AS revision
            WHERE change > ? AND change <= ? AND number = (
                SELECT max(number) FROM section_revision WHERE source = revision.source)
            """, [plan.start, plan.bound])
        for row in rows {
            var line = line(.sections, of: names.source(try row[0]), change: try row[1])
            line.version = try (row[2] as Int64).description
            line.milliseconds = try row[3]
            line.bytes = JSONPretty.singleLine(Array(try (row[4] as String).utf8)[...])
            add(line)
        }
    }

    /// Only walks that have read further than all later ones: the others decide no page's place.
    private mutating func readReach(_ plan: ChangePlan) throws {
        let rows = try db.cursor(
            """
            SELECT collection, walk, max(pages), max(change) FROM walk_progress
            GROUP BY collection, walk ORDER BY collection, walk DESC
            """)
        var (collection, furthest) = (Int64.min, Int64.min)
        while let row = try rows.next() {
            if try row[0] != collection { (collection, furthest) = (try row[0], .min) }
            let (pages, change): (Int64, Int64) = try (row[2], row[3])
            guard pages > furthest else { continue }
            furthest = pages
            guard change > plan.start, change <= plan.bound else { continue }
            var line = line(.reach, of: names.collection(collection), change: change)
            line.id = try (row[1] as Int64).description
            try line.setBody([("walk", .number(row[1] as Int64?)), ("pages", .integer(pages))])
            add(line)
        }
    }

    // MARK: Runs

    mutating func readRuns(_ plan: inout ChangePlan) throws -> Bool {
        let rows = try db.cursor(
            """
            SELECT id, source, change, kind, started, ended, outcome, requests, bytes, sections_outcome
            FROM run WHERE id > ? AND change > ? AND change <= ? ORDER BY id
            """, [plan.run, plan.start, plan.bound])
        while let row = try rows.next() {
            try advance(&plan.run, to: row[0], by: <)
            var line = line(.run, of: names.source(try row[1]), change: try row[2])
            line.id = plan.run.description
            line.milliseconds = try row[5] ?? row[4]
            let hasEnded = try (row[5] as Int64?) != nil
            try line.setBody([
                ("kind", .text(row[3])), ("started", .time(row[4])), ("ended", .time(row[5])),
                ("outcome", .text(row[6])), ("requests", .number(row[7] as Int64?)),
                ("bytes", .number(row[8] as Int64?)), ("sections", .text(row[9])),
                ("collections", .array(hasEnded ? results(of: plan.run) : [])),
            ])
            add(line)
            if isFull { return false }
        }
        return true
    }

    private func results(of run: Int64) throws -> [JSONValue] {
        try db.rows(
            """
            SELECT collection, outcome, mode, pages, inserted, updated, unchanged, stale, removed, rejected, drift,
                error_code, error_status
            FROM run_collection WHERE run = ? ORDER BY collection
            """, [run]
        ).map { row in
            var members: [(String, JSONValue)] = try [
                ("name", .text(names.collection(row[0]).collection)), ("outcome", .text(row[1])),
                ("mode", .text(row[2])),
            ]
            let counts = ["pages", "inserted", "updated", "unchanged", "stale", "removed", "rejected"]
            for (index, name) in counts.enumerated() { members.append((name, .number(try row[3 + index] as Int64?))) }
            members.append(("drift", .bool(try row[10])))
            members.append(("error", .text(try row[11])))
            members.append(("status", .number(try row[12] as Int64?)))
            return .object(members)
        }
    }

    // MARK: Problems

    mutating func readProblems(_ plan: inout ChangePlan) throws -> Bool {
        let rows = try db.cursor(
            """
            SELECT id, source, collection, change, kind, key, message, detail, first_run, last_run, last_at, times
            FROM problem WHERE id > ? AND change > ? AND change <= ? ORDER BY id
            """, [plan.problem, plan.start, plan.bound])
        while let row = try rows.next() {
            try advance(&plan.problem, to: row[0], by: <)
            let name = try (row[2] as Int64?).map { names.collection($0) } ?? names.source(row[1])
            var line = line(.problem, of: name, change: try row[3])
            // Numbers of problems that were pruned are given again, but in a later run.
            line.id = "\(try row[8] as Int64).\(plan.problem)"
            line.milliseconds = try row[10]
            try line.setBody([
                ("kind", .text(row[4])), ("id", .text(row[5])), ("message", .text(row[6])),
                ("detail", .text(row[7])), ("first_run", .number(row[8] as Int64?)),
                ("last_run", .number(row[9] as Int64?)), ("times", .number(row[11] as Int64?)),
            ])
            add(line)
            if isFull { return false }
        }
        return true
    }
}
