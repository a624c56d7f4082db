import TestSupport

@testable import FeedStore

/// A server whose list moves at random, also while it is read.
struct ModelServer {
    private(set) var items: [TestItem] = []
    let pageSize: Int
    let hasVersions: Bool
    let tellsTotal: Bool
    private var born = 0
    private var edits = 0

    init(using generator: inout SeededGenerator) {
        pageSize = Int.random(in: 1...6, using: &generator)
        hasVersions = Int.random(in: 0..<3, using: &generator) > 0
        tellsTotal = Bool.random(using: &generator)
        for _ in 0..<Int.random(in: 0...18, using: &generator) { items.append(newItem()) }
    }

    /// What page `number` (from 1) holds now.
    func page(_ number: Int) -> (items: [TestItem], isLast: Bool) {
        let start = (number - 1) * pageSize
        return (Array(items.dropFirst(start).prefix(pageSize)), start + pageSize >= items.count)
    }

    var total: Int? { tellsTotal ? items.count : nil }

    mutating func change(using generator: inout SeededGenerator) {
        let place = Int.random(in: 0...items.count, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: items.insert(newItem(), at: place)
        case 2: items.insert(newItem(), at: 0)
        case 3, 4: if place < items.count { items.remove(at: place) }
        case 5: if place < items.count { items.insert(items.remove(at: place), at: 0) }
        case 6, 7, 8: if place < items.count { edit(place) }
        case 9:
            if place < items.count {
                edit(place)
                items[place].isTombstone.toggle()
            }
        case 10: if place < items.count { items.insert(items[place], at: 0) }
        default:
            if Int.random(in: 0..<6, using: &generator) == 0 { items.removeLast(items.count * 2 / 3) }
        }
    }

    /// Some items as a list of changes may have them: in any order, old and new, one or two of them unheard of.
    mutating func changes(using generator: inout SeededGenerator) -> [TestItem] {
        var some = items.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)).map { $0 }
        if Bool.random(using: &generator) { some.append(newItem()) }
        if let copy = some.randomElement(using: &generator) {
            edits += 1
            var other = copy
            other.title = "t\(edits)"
            if hasVersions { other.version = Int.random(in: 1...max(1, edits), using: &generator) }
            other.isTombstone = Int.random(in: 0..<3, using: &generator) == 0
            some.append(other)
        }
        return some
    }

    private mutating func newItem() -> TestItem {
        born += 1
        return TestItem("\(born)", version: hasVersions ? 1 : nil, title: "t")
    }

    private mutating func edit(_ place: Int) {
        edits += 1
        items[place].title = "t\(edits)"
        if hasVersions { items[place].version = edits + 1 }
    }
}
