import FeedModel
import Foundation
import GRDB

@testable import FeedStore

/// What a reader of the change stream keeps, by the rules that the stream promises, and no others.
struct ChangeMirror {
    struct Key: Hashable {
        let kind: FeedMessage.Kind
        let source: String?
        let collection: String?
        let id: String?
    }

    private(set) var lines: [Key: FeedMessage] = [:]
    private(set) var token: ChangeToken?
    /// Keys of events that were forgotten in the cache. Others go without being told, when they are old.
    var forgottenEvents: Set<String> = []
    /// Lines that no token has covered yet.
    private var batch: [FeedMessage] = []
    /// Runs, problems, events and removals that the last chunk has taken away.
    private(set) var lost: [FeedMessage] = []

    /// Takes one chunk in. What is not followed by a token is not kept.
    mutating func take(_ chunk: ChangeReader.Chunk) throws {
        for line in chunk.lines where line.kind != .hello && line.kind != .state { batch.append(line) }
        lost = []
        guard let token = chunk.token else { return }
        let known = lines
        for line in batch {
            if line.kind == .forget {
                lines = lines.filter { !Self.isForgotten($0.value, by: line) }
                continue
            }
            if line.kind == .rename {
                rename(by: line)
                continue
            }
            let key = Self.key(of: line)
            if let known = lines[key], (known.snapshot, known.change) > (line.snapshot, line.change) { continue }
            lines[key] = line
        }
        batch = []
        if chunk.isComplete {
            let lastRuns = lastRuns(in: token.snapshot)
            lines = lines.filter { _, line in
                line.snapshot >= token.snapshot || Self.isRemoved(line)
                    || Self.run(of: line).map { $0 <= lastRuns[line.source] ?? 0 } ?? false
            }
        }
        self.token = token
        lost = known.values.filter { line in
            (Self.run(of: line) != nil || Self.isRemoved(line)) && lines[Self.key(of: line)] == nil
        }
    }

    private static func isRemoved(_ line: FeedMessage) -> Bool { line.kind == .item && line.isLive == false }

    private mutating func rename(by line: FeedMessage) {
        let known = line.body.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: String] }?["from"]
        for (key, value) in lines where value.source == line.source && value.account == known {
            lines[key]?.account = line.account
        }
    }

    /// The last run of each source that a snapshot has told.
    private func lastRuns(in snapshot: Int64) -> [String?: Int64] {
        let told = lines.values.filter { $0.kind == .run && $0.snapshot == snapshot }
        return Dictionary(told.map { ($0.source, Self.run(of: $0) ?? 0) }, uniquingKeysWith: max)
    }

    /// The last run that had to do with what a mirror keeps when the cache has pruned it; 0 of an event, which stays whatever
    /// ran. Nil of all else.
    static func run(of line: FeedMessage) -> Int64? {
        switch line.kind {
        case .event: 0
        case .run: Int64(line.id ?? "")
        case .problem: number("last_run", of: line)
        default: nil
        }
    }

    private static func isForgotten(_ line: FeedMessage, by gone: FeedMessage) -> Bool {
        guard line.source == gone.source, line.account == gone.account else { return false }
        let isEarlier = line.milliseconds.map { $0 <= gone.milliseconds ?? 0 } ?? false
        if line.kind == .event {
            let body = String(decoding: line.bytes ?? [], as: UTF8.self)
            let sections = String(decoding: gone.bytes ?? [], as: UTF8.self)
            let isShown = body.contains("\"top\"") && sections.contains("\"top\"")
            return isEarlier && (gone.collection == nil || isShown)
        }
        return (gone.collection == nil || gone.collection == line.collection)
            && (line.snapshot == gone.snapshot ? line.change < gone.change : isEarlier)
    }

    private static func key(of line: FeedMessage) -> Key {
        Key(kind: line.kind, source: line.source, collection: line.collection, id: line.id)
    }

    /// The process of the reader ends; what it has kept stays.
    mutating func crash() {
        batch = []
    }

    /// The items of a list in order, from their places and the reach of the walks.
    func list(source: String, collection: String) -> [String] {
        let mine = lines.filter { $0.key.source == source && $0.key.collection == collection }.values
        let reach = mine.filter { $0.kind == .reach }.map { line in
            (walk: Int64(line.id ?? "") ?? 0, pages: Self.number("pages", of: line) ?? 0)
        }
        func walk(of place: FeedMessage.Place) -> Int64 {
            place.walk ?? reach.filter { $0.pages >= place.number }.map(\.walk).max() ?? -1
        }
        let live = mine.compactMap { line in line.place.map { (line: line, place: $0, walk: walk(of: $0)) } }
        return live.filter { $0.line.isLive == true }.sorted {
            ($1.walk, $0.place.number, $0.place.part, $0.place.rank)
                < ($0.walk, $1.place.number, $1.place.part, $1.place.rank)
        }.map { Self.text($0.line) }
    }

    /// A number in the body.
    private static func number(_ name: String, of line: FeedMessage) -> Int64? {
        guard let body = line.body, let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
            return nil
        }
        return object[name] as? Int64
    }

    private static func text(_ line: FeedMessage) -> String {
        "\(line.id ?? "") \(line.version ?? "-") \(String(decoding: line.bytes ?? [], as: UTF8.self))"
    }

    /// The first thing that is other than in the cache.
    func difference(to database: FeedDatabase) throws -> String? {
        try database.read { snapshot in try difference(to: snapshot.db) }
    }

    private func difference(to db: Database) throws -> String? {
        for row in try Row.fetchAll(
            db,
            sql: """
                SELECT collection.id, source.name, collection.name, outcome
                FROM collection JOIN source ON source.id = collection.source
                """)
        {
            let (source, collection): (String, String) = (row[1], row[2])
            var items: [String] = []
            try ItemList(db: db, collection: row[0], name: collection).forEach { _, item in
                items.append("\(item.key) \(item.version ?? "-") \(item.payload)")
            }
            let mine = list(source: source, collection: collection)
            if mine != items { return "\(source)/\(collection) is \(mine), it should be \(items)" }
            for removed in try Row.fetchAll(
                db, sql: "SELECT key, reason, payload FROM tombstone WHERE collection = ?", arguments: [row[0]])
            {
                let key = Key(kind: .item, source: source, collection: collection, id: removed[0])
                let line = lines[key]
                if line?.isLive != false || line?.removedBy != removed[1]
                    || line?.bytes != (removed[2] as String?).map({ Array($0.utf8) })
                {
                    return "\(key) is not removed as it should be: \(String(describing: line))"
                }
            }
            let known = lines[Key(kind: .collection, source: source, collection: collection, id: nil)]
            if known == nil { return "\(collection) is not told" }
        }
        return try forgottenDifference(in: db) ?? ledgerDifference(to: db)
    }

    /// What is there of a source or collection that the cache does not have, or an event that was forgotten.
    private func forgottenDifference(in db: Database) throws -> String? {
        let sources = Set(try String.fetchAll(db, sql: "SELECT name FROM source"))
        let collections = Set(
            try String.fetchAll(
                db,
                sql: """
                    SELECT source.name || ' ' || collection.name FROM collection JOIN source ON source.id = collection.source
                    """))
        let events = Set(try String.fetchAll(db, sql: "SELECT key FROM event"))
        for (key, line) in lines where ![.run, .problem].contains(key.kind) && !Self.isRemoved(line) {
            let source = key.source ?? ""
            if !sources.contains(source) { return "\(key) is of a source that was forgotten" }
            if let collection = key.collection, !collections.contains("\(source) \(collection)") {
                return "\(key) is of a collection that was forgotten"
            }
            if key.kind == .event, let id = key.id, forgottenEvents.contains(id), !events.contains(id) {
                return "\(key) was forgotten"
            }
        }
        return nil
    }

    private func ledgerDifference(to db: Database) throws -> String? {
        for line in lines.values where line.kind != .event {
            guard let run = Self.run(of: line) else { continue }
            let last = try Int64.fetchOne(
                db, sql: "SELECT max(run.id) FROM run JOIN source ON source.id = source WHERE name = ?",
                arguments: [line.source])
            if run > last ?? 0 { return "\(line) was undone" }
        }
        for row in try Row.fetchAll(
            db, sql: "SELECT run.id, name, run.change, outcome FROM run JOIN source ON source.id = source")
        {
            let id = (row[0] as Int64).description
            let line = lines[Key(kind: .run, source: row[1], collection: nil, id: id)]
            if line?.change != row[2] { return "run \(id) is \(String(describing: line))" }
        }
        for row in try Row.fetchAll(
            db,
            sql: """
                SELECT first_run || '.' || problem.id, source.name, collection.name, problem.change FROM problem
                JOIN source ON source.id = problem.source LEFT JOIN collection ON collection.id = problem.collection
                """)
        {
            let id: String = row[0]
            if lines[Key(kind: .problem, source: row[1], collection: row[2], id: id)]?.change != row[3] {
                return "problem \(id) is missing or old"
            }
        }
        for row in try Row.fetchAll(
            db,
            sql: "SELECT name, max(number) FROM section_revision JOIN source ON source.id = source GROUP BY source")
        {
            let line = lines[Key(kind: .sections, source: row[0], collection: nil, id: nil)]
            if line?.version != (row[1] as Int64).description {
                return "the arrangement is \(String(describing: line))"
            }
        }
        for row in try Row.fetchAll(db, sql: "SELECT name, key FROM event JOIN source ON source.id = source")
        where lines[Key(kind: .event, source: row[0], collection: nil, id: row[1])] == nil {
            return "event \(row[1] as String) is missing"
        }
        return nil
    }
}
