import FeedModel

@testable import FeedStore

/// What the cache promises about one list, in the plainest way: arrays that are searched from end to end.
struct ListModel {
    /// A place on screen.
    struct Entry: Equatable {
        let key: String
        /// The last walk that saw it.
        var walk: Int64
    }

    /// A write of one item: what an answer said of it.
    struct Write {
        let item: TestItem
        let request: Int64
        let place: Int

        func beats(_ other: Write?) -> Bool {
            guard let other else { return true }
            let mine = (item.version ?? .min, item.isTombstone ? 1 : 0, request, Int64(place))
            return mine >= (
                other.item.version ?? .min, other.item.isTombstone ? 1 : 0, other.request, Int64(other.place)
            )
        }
    }

    /// What is known of an item: its greatest write, its greatest write of content, and when it was found absent.
    struct Knowledge {
        var greatest: Write
        var content: Write?
        var absentAt: Int64?

        var isLive: Bool { absentAt == nil && !greatest.item.isTombstone }
    }

    private(set) var screen: [Entry] = []
    private(set) var knowledge: [String: Knowledge] = [:]
    private(set) var walk: Int64 = 0
    private(set) var wholeWalk: Int64 = 0
    /// The whole walks before that one, the latest first.
    private var earlierWalks: [Int64] = []
    private(set) var hasDrift = false
    /// Whether the last whole walk had drift.
    private var hadDrift = false
    private var itemsBefore = 0
    private var total: Int?
    private var elements = 0

    var keys: [String] { screen.map(\.key) }
    var removed: [String] { knowledge.filter { !$0.value.isLive }.keys.sorted() }

    mutating func begin() {
        walk += 1
        hasDrift = false
        itemsBefore = screen.count { $0.walk >= wholeWalk }
        total = nil
        elements = 0
    }

    mutating func read(_ items: [TestItem], request: Int64, total: Int?) {
        let keys = Set(items.map(\.id))
        elements += items.count
        if keys.count < items.count || items.contains(where: { isMet($0.id) }) { hasDrift = true }
        if let before = self.total, let total, before != total { hasDrift = true }
        self.total = total ?? self.total
        merge(items, request: request)
        for item in items where knowledge[item.id]?.isLive == true && !isMet(item.id) {
            screen.removeAll { $0.key == item.id }
            screen.insert(Entry(key: item.id, walk: walk), at: screen.prefix { $0.walk == walk }.count)
        }
    }

    mutating func readDelta(_ items: [TestItem], request: Int64, place: DeltaPlace) {
        merge(items, request: request)
        var added: [String] = []
        for item in items where knowledge[item.id]?.isLive == true {
            // What the last whole walk did not see is seen now.
            screen.removeAll { $0.key == item.id && $0.walk < wholeWalk }
            if !keys.contains(item.id), !added.contains(item.id) { added.append(item.id) }
        }
        switch place {
        case .head:
            let front = max(wholeWalk, screen.first?.walk ?? 0)
            screen.insert(contentsOf: added.map { Entry(key: $0, walk: front) }, at: 0)
        case .tail:
            let end = screen.prefix { $0.walk >= wholeWalk }.count
            screen.insert(contentsOf: added.map { Entry(key: $0, walk: wholeWalk) }, at: end)
        }
    }

    /// - Parameter hasMoved: whether the walk found new items, or items in another order than before.
    mutating func finish(allowsShrink: Bool, hasMoved: Bool, request: Int64) -> WalkFinishResult {
        let isShort = total.map { elements < $0 } ?? false
        let hasDrift = hasDrift || isShort
        let absent = screen.filter { $0.walk < walk }
        let twice = absent.filter { $0.walk < wholeWalk }
        let fresh = absent.count - twice.count
        let isUnbelieved = elements == 0 && !absent.isEmpty && total != 0 && !allowsShrink
        let isHeldBack = isUnbelieved || !allowsShrink && itemsBefore > 10 && fresh * 2 > itemsBefore
        let isAgreed = !hadDrift && !hasMoved && fresh == 0
        let isLongAbsent: (Entry) -> Bool = { [earlierWalks] entry in
            earlierWalks.count == 4 && entry.walk < earlierWalks[3]
        }
        let leaving = hasDrift || isHeldBack ? [] : isAgreed ? twice : absent.filter(isLongAbsent)
        let toConfirm = isAgreed ? fresh : absent.count
        for entry in leaving { knowledge[entry.key]?.absentAt = request }
        screen.removeAll { entry in leaving.contains(entry) }
        if !isUnbelieved {
            if wholeWalk > 0 { earlierWalks = Array(([wholeWalk] + earlierWalks).prefix(4)) }
            wholeWalk = walk
            hadDrift = hasDrift
        }
        return WalkFinishResult(
            removed: leaving.count, kept: absent.count - leaving.count, isHeldBack: isHeldBack,
            drift: hasDrift ? "" : nil, wantsSecondWalk: toConfirm > 0 && !isHeldBack && !hasDrift)
    }

    /// What is kept of a removed item is forgotten.
    mutating func forget(_ key: String) {
        if knowledge[key]?.isLive == false { knowledge[key] = nil }
    }

    private func isMet(_ key: String) -> Bool {
        screen.contains { $0.key == key && $0.walk == walk }
    }

    private mutating func merge(_ items: [TestItem], request: Int64) {
        for (place, item) in items.enumerated() {
            merge(Write(item: item, request: request, place: place))
        }
        screen.removeAll { knowledge[$0.key]?.isLive == false }
    }

    private mutating func merge(_ write: Write) {
        var known = knowledge[write.item.id] ?? Knowledge(greatest: write, content: nil, absentAt: nil)
        // Absence carries no version: what is asked for after it brings the item back, and what was known is forgotten.
        if let absence = known.absentAt, !write.item.isTombstone {
            if write.request > absence { known = Knowledge(greatest: write, content: write, absentAt: nil) }
        } else if write.beats(known.greatest) {
            known.greatest = write
            known.absentAt = nil
        }
        if !write.item.isTombstone, write.beats(known.content) { known.content = write }
        knowledge[write.item.id] = known
    }
}
