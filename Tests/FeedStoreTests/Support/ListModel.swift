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
    /// All whole walks, the earliest first.
    private var wholeWalks: [WholeWalk] = []
    private(set) var hasDrift = false
    private var itemsBefore = 0
    private var total: Int?
    /// The IDs that the walk met, in order, with their repeats.
    private var met: [String] = []
    private var repeats: Set<String> = []
    private var earlierRepeats: Set<String> = []
    /// What walks have met, each list once: its index stands for it.
    private var lists: [[String]] = []
    private var started: Instant = .earliest
    private var ended: Instant = .earliest
    /// The earliest time at which an answer may have been made.
    private var made: Instant?

    var keys: [String] { screen.map(\.key) }
    var removed: [String] { knowledge.filter { !$0.value.isLive }.keys.sorted() }

    mutating func begin(now: Instant) {
        walk += 1
        hasDrift = false
        itemsBefore = screen.count
        total = nil
        (met, repeats, made) = ([], [], nil)
        (started, ended) = (now, now)
    }

    mutating func read(_ items: [TestItem], request: Int64, total: Int?, made time: Instant, now: Instant) {
        let keys = items.map(\.id)
        let repeated = Set(keys.filter { key in isMet(key) || keys.count { $0 == key } > 1 })
        if !repeated.subtracting(wholeWalks.isEmpty ? [] : earlierRepeats).isEmpty { hasDrift = true }
        repeats.formUnion(repeated)
        met += keys
        made = min(made ?? time, time)
        ended = max(now, started)
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

    /// Decides by `Evidence`, from all that ever happened.
    mutating func finish(allowsShrink: Bool, run: Int64, request: Int64) -> WalkFinishResult {
        if !lists.contains(met) { lists.append(met) }
        let number = met.isEmpty ? 0 : Int64(1 + (lists.firstIndex(of: met) ?? 0))
        wholeWalks.append(
            WholeWalk(
                number: walk, run: run, started: started, ended: ended, made: made ?? started,
                listing: Listing(digest: number, count: met.count), total: total, drift: hasDrift ? "" : nil,
                itemsBefore: itemsBefore))
        earlierRepeats = repeats
        wholeWalk = walk
        let absent = screen.filter { $0.walk < walk }
        let missing = Set(absent.map(\.walk)).sorted().map { last in
            Evidence.Missing(lastMet: last, count: absent.count { $0.walk == last })
        }
        guard let evidence = Evidence(walks: wholeWalks, missing: missing, allowsShrink: allowsShrink) else {
            return WalkFinishResult()
        }
        let gone = missing.filter { part in
            if case .remove = evidence.verdict(on: part) { true } else { false }
        }.map(\.lastMet)
        let leaving = absent.filter { gone.contains($0.walk) }
        for entry in leaving { knowledge[entry.key]?.absentAt = request }
        screen.removeAll { entry in leaving.contains(entry) }
        return WalkFinishResult(
            removed: leaving.count, kept: absent.count - leaving.count, waiting: evidence.waiting,
            isHeldBack: evidence.isHeldBack, drift: hasDrift ? "" : nil,
            wantsSecondWalk: evidence.wantsSecondWalk(pages: 1))
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
