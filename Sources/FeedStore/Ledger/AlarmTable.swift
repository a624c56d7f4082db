package import FeedModel
import GRDB

extension SourceStore {
    /// What is remembered of the parts that are not well, or were not until a short while ago, by their names.
    package func alarms() throws -> [String: AlarmRule.State] {
        try database.read { snapshot in try states(snapshot.db) }
    }

    /// Changes what is remembered of the parts that are not well, in one transaction. Nothing is written where nothing
    /// changes.
    ///
    /// - Parameter body: takes the states by the names of the parts, and leaves what is to be remembered.
    package func updateAlarms(_ body: (inout [String: AlarmRule.State]) -> Void) throws {
        let known = try alarms()
        var wanted = known
        body(&wanted)
        guard wanted != known else { return }
        try database.write { db in
            var states = try states(db)
            body(&states)
            try db.run("DELETE FROM alarm WHERE source = ?", [id])
            for (part, state) in states {
                try db.run(
                    "INSERT INTO alarm (source, part, since, kind, reported, well) VALUES (?, ?, ?, ?, ?, ?)",
                    [id, part, state.since, state.kind, state.reported, state.well])
            }
        }
    }

    private func states(_ db: Database) throws -> [String: AlarmRule.State] {
        let rows = try db.rows("SELECT part, since, kind, reported, well FROM alarm WHERE source = ?", [id])
        return try rows.reduce(into: [:]) { states, row in
            states[try row[0]] = try AlarmRule.State(since: row[1], kind: row[2], reported: row[3], well: row[4])
        }
    }
}
