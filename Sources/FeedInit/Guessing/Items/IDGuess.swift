import FeedModel
import FeedSource

/// Which field of some items is their ID.
enum IDGuess {
    /// Names that are sure enough to tell a list of items from other lists.
    static let leastSure = 60

    private static let ranks: [String: Int] = [
        "id": 100, "uuid": 90, "guid": 88, "uid": 86, "pk": 85, "sku": 70, "isbn": 70, "key": 60, "slug": 50,
        "code": 45, "number": 40, "name": 30, "url": 20, "href": 20,
    ]
    private static let inWrapper = 15
    private static let endingInID = 75
    /// Any other field, where nothing better is there.
    private static let unknown = 5

    static func rank(of field: ItemField) -> Int {
        guard field.isOwn else { return 0 }
        let isNamedID = field.name.plain.hasSuffix("id") && field.name.plain.count > 3
        let rank = ranks[field.name.plain] ?? (isNamedID ? endingInID : unknown)
        return field.parent == nil ? rank : rank - inWrapper
    }

    static func guess(in items: ItemFields) -> Guess<ItemIDRule>? {
        if let pair = resourceIdentity(in: items) { return pair }
        let candidates = items.fields.filter { rank(of: $0) > 0 && isIdentifier($0) }
        let ranked = candidates.enumerated().sorted {
            (rank(of: $1.element), $0.offset) < (rank(of: $0.element), $1.offset)
        }.map(\.element)
        let unique = ranked.first { field in
            distinct(field) == items.count && (rank(of: field) > unknown || isTelling(field, of: items))
        }
        if let unique {
            let all =
                items.count == 1 ? "The only item has it" : "Each of \(items.count) items has one, no two the same"
            return Guess(value: .path(unique.path), evidence: "\(all): \(Sample.texts(unique.present)).")
        }
        return pair(of: ranked, in: items) ?? nearlyUnique(ranked, in: items)
    }

    /// JSON:API (§7.2.1): an ID is unique for its type only.
    private static func resourceIdentity(in items: ItemFields) -> Guess<ItemIDRule>? {
        let own = items.fields.filter { $0.parent == nil }
        let names = Set(own.map(\.name.raw))
        let known: Set<String> = ["type", "id", "attributes", "relationships", "links", "meta"]
        guard names.isSuperset(of: ["type", "id"]), names.isSubset(of: known) else { return nil }
        let parts = ["type", "id"].compactMap { name in own.first { $0.name.raw == name && isIdentifier($0) } }
        guard parts.count == 2 else { return nil }
        return Guess(
            value: .compound(parts.map(\.path)),
            evidence: "The items are resources of JSON:API, whose IDs are unique for their type only: "
                + parts.map { Sample.texts($0.present) }.joined(separator: "; ") + ".")
    }

    private static func pair(of ranked: [ItemField], in items: ItemFields) -> Guess<ItemIDRule>? {
        let named = ranked.filter { rank(of: $0) > unknown || ["type", "kind"].contains($0.name.plain) }.prefix(6)
        for (number, first) in named.enumerated() {
            for second in named.dropFirst(number + 1) {
                let joined = Set(
                    zip(first.values, second.values).map { "\($0?.identifier ?? "")\u{0}\($1?.identifier ?? "")" })
                guard joined.count == items.count else { continue }
                return Guess(
                    value: .compound([first.path, second.path]),
                    evidence: "No field alone is different in each of \(items.count) items; these two together are.")
            }
        }
        return nil
    }

    /// A list that changes while it is read, or has an item twice.
    private static func nearlyUnique(_ ranked: [ItemField], in items: ItemFields) -> Guess<ItemIDRule>? {
        guard let field = ranked.first(where: { rank(of: $0) >= leastSure && distinct($0) * 10 >= items.count * 9 })
        else { return nil }
        return Guess(
            value: .path(field.path),
            evidence: "Look at it: of \(items.count) items \(items.count - distinct(field)) repeat another’s: "
                + "\(Sample.texts(field.present)).")
    }

    private static func isIdentifier(_ field: ItemField) -> Bool {
        field.values.allSatisfy { value in
            value?.identifier.map { $0.utf8.count <= ItemRejection.maximumIDLength && !$0.utf8.contains(0) } ?? false
        }
    }

    private static func distinct(_ field: ItemField) -> Int { Set(field.present.compactMap(\.identifier)).count }

    /// Whether a field of any name may be an ID: different in several items, and no time.
    private static func isTelling(_ field: ItemField, of items: ItemFields) -> Bool {
        items.count >= 3
            && !field.present.contains { value in
                if case .date = ItemVersion(text: value.identifier ?? "") { true } else { false }
            }
    }
}
