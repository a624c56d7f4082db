import FeedModel
import GRDB

extension ItemList {
    /// Items that are looked at in each place of the list.
    private static let sample = 32
    /// Rows of the database that are looked at for what was inserted last.
    private static let newest = 256

    /// The top-level fields that its items have, in the order of first mention.
    ///
    /// Few items are read, however many there are: the first, the last and those in the middle, what was inserted and
    /// changed last, and the items removed last.
    package func sampledFields() throws -> [SampledField] {
        guard collection != nil else { return [] }
        var places: [ExactText: Int] = [:]
        var fields: [SampledField] = []
        for payload in try sampledPayloads() + recentPayloads() {
            guard let document = try? JSONDocument(Array(payload.utf8)) else { continue }
            for member in document.members(of: document.root) {
                let key = ExactText(member.key)
                let place = places[key] ?? fields.count
                if place == fields.count {
                    places[key] = place
                    fields.append(SampledField(name: member.key))
                }
                fields[place].note(document.scalar(at: member.value))
            }
        }
        return fields
    }

    package func sampledPayloads() throws -> [String] {
        let count = try count()
        let starts = count <= 3 * Self.sample ? [0] : [0, (count - Self.sample) / 2, count - Self.sample]
        let limit = count <= 3 * Self.sample ? count : Self.sample
        return try starts.flatMap { try window(offset: $0, limit: limit).map(\.payload) }
    }

    private func recentPayloads() throws -> [String] {
        try [
            """
            SELECT payload FROM (SELECT collection, payload FROM item ORDER BY id DESC LIMIT \(Self.newest))
            WHERE collection = ?1 LIMIT \(Self.sample)
            """,
            """
            SELECT payload FROM item WHERE collection = ?1 AND key IN (
                SELECT key FROM history WHERE collection = ?1 ORDER BY run DESC LIMIT \(Self.sample))
            """,
            """
            SELECT payload FROM tombstone WHERE collection = ?1 AND payload IS NOT NULL
            ORDER BY removed DESC LIMIT \(Self.sample)
            """,
        ].flatMap { try db.values($0, [collection]) }
    }
}

package struct SampledField: Equatable, Sendable {
    package let name: String
    private var hasContainers = false
    private var hasTexts = false

    init(name: String) { self.name = name }

    /// Whether it has objects or arrays, and no texts that could be taken for them.
    package var holdsJSON: Bool { hasContainers && !hasTexts }

    fileprivate mutating func note(_ value: JSONScalar) {
        switch value {
        case .array, .object: hasContainers = true
        case .string: hasTexts = true
        case .null, .bool, .number: break
        }
    }
}
