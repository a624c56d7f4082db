import TestSupport

@testable import FeedModel

/// A row of a feed made up for a test.
struct SampleRow: DiffableRow, Hashable, CustomStringConvertible {
    let identity: String
    var version = 1

    var description: String { "\(identity)\(version)" }
    var identityMark: UInt64? { nil }

    func hasSameContent(as other: SampleRow) -> Bool { version == other.version }

    /// Short notation: `"a b c2"` are the rows a, b and, in version 2, c.
    static func list(_ text: String) -> [SampleRow] {
        text.split(separator: " ").map { word in
            let identity = String(word.prefix { !$0.isNumber })
            return SampleRow(identity: identity, version: Int(word.dropFirst(identity.count)) ?? 1)
        }
    }
}

/// A section of a feed made up for a test.
struct SampleSection: DiffableSection, Hashable, CustomStringConvertible {
    let identity: String
    var header = 1
    var rows: [SampleRow]

    var description: String { "\(identity)\(header)\(rows)" }

    func hasSameHeader(as other: SampleSection) -> Bool { header == other.header }

    func with(rows: [SampleRow]) -> SampleSection {
        SampleSection(identity: identity, header: header, rows: rows)
    }

    /// Short notation: `"S: a b | T2: c"` are the sections S with the rows a and b, and T, with another header, with c.
    static func feed(_ text: String) -> [SampleSection] {
        text.split(separator: "|").flatMap { part in
            let halves = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            return SampleRow.list(halves[0]).map {
                SampleSection(identity: $0.identity, header: $0.version, rows: SampleRow.list(halves[1]))
            }
        }
    }
}

/// Feeds made by chance: few identities, so that rows repeat and cross sections, and some empty sections.
struct FeedDice {
    var generator: SeededGenerator

    /// Two feeds, of which the second is sometimes an edit of the first, sometimes another one.
    mutating func pair() -> (old: [SampleSection], new: [SampleSection]) {
        let old = feed()
        return (old, Bool.random(using: &generator) ? edited(old) : feed())
    }

    /// Two lists.
    mutating func lists() -> (old: [SampleRow], new: [SampleRow]) {
        let old = list()
        return (old, Bool.random(using: &generator) ? edited(old) : list())
    }

    private mutating func feed() -> [SampleSection] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in section() }
    }

    private mutating func section() -> SampleSection {
        SampleSection(identity: name("STUVW"), header: Int.random(in: 1...2, using: &generator), rows: list())
    }

    private mutating func list() -> [SampleRow] {
        let names = Bool.random(using: &generator) ? "abcde" : "abcdefghijklmnopqrstuvwxyz"
        return (0..<Int.random(in: 0...9, using: &generator)).map { _ in row(names) }
    }

    private mutating func row(_ names: String) -> SampleRow {
        SampleRow(identity: name(names), version: Int.random(in: 1...2, using: &generator))
    }

    private mutating func name(_ names: String) -> String {
        String(names.randomElement(using: &generator) ?? "a")
    }

    private mutating func edited(_ feed: [SampleSection]) -> [SampleSection] {
        var feed = feed
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            if let index = feed.indices.randomElement(using: &generator) {
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: feed.insert(section(), at: index)
                case 1: feed.append(feed.remove(at: index))
                case 2: feed.remove(at: index)
                case 3: feed[index].header += 1
                default: feed[index].rows = edited(feed[index].rows)
                }
            }
            if let from = feed.indices.randomElement(using: &generator), !feed[from].rows.isEmpty,
                let to = feed.indices.randomElement(using: &generator)
            {
                feed[to].rows.append(feed[from].rows.removeFirst())
            }
        }
        return feed
    }

    private mutating func edited(_ rows: [SampleRow]) -> [SampleRow] {
        var rows = rows
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let index = Int.random(in: 0...rows.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: rows.insert(row("abcdefghijklmnopqrstuvwxyz"), at: index)
            case 1 where index < rows.count: rows.append(rows.remove(at: index))
            case 2 where index < rows.count: rows.remove(at: index)
            case 3 where index < rows.count: rows[index].version += 1
            default: break
            }
        }
        return rows
    }
}
