import Foundation

/// What a page knows of the feed: it takes the documents of the stream as the script does.
struct PageModel: Equatable {
    private(set) var sections: [NSDictionary] = []

    /// - Parameter document: of the event `feed`.
    init(feed document: some DataProtocol) throws {
        let feed = try Self.object(document)
        sections = try Self.list(feed["sections"])
    }

    /// Takes the event `change`, with its stages where it has some.
    mutating func apply(_ document: some DataProtocol) throws {
        let change = try Self.object(document)
        guard let stages = change["stages"] as? [NSDictionary] else { return try apply(change) }
        for stage in stages { try apply(stage) }
    }

    private mutating func apply(_ document: NSDictionary) throws {
        let changes = try Self.cast(document["changes"], NSDictionary.self)
        let headers = try Self.list(document["sections"])
        var given: [[Int]: NSDictionary] = [:]
        for entry in try Self.list(document["rows"]) {
            given[try Self.cast(entry["at"], [Int].self)] = try Self.cast(entry["row"], NSDictionary.self)
        }
        let old = try sections.map { try Self.list($0["rows"]) }
        let moves = try Self.cast(changes["section_moves"], [[Int]].self)
        let inserts = try Self.cast(changes["section_inserts"], [Int].self)
        let gone = Set(try Self.cast(changes["section_deletes"], [Int].self) + moves.map { $0[0] })
        var sources: [Int?] = headers.map { _ in nil }
        for move in moves { sources[move[1]] = move[0] }
        var staying = old.indices.filter { !gone.contains($0) }.makeIterator()
        for index in headers.indices where sources[index] == nil && !inserts.contains(index) {
            sources[index] = staying.next()
        }
        var leaving = Set(try Self.cast(changes["deletes"], [[Int]].self))
        var arriving: [[Int]: NSDictionary] = [:]
        for position in try Self.cast(changes["inserts"], [[Int]].self) { arriving[position] = given[position] }
        for move in try Self.cast(changes["moves"], [[[Int]]].self) {
            leaving.insert(move[0])
            arriving[move[1]] = old[move[0][0]][move[0][1]]
        }
        for (position, row) in given where inserts.contains(position[0]) && arriving[position] == nil {
            arriving[position] = row
        }
        var rows = headers.indices.map { section in
            var rest =
                sources[section].map { source in
                    old[source].indices.filter { !leaving.contains([source, $0]) }.map { old[source][$0] }
                } ?? []
            let places = arriving.filter { $0.key[0] == section }
            for (position, row) in places.sorted(by: { $0.key[1] < $1.key[1] }) {
                rest.insert(row, at: min(position[1], rest.count))
            }
            return rest
        }
        for update in try Self.cast(changes["updates"], [[[Int]]].self) {
            guard let row = given[update[1]] else { throw ModelError() }
            rows[update[1][0]][update[1][1]] = row
        }
        sections = try headers.enumerated().map { index, header in
            let section = try Self.cast(header.mutableCopy(), NSMutableDictionary.self)
            let from = try Self.cast(header["from"], Int.self)
            let frames = NSMutableDictionary()
            for (width, tail) in try Self.cast(header["frames"], [String: NSArray].self) {
                let known = sources[index].flatMap { (sections[$0]["frames"] as? NSDictionary)?[width] as? NSArray }
                frames[width] = (known.map { Array($0.prefix(from)) } ?? []) + Array(tail)
            }
            section["frames"] = frames
            section["from"] = 0
            section["rows"] = rows[index]
            return section
        }
    }

    // MARK: JSON

    private struct ModelError: Error {}

    private static func object(_ document: some DataProtocol) throws -> NSDictionary {
        try cast(JSONSerialization.jsonObject(with: Data(document)), NSDictionary.self)
    }

    private static func list(_ value: Any?) throws -> [NSDictionary] { try cast(value, [NSDictionary].self) }

    private static func cast<Value>(_ value: Any?, _ type: Value.Type) throws -> Value {
        guard let value = value as? Value else { throw ModelError() }
        return value
    }
}
