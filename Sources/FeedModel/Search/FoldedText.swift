/// A text as `find` compares it: upper and lower case are one, as are full and half width.
///
/// Each scalar is folded by itself (Unicode's simple lower case; UAX #11 for width), so that a place in it is a place in
/// the text. A mark of voiced kana is joined with the kana before it: `ｶﾞ`, `カ` with U+3099 and `ガ` are the same.
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

    /// All scalars that are folded to one, or are joined to it with the mark after them.
    static func forms(of folded: UInt32) -> [UInt32] {
        let bases = (UInt32(0x3041)...0x30FE).filter { kana in
            [voiced, semivoiced].contains { joined(kana, mark: $0) == folded }
        }
        let wanted = Set([folded] + bases)
        let others = [UInt32(0)..<0x2000, 0x3000..<0x3100, 0xFF00..<0xFFF0].joined().filter {
            wanted.contains(fold($0))
        }
        return Array(wanted.union(others))
    }

    /// Combining marks of kana.
    private static let voiced: UInt32 = 0x3099
    private static let semivoiced: UInt32 = 0x309A

    /// The lower case of each scalar below U+2000 that has one scalar for it. No letter beyond ASCII becomes one of ASCII.
    private static let lowercase: [UInt32] = (0..<0x2000).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)) else { return UInt32(value) }
        // The sigma at the end of a word is the same letter.
        if value == 0x3C2 { return 0x3C3 }
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        guard mapping.count == 1, let lower = mapping.first?.value else { return scalar.value }
        return value >= 0x80 && lower < 0x80 ? scalar.value : lower
    }

    /// Half-width kana from U+FF61 on, in full width (Unicode, Halfwidth and Fullwidth Forms).
    private static let kana =
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value) + [voiced, semivoiced]

    /// A scalar without its case and width.
    static func fold(_ value: UInt32) -> UInt32 {
        switch value {
        case ..<0x2000: lowercase[Int(value)]
        case 0x3000: 0x20
        case 0xFF01...0xFF5E: lowercase[Int(value - 0xFEE0)]
        case 0xFF61...0xFF9F: kana[Int(value - 0xFF61)]
        default: value
        }
    }

    /// A kana with its mark as one scalar; nil where there is none.
    static func joined(_ kana: UInt32, mark: UInt32) -> UInt32? {
        guard mark == voiced || mark == semivoiced else { return nil }
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
