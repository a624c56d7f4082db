/// What is known of the items that the last whole walk of a list did not meet, and what follows for each of them.
///
/// Absence is believed by *agreement*: two whole walks in a row found the same and missed the item, three where the first of
/// them drifted (a list that moves alike under two walks looks the same in both); or by *endurance*: `endurance` whole
/// walks in a row missed it, whatever else they found. In a simulation of 24,000 lists, a third of which
/// changed one to five times before every request, these two removed one living item for a while, and every deleted item
/// was gone after six walks. A walk counts beside another only where its answers were made after the other had ended.
package struct Evidence: Sendable {
    /// Whole walks in a row that are enough, whatever they found.
    package static let endurance = 6
    /// The longest list whose second walk follows at once, in pages.
    package static let secondWalkPages: Int64 = 100
    /// The longest window whose second walk follows at once, in pages: a sync of a window asks for few.
    package static let secondWindowPages: Int64 = 5
    /// Lists of this many items and fewer are not held back where they lose more than half.
    package static let smallList = 10
    /// After this many seconds of walks that all say so, what no walk can prove is believed: a day.
    package static let patience: Int64 = 86_400

    /// Items that were met last by the same walk.
    package struct Missing: Equatable, Sendable {
        /// The number of that walk; it need not have been whole.
        package let lastMet: Int64
        package let count: Int

        package init(lastMet: Int64, count: Int) {
            self.lastMet = lastMet
            self.count = count
        }
    }

    private let walks: [WholeWalk]
    private let last: WholeWalk
    private let missing: [Missing]
    private let total: Int
    private let allowsShrink: Bool
    /// The walks that count beside each other, the last first.
    private let pieces: [WholeWalk]

    /// - Parameters:
    ///   - walks: the whole walks that are remembered, the earliest first: at least all since one that was not after the
    ///     first `lastMet`.
    ///   - missing: the items that the last of them did not meet.
    ///   - allowsShrink: whether the user said that what is missing is gone.
    /// - Returns: nil where there was no whole walk.
    package init?(walks: [WholeWalk], missing: [Missing], allowsShrink: Bool = false) {
        guard let last = walks.last else { return nil }
        (self.walks, self.last, self.missing, self.allowsShrink) = (walks, last, missing, allowsShrink)
        total = missing.reduce(0) { $0 + $1.count }
        var pieces = [last]
        for walk in walks.dropLast().reversed() {
            if let later = pieces.last, later.isIndependent(of: walk) { pieces.append(walk) }
        }
        self.pieces = pieces
    }

    package enum Verdict: Equatable, Sendable {
        /// They are gone; the text says why.
        case remove(String)
        case wait(Wait)
    }

    package enum Wait: Hashable, Sendable {
        /// One more walk that finds the same.
        case laterWalk
        /// The same, of a later sync: they are too many for one.
        case laterSync
        /// The same, of a later sync: they are more than half of the list.
        case suspiciousShrink
        /// A walk after that time, by when no cache has the answers of this one.
        case freshAnswers(Instant)
        /// That time: until then they may be among what the walks cannot account for.
        case unaccounted(until: Instant)
        /// That time: the list comes empty.
        case empty(until: Instant)
    }

    package func verdict(on items: Missing) -> Verdict {
        let missed = pieces.filter { $0.number > items.lastMet }
        if allowsShrink, missed.count > 1 || walks.count(where: { $0.number > items.lastMet }) > 1 {
            return .remove("removed with --allow-shrink: \(words(of: last)) did not meet it")
        }
        if let until = emptyUntil, last.started < until { return .wait(.empty(until: until)) }
        if let until = unaccountedUntil(items), last.started < until {
            return .wait(.unaccounted(until: until))
        }
        if let agreeing = agreement(missed) { return .remove(agreeing) }
        if missed.count >= Self.endurance { return .remove(words(ofEndurance: missed)) }
        return .wait(reasonToWait(missed))
    }

    /// Walks in a row, up to the last, that found the same; where they are of one sync, only for a few items.
    private func agreement(_ missed: [WholeWalk]) -> String? {
        let agreeing = missed.prefix { $0.agrees(with: last) }
        guard let first = agreeing.last, agreeing.count > (first.drift == nil ? 1 : 2), isEnough(agreeing) else {
            return nil
        }
        return "\(words(of: first)) and \(words(of: last)) found the same list without it"
    }

    private func isEnough(_ agreeing: some Sequence<WholeWalk>) -> Bool {
        isSmall || agreeing.contains { $0.run != last.run }
    }

    private func reasonToWait(_ missed: [WholeWalk]) -> Wait {
        if isEnough(missed.prefix { $0.agrees(with: last) }) || allowsShrink {
            return last.isFresh
                ? .laterWalk : .freshAnswers(last.ended.advanced(by: last.started.duration(since: last.made)))
        }
        return last.itemsBefore > Self.smallList && total * 2 > last.itemsBefore ? .suspiciousShrink : .laterSync
    }

    /// Whether one sync may remove as many: three, or 2 % of the list.
    private var isSmall: Bool { total <= max(3, last.itemsBefore / 50) }

    /// When a list that comes empty is believed; nil where it is not empty, or has a total of 0.
    private var emptyUntil: Instant? {
        Self.endOfPatience(walks.reversed().prefix { $0.listing.count == 0 && $0.total != 0 })
    }

    /// When these items are believed gone although they may be among what the walks cannot account for; nil where they
    /// may not: there is no more of it than when they were met. A walk that was not whole accounts for all that it met.
    private func unaccountedUntil(_ items: Missing) -> Instant? {
        let before = walks.last { $0.number == items.lastMet }?.unaccounted ?? 0
        return Self.endOfPatience(walks.reversed().prefix { $0.number > items.lastMet && $0.unaccounted > before })
    }

    /// A day after the first of these walks began; nil for none. A time that lies ahead is of a clock that was put back
    /// since, so the earliest time counts.
    private static func endOfPatience(_ such: some Sequence<WholeWalk>) -> Instant? {
        such.map(\.started).min()?.advanced(bySeconds: patience)
    }

    // MARK: What follows for the sync

    /// What waits, the most items first.
    package var waiting: [WaitingItems] {
        var groups: [Wait: [Missing]] = [:]
        for items in missing {
            if case .wait(let wait) = verdict(on: items) { groups[wait, default: []].append(items) }
        }
        return groups.map { wait, group in
            let count = group.reduce(0) { $0 + $1.count }
            let first = group.map(\.lastMet).min() ?? 0
            let since = walks.first { $0.number > first } ?? last
            var items = WaitingItems(items: count, since: since.started, message: wait.words(for: count, of: last))
            items.wait = wait
            return items
        }.sorted { $0.items > $1.items }
    }

    /// What an item that walk `number` met last waits for; nil where it is not missing.
    package func waiting(lastMet number: Int64) -> WaitingItems? {
        guard let items = missing.first(where: { $0.lastMet == number }), case .wait(let wait) = verdict(on: items)
        else { return nil }
        return waiting.first { $0.wait == wait }
    }

    /// Whether the list is not believed, since it has shrunk too much: the sync is no success.
    package var isHeldBack: Bool { waiting.contains { $0.wait?.isHeldBack ?? false } }

    /// The problem that missing items may be among what the walks cannot account for; nil where they may not.
    package var doubt: Problem? {
        let isDoubtful = waiting.contains { if case .unaccounted? = $0.wait { true } else { false } }
        guard isDoubtful else { return nil }
        return Problem(kind: .absent, message: "items were not met, but \(last.doubt): they may be among these")
    }

    /// Whether a second walk is to follow at once: the list stood still and is short enough, and what is missing waits for
    /// nothing else.
    ///
    /// - Parameters:
    ///   - pages: how many pages the walk has read.
    ///   - isWindow: whether it has ended at the edge of a window.
    package func wantsSecondWalk(pages: Int64, isWindow: Bool = false) -> Bool {
        guard pages <= (isWindow ? Self.secondWindowPages : Self.secondWalkPages) else { return false }
        let waiting = waiting
        if allowsShrink { return !waiting.isEmpty }
        // One that drifts in the same way each time counts as still.
        let standsStill = last.drift == nil || pieces.dropFirst().first?.agrees(with: last) == true
        return standsStill && waiting.contains { $0.wait == .laterWalk }
    }

    private func words(of walk: WholeWalk) -> String {
        "the walk of run \(walk.run) (\(walk.started)\(walk.isFresh ? "" : ", answers of \(walk.made) or later"))"
    }

    private func words(ofEndurance missed: [WholeWalk]) -> String {
        let first = missed[min(missed.count, Self.endurance) - 1]
        return "\(missed.count) whole walks in a row did not meet it, from \(words(of: first)) to \(words(of: last))"
    }
}

extension Evidence.Wait {
    fileprivate var isHeldBack: Bool {
        switch self {
        case .suspiciousShrink, .empty: true
        case .laterWalk, .laterSync, .freshAnswers, .unaccounted: false
        }
    }

    fileprivate func words(for count: Int, of last: WholeWalk) -> String {
        let items = count == 1 ? "1 item was not met" : "\(count) items were not met"
        return switch self {
        case .laterWalk: "\(items): a later sync settles it"
        case .laterSync, .suspiciousShrink:
            "\(count) of \(last.itemsBefore) items were not met: waits for a later sync, or --allow-shrink"
        case .freshAnswers(let time):
            "\(items): a cache may have kept the answers; a sync after \(time) settles it, or --allow-shrink"
        case .unaccounted(let time):
            "\(items), but \(last.doubt): believed gone from \(time) on, or with --allow-shrink"
        case .empty(let time): "empty: believed from \(time) on, or with --allow-shrink"
        }
    }
}

extension WholeWalk {
    fileprivate var doubt: String {
        [
            rejected > 0 ? "\(rejected) without a usable ID came" : nil,
            shortfall > 0 ? "the list ended after \(listing.count) of \(total ?? 0)" : nil,
        ].compactMap(\.self).joined(separator: ", and ")
    }
}

/// What items that the last walk did not meet, and that are kept for now, wait for.
public struct WaitingItems: Equatable, Sendable {
    fileprivate(set) var wait: Evidence.Wait?
    /// How many items.
    public let items: Int
    /// When the first walk began that missed one of them.
    public let since: Instant
    /// One line for people: how many they are and what settles it.
    public let message: String

    /// Items that wait, as for a test.
    public init(items: Int, since: Instant, message: String) {
        (self.items, self.since, self.message) = (items, since, message)
    }
}
