/// Counts the values that a field has in many payloads: of an array each element, of dates the day or the month.
package struct FacetCount: Sendable {
    /// A value as it is shown, and how many items have it.
    package struct Value: Equatable, Sendable {
        package let value: String
        package let count: Int
    }

    /// Different values that are counted; after them only those known are.
    private static let mostValues = 100_000
    /// Days that are shown by themselves; more are counted by month.
    private static let mostDays = 62
    /// Bytes of a text that is counted. A longer one is hardly a value that items have in common.
    private static let longestText = 200

    /// The name of the field, or a path that begins with it.
    package let field: String
    fileprivate let path: DottedPath
    private var counts: [ItemKey: Int] = [:]
    private var days: [String: Int] = [:]
    private var areDates = true
    /// How many values were not counted: there are too many different ones, or they are too long.
    package private(set) var uncounted = 0

    /// - Parameter path: from the root of a payload.
    package init(field: String, path: DottedPath) {
        self.field = field
        self.path = path
    }

    /// Counts the value at a place of a payload.
    fileprivate mutating func add(_ place: Range<Int>, in bytes: [UInt8]) {
        guard bytes[place.lowerBound] == UInt8(ascii: "[") else {
            if let value = Self.text(place, in: bytes) { add(value) }
            return
        }
        // An item is counted once for a value, however often its array has it.
        var seen: Set<ItemKey> = []
        for element in JSONDocument.elements(of: place, in: bytes) {
            guard let value = Self.text(element, in: bytes), seen.insert(ItemKey(value)).inserted else { continue }
            add(value)
        }
    }

    private mutating func add(_ value: String) {
        let key = ItemKey(value)
        if value.utf8.count > Self.longestText || counts[key] == nil && counts.count >= Self.mostValues {
            uncounted += 1
        } else {
            counts[key, default: 0] += 1
        }
        guard areDates else { return }
        let bytes = Array(value.utf8)
        guard bytes.count >= 10, RFC3339.parse(bytes[...]) != nil else {
            areDates = false
            days = [:]
            return
        }
        days[String(decoding: bytes[..<10], as: UTF8.self), default: 0] += 1
    }

    /// The text of a value that can be counted; nil for null, for arrays and objects.
    private static func text(_ place: Range<Int>, in bytes: [UInt8]) -> String? {
        switch JSONScalar(bytes: bytes[place]) {
        case .null, .array, .object: nil
        case .bool(let value): value ? "true" : "false"
        case .number(let text): text
        case .string(let text): text
        }
    }

    /// The values, the most first; equal ones in the order of their texts.
    package var values: [Value] {
        guard areDates, !days.isEmpty else {
            return Self.sorted(counts.map { Value(value: $0.key.text, count: $0.value) })
        }
        guard days.count > Self.mostDays else { return Self.sorted(days.map { Value(value: $0.key, count: $0.value) }) }
        let months = Dictionary(days.map { (String($0.key.prefix(7)), $0.value) }, uniquingKeysWith: +)
        return Self.sorted(months.map { Value(value: $0.key, count: $0.value) })
    }

    /// Whether items of a sample have values in common, so that the counts say something.
    package var isTelling: Bool {
        let total = counts.values.reduce(0, +)
        return counts.count < total && counts.count * 2 <= max(total, 4) || areDates && days.count < total
    }

    private static func sorted(_ values: [Value]) -> [Value] {
        values.sorted { left, right in
            left.count == right.count ? left.value < right.value : left.count > right.count
        }
    }
}

/// Counts the values of several fields in one pass over each payload.
package struct FacetCounts: Sendable {
    /// The counts so far, in the order they were asked for.
    package private(set) var facets: [FacetCount]
    private let selector: JSONSelector

    /// - Parameter facets: those to count for, which have counted nothing.
    package init(_ facets: [FacetCount]) {
        self.facets = facets
        selector = JSONSelector(paths: facets.map(\.path))
    }

    /// Counts the values of a payload; one that is no JSON has none.
    package mutating func add(_ payload: String) {
        let bytes = Array(payload.utf8)
        guard let selection = try? selector.select(in: bytes) else { return }
        for index in facets.indices {
            if let place = selection.value(index) { facets[index].add(place, in: bytes) }
        }
    }
}
