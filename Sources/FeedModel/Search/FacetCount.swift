/// Counts the values that a field has in many payloads: of an array each element, of dates the day or the month.
package struct FacetCount: Sendable {
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

    package let field: String
    fileprivate let path: DottedPath
    private var counts = TextTally()
    private var days = TextTally()
    private var months = TextTally()
    private var areDates = true
    private var uncountedValues = 0

    /// - Parameter path: from the root of a payload.
    package init(field: String, path: DottedPath) {
        self.field = field
        self.path = path
    }

    /// - Parameter item: another number for each item.
    fileprivate mutating func add(_ value: UnsafeRawBufferPointer, item: Int) {
        guard value.first == UInt8(ascii: "[") else {
            Self.withText(value) { add($0, number(of: $0), item: item) }
            return
        }
        // An item is counted once for a value, however often its array has it.
        var uncountedTexts: Set<[UInt8]> = []
        var scan = JSONScan(.elements, of: value)
        while let element = scan.next()?.value {
            Self.withText(UnsafeRawBufferPointer(rebasing: value[element])) { text in
                let number = number(of: text)
                if let number {
                    guard counts.mark(number, metIn: item) else { return }
                } else if !uncountedTexts.insert(Array(text)).inserted {
                    return
                }
                add(text, number, item: item)
            }
        }
    }

    /// - Parameter number: of the text; nil where it is not counted.
    private mutating func add(_ text: UnsafeRawBufferPointer, _ number: Int?, item: Int) {
        if let number { counts.addOne(to: number) } else { uncountedValues += 1 }
        guard areDates else { return }
        // The first byte of most texts says that they are no dates.
        guard text.count >= 10, let first = text.first, first &- UInt8(ascii: "0") < 10,
            RFC3339.parse(Array(text)[...]) != nil
        else {
            areDates = false
            (days, months) = (TextTally(), TextTally())
            return
        }
        Self.day(of: text).withUnsafeBytes { day in
            Self.add(day, to: &days, item: item)
            Self.add(UnsafeRawBufferPointer(rebasing: day[..<7]), to: &months, item: item)
        }
    }

    /// The day that a date names, in its own zone: `2024-01-31`, also where it is written in the basic form.
    private static func day(of date: UnsafeRawBufferPointer) -> [UInt8] {
        let hyphen = UInt8(ascii: "-")
        return date[4] == hyphen
            ? Array(date[..<10]) : Array(date[..<4]) + [hyphen] + date[4..<6] + [hyphen] + date[6..<8]
    }

    /// Counts a day or a month, once for an item.
    private static func add(_ text: UnsafeRawBufferPointer, to tally: inout TextTally, item: Int) {
        guard let number = tally.number(of: text, addingUpTo: .max), tally.mark(number, metIn: item) else { return }
        tally.addOne(to: number)
    }

    private mutating func number(of text: UnsafeRawBufferPointer) -> Int? {
        text.count > Self.longestText ? nil : counts.number(of: text, addingUpTo: Self.mostValues)
    }

    /// Hands over the text of a value that can be counted; null, arrays and objects have none.
    private static func withText(_ value: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        switch value.first {
        case UInt8(ascii: "n"), UInt8(ascii: "["), UInt8(ascii: "{"), nil: return
        case UInt8(ascii: "\""):
            let text = UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast())
            guard text.contains(UInt8(ascii: "\\")) else { return body(text) }
            JSONText(unescaping: Array(text)[...]).utf8.withUnsafeBytes(body)
        default: body(value)
        }
    }

    /// The values, the most first; equal ones in the order of their texts.
    package var values: [Value] {
        guard countsDates else { return Self.sorted(counts.counts) }
        return Self.sorted(days.count > Self.mostDays ? months.counts : days.counts)
    }

    /// How many values were not counted: there are too many different ones, or they are too long. Dates are all counted.
    package var uncounted: Int { countsDates ? 0 : uncountedValues }

    private var countsDates: Bool { areDates && days.count > 0 }

    /// Whether items of a sample have values in common, so that the counts say something.
    package var isTelling: Bool {
        let total = counts.total
        return counts.count < total && counts.count * 2 <= max(total, 4) || areDates && days.count < total
    }

    private static func sorted(_ counts: [(text: String, count: Int)]) -> [Value] {
        counts.sorted { left, right in left.count == right.count ? left.text < right.text : left.count > right.count }
            .map { Value(value: $0.text, count: $0.count) }
    }
}

/// Counts the values of several fields in one pass over each payload.
package struct FacetCounts: Sendable {
    /// The counts so far, in the order they were asked for.
    package private(set) var facets: [FacetCount]
    /// For each facet its field of the payload, and the way from there.
    private let names: [[UInt8]]
    private let rests: [DottedPath]
    /// For each facet the place of its field in the present payload.
    private var places: [Range<Int>?]
    private var items = 0

    /// - Parameter facets: those to count for, which have counted nothing.
    package init(_ facets: [FacetCount]) {
        self.facets = facets
        names = facets.map { Array(($0.path.components.first?.key ?? "").utf8) }
        rests = facets.map { DottedPath(components: $0.path.components.dropFirst()) }
        places = Array(repeating: nil, count: facets.count)
    }

    package mutating func add(_ payload: String) {
        payload.withBytes { add($0) }
    }

    /// Counts the values of a payload that was checked when it was stored; one that is no object has none.
    package mutating func add(_ payload: UnsafeRawBufferPointer) {
        items += 1
        for index in places.indices { places[index] = nil }
        var scan = JSONScan(.members, of: payload)
        while let member = scan.next() {
            // The last of repeated names counts.
            for index in names.indices where names[index].withUnsafeBytes({ scan.matches(member, $0) }) {
                places[index] = member.value
            }
        }
        for index in places.indices {
            guard let place = places[index] else { continue }
            let value = UnsafeRawBufferPointer(rebasing: payload[place])
            if !rests[index].components.isEmpty {
                let bytes = Array(value)
                guard let found = rests[index].place(from: bytes.indices, in: bytes) else { continue }
                bytes.withUnsafeBytes { bytes in
                    facets[index].add(UnsafeRawBufferPointer(rebasing: bytes[found]), item: items)
                }
            } else {
                facets[index].add(value, item: items)
            }
        }
    }
}
