import FeedModel

/// One list's membership and versions at a tick, without its items.
///
/// The list is newest first. Serials number items in the order they came to be, from 1; the base items are older than
/// tick 0. So an item's place is `head - serial`, less the removed ones above it, and only what changed is held:
/// memory grows with the changes, not with the size of the list. A million items cost nothing until they change.
///
/// Deterministic: `seed`, list, size and tick give the same timeline on every machine, by any path of advances.
struct ListTimeline: Sendable {
    let list: ListName
    let baseCount: Int
    private(set) var tick = 0
    private(set) var log = ChangeLog()
    private let seed: UInt64
    private let spacing: Int64
    private var head: Int
    private var removed = SortedSerials()
    private var changedAt: [Int: Int64] = [:]
    private var insertedAt: [Int64] = []

    init(list: ListName, seed: UInt64, size: Int) {
        self.list = list
        self.seed = seed
        baseCount = size
        head = size
        // The base items are spread over the ten years before tick 0, at most an hour apart.
        spacing = max(1, min(3_600_000, 315_576_000_000 / Int64(max(size, 1))))
    }

    var count: Int { head - removed.count }

    /// The serial of the item at `index`, which must be in `0..<count`.
    func serial(at index: Int) -> Int {
        head - index - removed.membersFromTop(skipping: index, head: head)
    }

    func isLive(_ serial: Int) -> Bool {
        serial >= 1 && serial <= head && !removed.contains(serial)
    }

    func version(of serial: Int) -> Int64 {
        changedAt[serial] ?? createdAt(serial)
    }

    /// When an item came to be; `serial` must be one that exists or has existed.
    func createdAt(_ serial: Int) -> Int64 {
        serial > baseCount
            ? insertedAt[serial - baseCount - 1]
            : WorldTime.epoch - Int64(baseCount - serial + 1) * spacing
    }

    /// The oldest base item newer than `instant`; `baseCount + 1` when none is.
    func firstBaseSerial(after instant: Int64) -> Int {
        guard baseCount > 0, instant < WorldTime.epoch else { return baseCount + 1 }
        guard instant >= createdAt(1) else { return 1 }
        let stepsBack = (WorldTime.epoch - instant - 1) / spacing
        return max(1, baseCount + 1 - Int(stepsBack))
    }
}

// MARK: - Moving on

extension ListTimeline {
    /// Moves on by one tick. In six of ten a few items go, change and come; the size stays within a quarter of the base.
    mutating func advance() {
        tick += 1
        var draw = SeededDraw(seed, list.salt, UInt64(tick))
        guard baseCount > 0, draw.chance(0.6) else { return }
        let (removals, updates, insertions) = (draw.below(3), draw.between(1...2), draw.below(3))
        var time = WorldTime.start(of: tick)
        for _ in 0..<removals where count > max(1, baseCount - baseCount / 4) {
            time += 1
            remove(serial(at: Self.index(below: count, &draw)), at: time)
        }
        for _ in 0..<updates {
            time += 1
            record(serial(at: Self.index(below: count, &draw)), at: time)
        }
        for _ in 0..<insertions where count < baseCount + baseCount / 4 {
            time += 1
            head += 1
            insertedAt.append(time)
            record(head, at: time)
        }
    }

    /// Half of all changes happen near the head, where a person who watches sees them.
    private static func index(below count: Int, _ draw: inout SeededDraw) -> Int {
        draw.chance(0.5) ? draw.below(min(count, 30)) : draw.below(count)
    }

    private mutating func remove(_ serial: Int, at time: Int64) {
        removed.insert(serial)
        changedAt[serial] = nil
        log.append(ListChange(serial: serial, isRemoved: true, time: time))
    }

    private mutating func record(_ serial: Int, at time: Int64) {
        changedAt[serial] = time
        log.append(ListChange(serial: serial, isRemoved: false, time: time))
    }
}
