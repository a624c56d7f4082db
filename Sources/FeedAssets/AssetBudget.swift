import Dispatch
import FeedModel
import FeedStore
import Synchronization

/// What the files of one source take in this process: what is stored, and what is on its way. The lock guards both counts.
final class AssetRoom: Sendable {
    fileprivate struct Counts {
        var stored: Int64 = 0
        var reserved: Int64 = 0
    }

    fileprivate let counts = Mutex(Counts())
    /// Where it is stored and given up: one after the other, so that the counts are those of the database, and on a thread
    /// that no tasks share.
    fileprivate let queue = DispatchQueue(label: "feedcache.assets")

    private static let rooms = Mutex<[String: AssetRoom]>([:])

    fileprivate static func room(named name: String) -> AssetRoom {
        rooms.withLock { rooms in
            let room = rooms[name] ?? AssetRoom()
            rooms[name] = room
            return room
        }
    }
}

/// The room that a sync, or an app's call, has for files: with all others of the process no more than the limit. What another
/// process stores meanwhile is made room for in the end (`settle`). The locks guard what is read once, and what waits to be
/// written.
final class AssetBudget: Sendable {
    private struct Waiting {
        var answers: [AssetStore.Answer] = []
        var reserved: Int64 = 0
        var since = ContinuousClock.now
    }

    /// Each of them is an open file.
    private static let writtenTogether = 64
    /// Short enough that a reader beside the sync does not notice.
    private static let longestWait = Duration.milliseconds(50)

    private let room: AssetRoom
    private let store: AssetStore
    private let limit: Int64
    /// URLs whose files stay.
    private let spared: Set<String>
    /// URLs whose files go last.
    private let named: @Sendable () throws -> Set<String>
    private let names = Mutex<Set<String>?>(nil)
    private let waiting = Mutex(Waiting())

    /// - Parameter named: reads them; called at most once, where room is needed.
    init(
        _ store: AssetStore, limit: Int64, sparing spared: Set<String> = [],
        named: @escaping @Sendable () throws -> Set<String>
    ) async throws {
        (self.store, self.limit, self.spared, self.named) = (store, limit, spared, named)
        room = AssetRoom.room(named: store.name)
        try await room.queue.run { [self] in try count() }
    }

    /// Reserves room, for which files are given up where that is needed.
    ///
    /// - Returns: false where there is none.
    func reserve(_ bytes: Int64) async throws -> Bool {
        if take(bytes) { return true }
        guard bytes <= limit else { return false }
        return try await room.queue.run { [self] in
            // Another one may have made room meanwhile, or what waits replaces files.
            try writeWaiting()
            if take(bytes) { return true }
            let names = try names.withLock { names in
                let read = try names ?? named()
                names = read
                return read
            }
            try store.makeRoom(
                for: bytes + room.counts.withLock(\.reserved), within: limit, sparing: spared, named: names)
            try count()
            return take(bytes)
        }
    }

    /// Reserves room where there is some.
    func take(_ bytes: Int64) -> Bool {
        room.counts.withLock { counts in
            guard counts.stored + counts.reserved <= limit - bytes else { return false }
            counts.reserved += bytes
            return true
        }
    }

    func giveBack(_ reserved: Int64) {
        room.counts.withLock { $0.reserved -= reserved }
    }

    /// Takes what is to be written, and writes it with what waits where that is much, or has waited for long.
    ///
    /// - Parameter reserved: for the file of it, in bytes.
    func write(_ answer: AssetStore.Answer, reserved: Int64) async throws {
        let isDue = waiting.withLock { waiting in
            waiting.answers.append(answer)
            waiting.reserved += reserved
            return waiting.answers.count >= Self.writtenTogether || waiting.since + Self.longestWait <= .now
        }
        if isDue { try await room.queue.run { [self] in try writeWaiting() } }
    }

    private func writeWaiting() throws {
        let batch = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting
        }
        guard !batch.answers.isEmpty else { return }
        defer { giveBack(batch.reserved) }
        let change = try store.write(batch.answers)
        room.counts.withLock { $0.stored += change }
    }

    /// Writes what waits, and gives up what is too much, since another process has stored files as well.
    func settle() async throws {
        try await room.queue.run { [self] in
            try writeWaiting()
            try count()
            guard room.counts.withLock(\.stored) > limit else { return }
            try store.makeRoom(for: 0, within: limit, sparing: spared)
            try count()
        }
    }

    private func count() throws {
        let stored = try store.space().bytes
        room.counts.withLock { $0.stored = stored }
    }
}
