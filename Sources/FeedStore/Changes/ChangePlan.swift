import GRDB

/// What is to be read of the changes after one number up to another: the pages with something new, and the tables.
///
/// It may be read in several transactions. What is written in between has a later number than `bound` and is planned later;
/// what has gone by then is not missed.
struct ChangePlan {
    let bound: Int64
    /// The change before the first.
    let start: Int64
    /// Rows of `page` that are yet to be read, in their order.
    var pages: ArraySlice<Int64>
    var tombstone: (change: Int64, id: Int64)
    var run: Int64 = 0
    var problem: Int64 = 0
    var parts: [Part] = [.small, .pages, .tombstones, .runs, .problems]

    enum Part {
        case small, pages, tombstones, runs, problems
    }

    /// Plans so many lines or some more: a plan ends where a transaction does.
    init(_ db: Database, after start: Int64, through head: Int64, lines: Int) throws {
        self.start = start
        tombstone = (start, .max)
        var changes: [(change: Int64, page: Int64, lines: Int)] = []
        let rows = try db.cursor("SELECT change, id, items FROM page WHERE change > ?", [start])
        while let row = try rows.next() { changes.append(try (row[0], row[1], row.count(2))) }
        for table in ["tombstone", "run", "problem"] {
            let counts = try db.cursor(
                "SELECT change, count(*) FROM \(table) WHERE change > ? GROUP BY change", [start])
            while let row = try counts.next() { changes.append(try (row[0], 0, row.count(1))) }
        }
        changes.sort { ($0.change, $0.page) < ($1.change, $1.page) }
        var bound = head
        var planned = 0
        for entry in changes {
            if planned >= lines, entry.change > bound { break }
            planned += entry.lines
            if planned >= lines { bound = min(bound, entry.change) }
        }
        self.bound = bound
        pages = changes.filter { $0.page > 0 && $0.change <= bound }.map(\.page)[...]
    }

    var isDone: Bool { parts.isEmpty }
}
