extension [UInt8] {
    /// A few small changes of the kinds that break readers: bytes changed, taken out, doubled, cut off, put in.
    mutating func mutate(using generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...count, using: &generator)
            let end = Swift.min(count, place + Int.random(in: 0...6, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0 where place < count: self[place] = UInt8.random(in: 0...255, using: &generator)
            case 1 where place < count: self[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: removeSubrange(place..<end)
            case 3: insert(contentsOf: self[place..<end], at: place)
            case 4 where place > count / 2: removeSubrange(place...)
            default:
                let punctuation = Array("{}[],:;=<>\"\\0-.eTZ \n".utf8)
                insert(punctuation.randomElement(using: &generator) ?? 0, at: place)
            }
        }
    }
}
