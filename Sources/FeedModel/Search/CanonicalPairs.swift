import Foundation

/// Pairs of scalars that Unicode calls equivalent to one (UAX #15), but for those of Latin and Greek letters and of kana:
/// `и` with U+0306 is `й`, and three jamo are a syllable of Hangul.
///
/// What Unicode itself never joins, as U+0915 with U+093C, is joined here as well, so that each text has one form.
enum CanonicalPairs {
    private struct Pair: Hashable {
        let base: UInt32
        let mark: UInt32
    }

    /// The pair as one scalar; nil where it is none.
    static func joined(_ base: UInt32, mark: UInt32) -> UInt32? {
        switch mark {
        case ..<0x1E00: marks[Int(mark)] ? syllable(base, mark) ?? table[Pair(base: base, mark: mark)] : nil
        case 0x11000..<0x11A00: table[Pair(base: base, mark: mark)]
        default: nil
        }
    }

    /// All scalars that become `folded` with one mark after another.
    static func bases(of folded: UInt32) -> [UInt32] {
        if syllables.contains(folded) {
            let place = folded - syllables.lowerBound
            return [leads.lowerBound + place / 588, folded - place % 28]
        }
        guard composed.contains(where: { $0.contains(folded) }) else { return [] }
        let bases = table.filter { $0.value == folded }.map(\.key.base)
        return bases + bases.flatMap(Self.bases)
    }

    // MARK: Hangul (The Unicode Standard, section 3.12)

    private static let leads: Range<UInt32> = 0x1100..<0x1113
    private static let vowels: Range<UInt32> = 0x1161..<0x1176
    private static let tails: Range<UInt32> = 0x11A8..<0x11C3
    private static let syllables: Range<UInt32> = 0xAC00..<0xD7A4

    private static func syllable(_ base: UInt32, _ mark: UInt32) -> UInt32? {
        if vowels.contains(mark), leads.contains(base) {
            return syllables.lowerBound + ((base - leads.lowerBound) * 21 + mark - vowels.lowerBound) * 28
        }
        guard tails.contains(mark), syllables.contains(base), (base - syllables.lowerBound) % 28 == 0 else {
            return nil
        }
        return base + mark - tails.lowerBound + 1
    }

    // MARK: Other scripts

    /// Where the scalars are that are equivalent to pairs.
    private static let composed =
        [0x400..<0x1E00, 0x2190..<0x2B00, 0xFB1D..<0xFB50, 0x11080..<0x11A00] as [Range<UInt32>]

    private static let table: [Pair: UInt32] = {
        let parts = composed.joined().compactMap(Unicode.Scalar.init).map { scalar in
            (scalar, String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value))
        }
        var table: [Pair: UInt32] = [:]
        // What has three parts is a pair, too: of what has the first two, and the last.
        for count in 2...4 {
            for (scalar, parts) in parts where parts.count == count {
                let first: UInt32? = FoldedText.fold(parts[0])
                let base = parts[1..<count - 1].reduce(first) { base, mark in
                    base.flatMap { table[Pair(base: $0, mark: mark)] }
                }
                guard let base else { continue }
                table[Pair(base: base, mark: parts[count - 1])] = FoldedText.fold(scalar.value)
            }
        }
        return table
    }()

    /// For each scalar below U+1E00, whether it is the second of a pair.
    private static let marks: [Bool] = {
        var marks = Array(repeating: false, count: 0x1E00)
        for mark in Array(vowels) + Array(tails) + table.keys.map(\.mark) where mark < 0x1E00 {
            marks[Int(mark)] = true
        }
        return marks
    }()
}
