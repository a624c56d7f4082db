import Foundation

/// A text as `find` compares it: upper and lower case are one, as are full and half width, a Latin or Greek letter with and
/// without its accents, and what Unicode calls canonically equivalent.
///
/// Each scalar is folded by itself (Unicode's simple lower case; UAX #11 for width; UAX #15 for accents), so that a place in
/// it is a place in the text. A mark is joined with what it belongs to: `ｶﾞ`, `カ` with U+3099 and `ガ` are the same, as are
/// `é`, `e` with U+0301 and `e`. Other scripts keep their marks: there they make another letter, as in `й`, which is the same
/// as `и` with U+0306.
struct FoldedText {
    private(set) var scalars: [UInt32] = []
    /// For each of them the number of the scalar of the text that it came from, from 0.
    private(set) var origins: [Int] = []

    init(_ text: String) {
        for (number, scalar) in text.unicodeScalars.enumerated() {
            let folded = Self.fold(scalar.value)
            if let last = scalars.last, let joined = Self.joined(last, mark: folded) {
                scalars[scalars.count - 1] = joined
            } else {
                scalars.append(folded)
                origins.append(number)
            }
        }
    }

    /// The number of the first scalar of the text where `other` is; nil where it is not.
    func place(of other: FoldedText) -> Int? {
        guard let first = other.scalars.first, scalars.count >= other.scalars.count else { return nil }
        for start in 0...(scalars.count - other.scalars.count) where scalars[start] == first {
            if scalars[start..<(start + other.scalars.count)].elementsEqual(other.scalars) { return origins[start] }
        }
        return nil
    }

    /// All scalars that are folded to one, or become it with the mark after them.
    static func forms(of folded: UInt32) -> [UInt32] {
        let kana = (UInt32(0x3041)...0x30FE).filter { kana in
            [voiced, semivoiced].contains { joined(kana, mark: $0) == folded }
        }
        let wanted = Set([folded] + kana + CanonicalPairs.bases(of: folded))
        return Array(wanted.union(folding(into: folded).joined().filter { wanted.contains(fold($0)) }))
    }

    /// Where the scalars are that may be folded to one, besides itself.
    private static func folding(into folded: UInt32) -> [Range<UInt32>] {
        // With the signs for ohm, kelvin and ångström.
        let common = [0..<0x2000, 0x2126..<0x212C, 0x3000..<0x3100, 0xFF00..<0xFFF0] as [Range<UInt32>]
        switch folded {
        case ..<0x250, 0x370..<0x400, 0x3041..<0x3100: return common
        case 0x3400..<0xA000, 0x20000..<0x30000: return [0xF900..<0xFB00, 0x2F800..<0x2FA20]
        case 0xAC00..<0xD800, 0x1EA00..<0x20000: return []
        case 0x10000...: return [0x10000..<0x1EA00]
        default: return common + [0x2000..<0x3000, 0xA640..<0xAC00]
        }
    }

    /// Combining marks of kana.
    private static let voiced: UInt32 = 0x3099
    private static let semivoiced: UInt32 = 0x309A

    /// The lower case of each scalar below U+2000 that has one scalar for it, without its accents.
    private static let plain: [UInt32] = (0..<0x2000).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)) else { return UInt32(value) }
        // The sigma at the end of a word is the same letter.
        if value == 0x3C2 { return 0x3C3 }
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        let lower = mapping.count == 1 ? mapping.first ?? scalar : scalar
        let parts = String(lower).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        if parts.count == 1 { return parts[0] }
        guard takesAccents(parts[0]), parts.dropFirst().allSatisfy(accents.contains) else {
            return lower.value
        }
        return Unicode.Scalar(parts[0])?.properties.lowercaseMapping.unicodeScalars.first?.value ?? parts[0]
    }

    /// Combining marks of letters.
    private static let accents: ClosedRange<UInt32> = 0x300...0x36F

    /// Whether a scalar is a Latin or a Greek letter, with which a mark after it is joined.
    private static func takesAccents(_ value: UInt32) -> Bool {
        switch value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x370...0x3FF, 0x1E00...0x1FFF: true
        default: false
        }
    }

    /// Half-width kana from U+FF61 on, in full width (Unicode, Halfwidth and Fullwidth Forms).
    private static let kana =
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value) + [voiced, semivoiced]

    /// A scalar without its case, width and accents.
    static func fold(_ value: UInt32) -> UInt32 {
        switch value {
        case ..<0x2000: plain[Int(value)]
        case 0x3000: 0x20
        case 0xFF01...0xFF5E: plain[Int(value - 0xFEE0)]
        case 0xFF61...0xFF9F: kana[Int(value - 0xFF61)]
        // Most of what is neither Latin nor Greek: signs, kana, Han, Hangul and emoji have no case.
        case 0x2002..<0x2100, 0x3001..<0xA640, 0xAC00..<0xF900, 0x1EA00..<0x2F800, 0x2FA20...: value
        default: foldSeldom(value)
        }
    }

    /// The lower case of a scalar from U+2000 on, or the one that Unicode has in its place.
    private static func foldSeldom(_ value: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return value }
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        let lower = mapping.count == 1 ? mapping.first ?? scalar : scalar
        if lower.value < 0x2000 { return plain[Int(lower.value)] }
        let parts = String(lower).decomposedStringWithCanonicalMapping.unicodeScalars
        return parts.count == 1 ? parts.first?.value ?? value : lower.value
    }

    /// A letter, or a kana, with the mark after it as one scalar; nil where the mark is another scalar.
    static func joined(_ kana: UInt32, mark: UInt32) -> UInt32? {
        if mark < accents.lowerBound { return nil }
        if accents.contains(mark), takesAccents(kana) { return kana }
        guard mark == voiced || mark == semivoiced else { return CanonicalPairs.joined(kana, mark: mark) }
        let isVoiced = mark == voiced
        // Hiragana are as far from katakana as these two are apart.
        let offset: UInt32 = (0x3041...0x3096).contains(kana) ? 0x60 : 0
        switch kana + offset {
        case 0x30A6 where isVoiced: return 0x30F4 - offset
        case 0x30AB...0x30C1 where isVoiced && kana % 2 == 0x30AB % 2: return kana + 1
        case 0x30C4...0x30C8 where isVoiced && kana % 2 == 0: return kana + 1
        case 0x30CF...0x30DB where (kana + offset - 0x30CF) % 3 == 0: return kana + (isVoiced ? 1 : 2)
        default: return nil
        }
    }
}
