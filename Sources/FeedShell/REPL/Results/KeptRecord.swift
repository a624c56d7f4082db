import FeedModel

/// A record of a result as it is kept: its values, its row of the table, and its values in JSON where these are others.
struct KeptRecord {
    /// Each as JSON.
    let values: [String]
    let cells: [String]
    /// Each as JSON; nil where they are `values`.
    let json: [String]?
}

extension KeptRecord {
    init<Element>(_ element: Element, of listing: Listing<Element>) {
        func texts(_ fields: Fields<Element>) -> [String] {
            fields.members(of: element).map { String(decoding: $0.1.bytes, as: UTF8.self) }
        }
        self.init(
            values: texts(listing.fields), cells: listing.columns.isEmpty ? [] : listing.cells(element),
            json: listing.json.map(texts))
    }

    // MARK: Bytes

    /// Its length, how many texts of each kind it has, then each text with its length before it.
    var bytes: [UInt8] {
        var body: [UInt8] = []
        Self.append(values.count, to: &body)
        Self.append(cells.count, to: &body)
        Self.append(json.map { $0.count + 1 } ?? 0, to: &body)
        for text in values + cells + (json ?? []) {
            Self.append(text.utf8.count, to: &body)
            body += text.utf8
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + Self.numberSize)
        Self.append(body.count, to: &bytes)
        return bytes + body
    }

    static let numberSize = 8

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The number that bytes begin with; nil where there are too few.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= numberSize else { return nil }
        let bits = bytes.prefix(numberSize).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: bits)
    }

    /// - Parameter body: the bytes after the length.
    /// - Returns: nil where they are not a record's.
    init?(_ body: ArraySlice<UInt8>) {
        var rest = body
        func number() -> Int? {
            defer { rest = rest.dropFirst(Self.numberSize) }
            return Self.number(rest)
        }
        func texts(_ count: Int) -> [String]? {
            var texts: [String] = []
            for _ in 0..<count {
                guard let length = number(), length <= rest.count else { return nil }
                texts.append(String(decoding: rest.prefix(length), as: UTF8.self))
                rest = rest.dropFirst(length)
            }
            return texts
        }
        guard let valueCount = number(), let cellCount = number(), let jsonCount = number(),
            max(valueCount, cellCount, jsonCount) <= body.count,
            let values = texts(valueCount), let cells = texts(cellCount), let json = texts(max(0, jsonCount - 1))
        else { return nil }
        self.init(values: values, cells: cells, json: jsonCount == 0 ? nil : json)
    }
}
