import FeedCache

@testable import FeedStore

/// Events as a scrolling user would leave them, without one.
enum EventRows {
    static func write(_ events: [FeedEvent], to path: String) throws {
        let database = try FeedDatabase(path: path)
        let source = try database.source(named: "gourmet")
        try database.write { db in
            let table = EventTable(db: db, source: source.id)
            for event in events { try table.note(event, run: nil, isOutgoing: true) }
        }
    }
}
