extension [UInt8] {
    /// Some small changes of the kinds that break readers: bytes flipped, taken out, doubled, cut off, tokens put in.
    public mutating func mutate(using generator: inout SeededGenerator) {
        let tokens =
            [
                "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\u00", "0", "-", ".", "e", "1e5", "null", "tru", " ",
                "\n", "\t", "\u{0}", ";", "=", "<", ">", "T", "Z",
                "\u{FEFF}", "é", "日", "🍣", "//", "NaN", "\"id\":", "[[", "]]",
            ].map { [UInt8]($0.utf8) } + [
                [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE3, 0x81], [0xF5, 0x80, 0x80, 0x80],
            ]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...count, using: &generator)
            let end = Swift.min(count, place + Int.random(in: 0...6, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0 where place < count: self[place] = UInt8.random(in: 0...255, using: &generator)
            case 1 where place < count: self[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: removeSubrange(place..<end)
            case 3: insert(contentsOf: self[place..<end], at: place)
            case 4 where place > count / 2: removeSubrange(place...)
            default: insert(contentsOf: tokens.randomElement(using: &generator) ?? [], at: place)
            }
        }
    }
}
