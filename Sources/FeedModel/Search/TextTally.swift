/// How often each of many texts was met. A text is known by its bytes: one that was met before costs no allocation.
///
/// It is a hash table with open addressing. Its hash function has a seed of the process, so that no feed can choose texts
/// that meet in one place.
struct TextTally: Sendable {
    private struct Entry {
        let start: Int
        let length: Int
        let hash: Int
        var count: Int
        var mark: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// For each hash, the number of its entry and 1; 0: none.
    private var places: [Int32] = Array(repeating: 0, count: 64)

    var count: Int { entries.count }

    /// The number of a text. A new one is added while there are fewer than `most`; nil where it is not.
    mutating func number(of text: UnsafeRawBufferPointer, addingUpTo most: Int) -> Int? {
        let hash = text.seededHash
        let known = places[place(of: hash) { $0.hash == hash && isText(text, of: $0) }]
        if known > 0 { return Int(known) - 1 }
        guard entries.count < most, entries.count < Int(Int32.max) else { return nil }
        if (entries.count + 1) * 2 > places.count {
            places = Array(repeating: 0, count: places.count * 2)
            for number in entries.indices { insert(number) }
        }
        entries.append(Entry(start: bytes.count, length: text.count, hash: hash, count: 0, mark: -1))
        bytes.append(contentsOf: text)
        insert(entries.count - 1)
        return entries.count - 1
    }

    mutating func addOne(to number: Int) { entries[number].count += 1 }

    /// Notes that the text of a number was met in the item of that number; false where it had been.
    mutating func mark(_ number: Int, metIn item: Int) -> Bool {
        if entries[number].mark == item { return false }
        entries[number].mark = item
        return true
    }

    var total: Int { entries.reduce(0) { $0 + $1.count } }

    /// The texts and their counts, in the order they were met.
    var counts: [(text: String, count: Int)] {
        entries.map { entry in
            (String(decoding: bytes[entry.start..<entry.start + entry.length], as: UTF8.self), entry.count)
        }
    }

    /// The place of the entry that is looked for, or the free one where it would be.
    @inline(__always) private func place(of hash: Int, where isWanted: (Entry) -> Bool) -> Int {
        let mask = places.count - 1
        var place = hash & mask
        while places[place] > 0, !isWanted(entries[Int(places[place]) - 1]) { place = (place + 1) & mask }
        return place
    }

    private func isText(_ text: UnsafeRawBufferPointer, of entry: Entry) -> Bool {
        guard text.count == entry.length else { return false }
        return bytes.withUnsafeBytes { bytes in
            let known = UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.start + entry.length])
            return known.elementsEqual(text)
        }
    }

    private mutating func insert(_ number: Int) {
        places[place(of: entries[number].hash) { _ in false }] = Int32(number + 1)
    }
}
