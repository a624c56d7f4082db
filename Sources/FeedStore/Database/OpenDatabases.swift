import FeedModel
import Synchronization

/// The objects of this process by the database that they are of, so that what one erases is no obstacle to the others. The
/// lock guards them.
enum OpenDatabases {
    private struct Place {
        let signals = CommitSignals()
        let turn = TaskLimit(1)
        var erasures = 0
        var objects: [ObjectIdentifier: Weak] = [:]
    }

    private struct Weak: Sendable {
        weak var database: FeedDatabase?
    }

    private static let places = Mutex<[String: Place]>([:])

    static func add(_ database: FeedDatabase) {
        let entry = Weak(database: database)
        places.withLock { $0[database.path, default: Place()].objects[ObjectIdentifier(database)] = entry }
    }

    static func remove(_ database: FeedDatabase) {
        places.withLock { $0[database.path]?.objects[ObjectIdentifier(database)] = nil }
    }

    /// What all objects of a database share: signals for those that observe it, and turns for those that write.
    static func shared(at path: String) -> (signals: CommitSignals, turn: TaskLimit) {
        places.withLock { places in
            let place = places[path] ?? Place()
            places[path] = place
            return (place.signals, place.turn)
        }
    }

    /// Which file is at a path, and how often this process has erased what was there.
    static func present(at path: String) -> (file: FileIdentity?, erasures: Int) {
        places.withLock { (FileIdentity(path: path), $0[path]?.erasures ?? 0) }
    }

    static func erasures(at path: String) -> Int { places.withLock { $0[path]?.erasures ?? 0 } }

    /// Erases the files of a database by `body`, has all objects close it, and those that observe it look again.
    static func erase<Failure: Error>(_ path: String, _ body: () throws(Failure) -> Void) throws(Failure) {
        let place = try places.withLock { (places) throws(Failure) -> Place in
            try body()
            places[path, default: Place()].erasures += 1
            return places[path, default: Place()]
        }
        for object in place.objects.values { object.database?.closeConnections() }
        place.signals.signal()
    }
}
