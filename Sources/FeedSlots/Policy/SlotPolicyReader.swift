import FeedModel

struct SlotPolicyReader {
    private let document: JSONDocument
    /// The last of repeated keys counts.
    private var values: [String: Range<Int>] = [:]
    private var unknownKeys: [String] = []
    private var foreignPositions = 0

    init(_ json: [UInt8]) throws(SlotPolicyError) {
        document = try JSONDocument(json) { SlotPolicyError.malformed(reason: "\($0)") }
        guard document.scalar(at: document.root) == .object else {
            throw .malformed(reason: "it should be an object, and is \(document.scalar(at: document.root).kindName)")
        }
        for (key, value) in document.members(of: document.root) {
            let isNew = values.updateValue(value, forKey: key) == nil
            if isNew, !SlotPolicyReading.keys.contains(where: { $0.name == key }) { unknownKeys.append(key) }
        }
    }

    var notes: [String] {
        var notes = unknownKeys.map { "“\($0)” is no key of an ad policy, and is not used" }
        if foreignPositions > 0 {
            notes.append("\(foreignPositions) of the fixed positions belong to another section, and are not used")
        }
        return notes
    }

    mutating func policy(over base: SlotPolicy) throws(SlotPolicyError) -> SlotPolicy {
        try SlotPolicy(
            fixed: fixedRows() ?? base.fixed,
            every: interval(over: base),
            first: integer("first", \.first, over: base),
            max: integer("max", \.max, over: base),
            minGap: integer("min_gap", \.minGap, over: base),
            trailing: value("trailing", \.trailing, over: base, "true or false") { value in
                if case .bool(let isTrailing) = document.scalar(at: value) { isTrailing } else { nil }
            },
            ahead: integer("ahead", \.ahead, over: base),
            ttl: seconds("ttl", \.ttl, over: base),
            visible: value("visible", \.visible, over: base, "a number", document.realNumber(at:)),
            dwell: seconds("dwell", \.dwell, over: base),
            insertion: value("insert", \.insertion, over: base, "“below” or “anywhere”") { value in
                guard case .string(let text) = document.scalar(at: value) else { return nil }
                return SlotPolicy.Insertion(rawValue: text)
            })
    }

    // MARK: Places

    private mutating func fixedRows() throws(SlotPolicyError) -> [Int]? {
        guard let list = values["fixed"] else { return nil }
        if document.scalar(at: list) == .null { return [] }
        guard document.scalar(at: list) == .array else { throw wrong("fixed", "an array of rows", at: list) }
        var rows: [Int] = []
        for element in document.elements(of: list) {
            if let row = try fixedRow(element) { rows.append(row) } else { foreignPositions += 1 }
        }
        return rows
    }

    /// Nil where the position belongs to another section.
    private func fixedRow(_ element: Range<Int>) throws(SlotPolicyError) -> Int? {
        guard let members = document.membersByName(of: element) else { return try integer(element, "fixed") }
        if let section = members["section"], try integer(section, "fixed") != 0 { return nil }
        guard let position = members["position"] else {
            throw .value(key: "fixed", reason: "has an entry without “position”")
        }
        return try integer(position, "fixed")
    }

    private func interval(over base: SlotPolicy) throws(SlotPolicyError) -> Int? {
        guard let repeating = values["repeating"], document.scalar(at: repeating) != .null else {
            return try integer("every", \.every, over: base)
        }
        guard values["every"] == nil else {
            throw .value(key: "repeating", reason: "says the same as “every”: only one of them can be given")
        }
        guard let members = document.membersByName(of: repeating) else {
            throw wrong("repeating", "an object", at: repeating)
        }
        guard let interval = members["interval"] else {
            throw .value(key: "repeating", reason: "has no “interval”")
        }
        let rows = try integer(interval, "repeating")
        guard (2...SlotPolicy.greatest).contains(rows) else {
            throw .value(key: "repeating", reason: "should have an interval from 2 to \(SlotPolicy.greatest) rows")
        }
        return rows - 1
    }

    // MARK: Values

    /// What `read` gives; where the key is missing the value of `base`, where it is null that of `none`.
    private func value<Value>(
        _ key: String, _ property: KeyPath<SlotPolicy, Value>, over base: SlotPolicy, _ wanted: String,
        _ read: (Range<Int>) -> Value?
    ) throws(SlotPolicyError) -> Value {
        guard let range = values[key] else { return base[keyPath: property] }
        if document.scalar(at: range) == .null { return SlotPolicy.none[keyPath: property] }
        guard let value = read(range) else { throw wrong(key, wanted, at: range) }
        return value
    }

    private func integer(
        _ key: String, _ property: KeyPath<SlotPolicy, Int>, over base: SlotPolicy
    ) throws(SlotPolicyError) -> Int {
        try value(key, property, over: base, "a whole number", document.wholeNumber(at:))
    }

    private func integer(
        _ key: String, _ property: KeyPath<SlotPolicy, Int?>, over base: SlotPolicy
    ) throws(SlotPolicyError) -> Int? {
        try value(key, property, over: base, "a whole number") { document.wholeNumber(at: $0).map(Optional.some) }
    }

    private func integer(_ range: Range<Int>, _ key: String) throws(SlotPolicyError) -> Int {
        guard let value = document.wholeNumber(at: range) else { throw wrong(key, "a whole number", at: range) }
        return value
    }

    private func seconds(
        _ key: String, _ property: KeyPath<SlotPolicy, Duration>, over base: SlotPolicy
    ) throws(SlotPolicyError) -> Duration {
        try value(key, property, over: base, "a number") { range in
            // One outside of what a policy takes stays outside.
            document.realNumber(at: range).map { seconds in
                (0...Double(SlotPolicy.greatest)).contains(seconds) ? Duration(roundingSeconds: seconds) : .seconds(-1)
            }
        }
    }

    private func wrong(_ key: String, _ wanted: String, at range: Range<Int>) -> SlotPolicyError {
        .value(key: key, reason: "should be \(wanted), and is \(document.scalar(at: range).kindName)")
    }
}
