import FeedModel

@testable import FeedStore

/// What the cache promises about one list, in the plainest way: arrays that are searched from end to end.
struct ListModel {
    /// A place on screen.
    struct Entry: Equatable {
        let key: String
        /// The last walk that met it.
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
    private(set) var hasDrift = false
    private var itemsBefore = 0
    private var total: Int?
    private var pages: [Set<String>] = []

    var keys: [String] { screen.map(\.key) }
    var removed: [String] { knowledge.filter { !$0.value.isLive }.keys.sorted() }

    mutating func begin() {
        walk += 1
        hasDrift = false
        itemsBefore = screen.count
        total = nil
        pages = []
    }

    /// False where the page is one the walk has met: nothing happens then.
    mutating func read(_ items: [TestItem], request: Int64, total: Int?) -> Bool {
        let keys = Set(items.map(\.id))
        if !keys.isEmpty, pages.contains(keys) { return false }
        pages.append(keys)
        if keys.count < items.count || items.contains(where: { isMet($0.id) }) { hasDrift = true }
        if let before = self.total, let total, before != total { hasDrift = true }
        self.total = total ?? self.total
        merge(items, request: request)
        for item in items where knowledge[item.id]?.isLive == true && !isMet(item.id) {
            screen.removeAll { $0.key == item.id }
            screen.insert(Entry(key: item.id, walk: walk), at: screen.prefix { $0.walk == walk }.count)
        }
        return true
    }

    mutating func readDelta(_ items: [TestItem], request: Int64, place: DeltaPlace) {
        merge(items, request: request)
        var added: [String] = []
        for item in items where knowledge[item.id]?.isLive == true {
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

    mutating func finish(drift: Bool, allowsShrink: Bool, request: Int64) -> WalkEnd {
        let absent = screen.filter { $0.walk < walk }
        let twice = absent.filter { $0.walk < wholeWalk }
        let fresh = absent.count - twice.count
        let isHeldBack = !allowsShrink && itemsBefore > 10 && fresh * 2 > itemsBefore
        let leaving = isHeldBack || drift || hasDrift ? twice : absent
        for entry in leaving { knowledge[entry.key]?.absentAt = request }
        screen.removeAll { entry in leaving.contains(entry) }
        wholeWalk = walk
        return WalkEnd(removed: leaving.count, isHeldBack: isHeldBack, drift: drift || hasDrift ? "" : nil)
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
        // Absence has the version of the content and a request of its own.
        let isAfterAbsence = known.absentAt.map { absence in
            write.beats(known.greatest) && (write.request > absence || write.beatsByVersion(known.greatest))
        }
        if isAfterAbsence ?? write.beats(known.greatest) {
            known.greatest = write
            known.absentAt = nil
        }
        if !write.item.isTombstone, write.beats(known.content) { known.content = write }
        knowledge[write.item.id] = known
    }
}

extension ListModel.Write {
    fileprivate func beatsByVersion(_ other: ListModel.Write) -> Bool {
        (item.version ?? .min, item.isTombstone ? 1 : 0) > (other.item.version ?? .min, other.item.isTombstone ? 1 : 0)
    }
}
