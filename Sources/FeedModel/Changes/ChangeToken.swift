/// How far a reader of the change stream has come, as one short text that means nothing to the reader.
///
/// Law: a reader that has kept all lines up to the `state` line with a token, and goes on after that token, misses
/// nothing. A token never ends inside a transaction.
package struct ChangeToken: Equatable, Sendable {
    /// The form of the text that this program writes and the latest that it reads.
    package static let format = 1
    /// No text is longer, in bytes.
    package static let longestText = 160

    package var cache: String
    /// Counts the snapshots: that of the lines read last.
    package var snapshot: Int64 = 0
    /// Everything with a change up to this one is in; -1 while a snapshot is under way.
    package var base: Int64 = 0
    /// Pages with a change up to this one are in, in this pass.
    package var position: Int64 = 0
    /// No removal after this one may be forgotten by the cache, or the reader has to read everything.
    package var floor: Int64 = 0
    /// The last event that is in.
    package var event: Int64 = 0
    /// The cache's last change when it was read last.
    package var head: Int64 = 0
    /// The mark of the process that wrote it; 0 where it is older than the marks.
    package var mark: Int64 = 0

    package var isInSnapshot: Bool { base < 0 }
}

extension ChangeToken {
    /// Of a reader that has read nothing.
    package init(cache: String) { self.init(cache: cache, snapshot: 0) }

    // MARK: Text

    private static let prefix = "fc"
    private static let radix = 36
    private static let longestCache = 40

    /// What a text has after the name of the cache.
    private static var numbers: [WritableKeyPath<ChangeToken, Int64>] {
        [\.snapshot, \.base, \.position, \.floor, \.event, \.head, \.mark]
    }

    package var text: String {
        let numbers = Self.numbers.map { String(self[keyPath: $0], radix: Self.radix) }
        let parts = ["\(Self.prefix)\(Self.format)", cache] + numbers
        let text = parts.joined(separator: ".")
        return "\(text).\(Self.checksum(of: text))"
    }

    package init(text: String) throws(ChangeStreamError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longestText, let first = parts.first, first.hasPrefix(Self.prefix),
            let format = Int(first.dropFirst(Self.prefix.count)), format > 0
        else { throw .malformedToken }
        guard format <= Self.format else { throw .newerToken(format: format) }
        let numbers = parts.dropFirst(2).dropLast().compactMap { Int64($0, radix: Self.radix) }
        guard parts.count == 10, numbers.count == 7,
            String(parts[9]) == Self.checksum(of: parts.dropLast().joined(separator: ".")),
            Self.isCache(parts[1]), numbers[1...2].allSatisfy({ $0 >= -1 }),
            numbers[3...].allSatisfy({ $0 >= 0 }), numbers[0] >= 0
        else { throw .malformedToken }
        self.init(cache: String(parts[1]))
        for (path, number) in zip(Self.numbers, numbers) { self[keyPath: path] = number }
    }

    private static func isCache(_ text: Substring) -> Bool {
        (1...longestCache).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Tells a token from one that was cut short or mistyped.
    private static func checksum(of text: String) -> String {
        String(UInt32(truncatingIfNeeded: FNV1a.hash(text.utf8)), radix: radix)
    }
}
