import FeedCache
import FeedModel
import Synchronization

@testable import FeedShell

/// A section of numbered rows, the third an ad, that scrolls; a move may be held back as one that waits for an
/// ad is. The actor guards its place.
actor FakeScroll: ScrollModel {
    private let rowCount: Int
    private var (first, height) = (0, 0)
    private var requests = 0
    private(set) var stayed = Duration.zero
    private(set) var moves: [Int] = []
    private(set) var looksAway = 0
    private let gate: AsyncStream<Void>?
    private let entrance: AsyncStream<Void>?

    /// - Parameters:
    ///   - gate: gives what each move that goes anywhere waits for, once it has moved.
    ///   - entrance: gives what each move that goes anywhere waits for before it begins.
    init(rowCount: Int, gate: AsyncStream<Void>? = nil, entrance: AsyncStream<Void>? = nil) {
        self.rowCount = rowCount
        self.gate = gate
        self.entrance = entrance
    }

    func move(by rows: Int, height: Int, begun: @Sendable () -> Void) async throws -> ScrollView {
        if rows != 0, let entrance { for await _ in entrance { break } }
        begun()
        moves.append(rows)
        self.height = height
        first = min(max(0, first + rows), max(0, rowCount - height))
        guard rows != 0, let gate else { return view() }
        for await _ in gate { break }
        return view(requested: 1)
    }

    func stay(for duration: Duration, begun: @Sendable () -> Void) async throws -> ScrollView {
        begun()
        stayed += duration
        return view(impressions: stayed >= .seconds(1) && stayed - duration < .seconds(1) ? 1 : 0)
    }

    func lookAway() {
        looksAway += 1
    }

    private func view(requested: Int = 0, impressions: Int = 0) -> ScrollView {
        Self.view(first: first, height: height, of: rowCount, requested: requested, impressions: impressions)
    }

    nonisolated static func view(
        first: Int, height: Int, of rowCount: Int, requested: Int = 0, impressions: Int = 0, isOffline: Bool? = nil
    ) -> ScrollView {
        let rows = (first..<max(first, min(first + height, rowCount))).map { row -> FeedRow in
            let payload = "{\"title\": \"Row no. \(row)\"}"
            guard row != 2 else { return .ad(slot: 0, serial: 1, id: "ad-1", payload: payload) }
            return .content(index: row - (row > 2 ? 1 : 0), key: "\(row)", version: nil, payload: payload)
        }
        return ScrollView(
            section: .implicit(for: "articles"), first: first, last: first + rows.count - 1, rowCount: rowCount,
            rows: rows, requested: requested, impressions: impressions, isOffline: isOffline)
    }
}

/// A clock that moves only when it is moved; each move is a tick. The lock guards the time.
final class SteppedClock: Sendable {
    private let time = Mutex(Duration.zero)
    private let ticks: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (ticks, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(100))
    }

    var clock: ScreenClock {
        ScreenClock(now: { self.time.withLock(\.self) }, ticks: { self.ticks })
    }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
        continuation.yield()
    }
}
