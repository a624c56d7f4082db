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
/// process stores meanwhile is made room for in the end (`settle`). The lock guards what is read once.
final class AssetBudget: Sendable {
    private let room: AssetRoom
    private let store: AssetStore
    private let limit: Int64
    /// URLs whose files stay.
    private let spared: Set<String>
    /// URLs whose files go last.
    private let named: @Sendable () throws -> Set<String>
    private let names = Mutex<Set<String>?>(nil)

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
            // Another one may have made room meanwhile.
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

    /// Runs what writes rows or files, and says how many bytes more these take, and how many of them were reserved.
    func write(
        _ body: @escaping @Sendable () throws -> (change: Int64, reserved: Int64)
    ) async throws {
        try await room.queue.run { [self] in
            let (change, reserved) = try body()
            room.counts.withLock { counts in
                counts.stored += change
                counts.reserved -= reserved
            }
        }
    }

    /// Gives up what is too much, since another process has stored files as well.
    func settle() async throws {
        try await room.queue.run { [self] in
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
