import FeedModel

/// Reads the values of an ad policy one by one; see `SlotPolicyReading`.
struct SlotPolicyReader {
    private let document: JSONDocument
    /// The last of repeated keys counts.
    private var values: [String: Range<Int>] = [:]
    private(set) var unknownKeys: [String] = []
    private(set) var foreignPositions = 0

    init(_ json: [UInt8]) throws(SlotPolicyError) {
        do {
            document = try JSONDocument(json)
        } catch {
            throw .malformed(reason: "\(error)")
        }
        guard document.scalar(at: document.root) == .object else {
            throw .malformed(reason: "it should be an object, and is \(document.scalar(at: document.root).kindName)")
        }
        for (key, value) in document.members(of: document.root) {
            let isNew = values.updateValue(value, forKey: key) == nil
            if isNew, !SlotPolicyReading.keys.contains(where: { $0.name == key }) { unknownKeys.append(key) }
        }
    }

    mutating func policy(over base: SlotPolicy) throws(SlotPolicyError) -> SlotPolicy {
        try SlotPolicy(
            fixed: fixedRows() ?? base.fixed,
            every: interval(over: base.every),
            first: optionalInteger("first", over: base.first),
            max: optionalInteger("max", over: base.max),
            minGap: integer("min_gap", over: base.minGap, or: SlotPolicy.none.minGap),
            trailing: flag("trailing", over: base.trailing),
            ahead: integer("ahead", over: base.ahead, or: SlotPolicy.none.ahead),
            ttl: seconds("ttl", over: base.ttl, or: SlotPolicy.none.ttl),
            visible: number("visible", over: base.visible, or: SlotPolicy.none.visible),
            dwell: seconds("dwell", over: base.dwell, or: SlotPolicy.none.dwell),
            insertion: insertion(over: base.insertion))
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
        guard document.scalar(at: element) == .object else { return try integer(element, "fixed") }
        let members = Dictionary(document.members(of: element), uniquingKeysWith: { $1 })
        if let section = members["section"], try integer(section, "fixed") != 0 { return nil }
        guard let position = members["position"] else {
            throw .value(key: "fixed", reason: "has an entry without “position”")
        }
        return try integer(position, "fixed")
    }

    private func interval(over base: Int?) throws(SlotPolicyError) -> Int? {
        guard let repeating = values["repeating"], document.scalar(at: repeating) != .null else {
            return try optionalInteger("every", over: base)
        }
        guard values["every"] == nil else {
            throw .value(key: "repeating", reason: "says the same as “every”: only one of them can be given")
        }
        guard document.scalar(at: repeating) == .object else { throw wrong("repeating", "an object", at: repeating) }
        let members = Dictionary(document.members(of: repeating), uniquingKeysWith: { $1 })
        guard let interval = members["interval"] else {
            throw .value(key: "repeating", reason: "has no “interval”")
        }
        let rows = try integer(interval, "repeating")
        guard (2...SlotPolicy.greatest).contains(rows) else {
            throw .value(key: "repeating", reason: "should have an interval from 2 to \(SlotPolicy.greatest) rows")
        }
        return rows - 1
    }

    private func insertion(over base: SlotPolicy.Insertion) throws(SlotPolicyError) -> SlotPolicy.Insertion {
        guard let range = values["insert"] else { return base }
        switch document.scalar(at: range) {
        case .null: return SlotPolicy.none.insertion
        case .string(let text):
            if let insertion = SlotPolicy.Insertion(rawValue: text) { return insertion }
        default: break
        }
        throw wrong("insert", "“below” or “anywhere”", at: range)
    }

    // MARK: Values

    private func integer(_ key: String, over base: Int, or standard: Int) throws(SlotPolicyError) -> Int {
        values[key] == nil ? base : try optionalInteger(key, over: base) ?? standard
    }

    private func optionalInteger(_ key: String, over base: Int?) throws(SlotPolicyError) -> Int? {
        guard let range = values[key] else { return base }
        return document.scalar(at: range) == .null ? nil : try integer(range, key)
    }

    private func integer(_ range: Range<Int>, _ key: String) throws(SlotPolicyError) -> Int {
        guard let value = document.wholeNumber(at: range) else { throw wrong(key, "a whole number", at: range) }
        return value
    }

    private func seconds(
        _ key: String, over base: Duration, or standard: Duration
    ) throws(SlotPolicyError) -> Duration {
        let seconds = try number(key, over: base.inSeconds, or: standard.inSeconds)
        guard (0...Double(SlotPolicy.greatest)).contains(seconds) else {
            throw .value(key: key, reason: "should be from 0 to \(SlotPolicy.greatest) seconds")
        }
        return Duration(roundingSeconds: seconds)
    }

    private func number(_ key: String, over base: Double, or standard: Double) throws(SlotPolicyError) -> Double {
        guard let range = values[key] else { return base }
        if document.scalar(at: range) == .null { return standard }
        guard let value = document.realNumber(at: range) else { throw wrong(key, "a number", at: range) }
        return value
    }

    private func flag(_ key: String, over base: Bool) throws(SlotPolicyError) -> Bool {
        guard let range = values[key] else { return base }
        switch document.scalar(at: range) {
        case .null: return false
        case .bool(let value): return value
        default: throw wrong(key, "true or false", at: range)
        }
    }

    private func wrong(_ key: String, _ wanted: String, at range: Range<Int>) -> SlotPolicyError {
        .value(key: key, reason: "should be \(wanted), and is \(document.scalar(at: range).kindName)")
    }
}
