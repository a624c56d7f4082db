import FeedModel
import Synchronization

/// The gourmet world: lists of photos, articles and more that a seed makes and ticks move.
///
/// A pure function of (seed, sizes, tick): the same three give the same bytes on any machine, in any order of asking. Items are computed when asked for, at any depth, so lists of a million cost no memory.
///
/// ```swift
/// let world = World(seed: 7)
/// let before = world.ids(of: .articles, at: 0)
/// let after = world.ids(of: .articles, at: 10)   // some came at the head, some went
/// ```
///
/// The lock guards the timelines remembered from the last question; they can always be computed again.
package final class World: Sendable {
    package let seed: UInt64
    package let sizes: ListSizes

    private let timelines = Mutex<[ListName: ListTimeline]>([:])

    package init(seed: UInt64 = 1, sizes: ListSizes = .standard) {
        self.seed = seed
        self.sizes = sizes
    }

    package func count(of list: ListName, at tick: Int) -> Int {
        timeline(of: list, at: tick).count
    }

    /// IDs in the list's order, newest first, in `range` of it (all of it by default; what is beyond its end is left out).
    package func ids(of list: ListName, at tick: Int, in range: Range<Int> = 0..<Int.max) -> [String] {
        let timeline = timeline(of: list, at: tick)
        return range.clamped(to: 0..<timeline.count).map { list.id(timeline.serial(at: $0)) }
    }

    /// One item as JSON text, as the API writes it; nil beyond the list's end.
    package func item(_ index: Int, of list: ListName, at tick: Int) -> String? {
        let timeline = timeline(of: list, at: tick)
        guard (0..<timeline.count).contains(index) else { return nil }
        let bytes = JSONWriter.bytes { write(timeline.serial(at: index), of: timeline, to: &$0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The arrangement of the screen at `tick` as JSON text, as `sections` answers it.
    package func sections(at tick: Int) -> String {
        String(decoding: Screen(world: self, tick: tick).json(), as: UTF8.self)
    }

    // MARK: - For the API

    func timeline(of list: ListName, at tick: Int) -> ListTimeline {
        let tick = min(max(tick, 0), WorldClock.lastTick)
        return timelines.withLock { timelines in
            // Going back in time starts over; only the newest is remembered.
            let isPast = timelines[list].map { $0.tick > tick } ?? false
            let remembered = isPast ? nil : timelines.removeValue(forKey: list)
            var timeline = remembered ?? ListTimeline(list: list, seed: seed, size: sizes[list])
            while timeline.tick < tick { timeline.advance() }
            if !isPast { timelines[list] = timeline }
            return timeline
        }
    }

    func write(_ serial: Int, of timeline: ListTimeline, to writer: inout JSONWriter) {
        Item(serial: serial, timeline: timeline, world: self).write(to: &writer)
    }

    func writeDetail(_ serial: Int, of timeline: ListTimeline, to writer: inout JSONWriter) {
        Item(serial: serial, timeline: timeline, world: self).writeDetail(to: &writer)
    }
}

/// The world's own time: milliseconds since 1970, moved by ticks and by nothing else.
///
/// A tick is one minute there, however long it takes here, so what a seed gives does not depend on when it is run.
enum WorldTime {
    /// Tick 0: 2026-04-01T00:00:00Z. Whatever the world starts with is older, whatever happens in it is newer.
    static let epoch: Int64 = 1_775_001_600_000
    static let tick: Int64 = 60_000

    static func start(of tick: Int) -> Int64 {
        epoch + Int64(tick) * Self.tick
    }

    /// The day as the API's `date_string` writes it: `2026.04.01`.
    static func dateString(_ milliseconds: Int64) -> String { isoDate(milliseconds).replacing("-", with: ".") }

    /// The day as the API's dates write it: `2026-04-01`.
    static func isoDate(_ milliseconds: Int64) -> String {
        String(Instant(millisecondsSince1970: milliseconds).description.prefix(10))
    }
}
