import FeedModel
import GRDB
import TestSupport
import Testing

@testable import FeedStore

@Suite("The commits to a file", .timeLimit(.minutes(10)))
struct CommitsTests {
    private let folder: TemporaryFolder
    private let pauses = Pauses()
    private let seen = Waiters<[Int: Int]>([:])

    init() throws { folder = try TemporaryFolder() }

    private func database() throws -> FeedDatabase { try FeedDatabase(path: folder.path("feed.db")) }

    /// Observes a database until the task is cancelled.
    private func reader(_ name: Int, of database: FeedDatabase) -> Task<Void, any Error> {
        Task { [pauses, seen] in
            for try await _ in Commits(of: database, every: .milliseconds(250), pause: pauses.pause) {
                seen.change { $0[name, default: 0] += 1 }
            }
        }
    }

    /// Waits until readers have had that many elements.
    private func have(_ readers: [Int], _ count: Int) async {
        _ = await seen.wait { seen in readers.allSatisfy { seen[$0, default: 0] >= count } }
    }

    /// Commits as another process does: no object of this process says so.
    private func commitElsewhere(_ name: String) throws {
        let other = try DatabaseQueue(path: folder.path("feed.db"))
        try other.write { try $0.execute(sql: "INSERT INTO source (name) VALUES (?)", arguments: [name]) }
        try other.close()
    }

    @Test("of other processes are polled for once, however many observe the file")
    func polls() async throws {
        let (first, second) = (try database(), try database())
        _ = try first.source(named: "s")
        let readers = (0..<8).map { reader($0, of: $0.isMultiple(of: 2) ? first : second) }
        await have(Array(0..<8), 1)
        for count in 1...20 {
            await pauses.begin(count)
            pauses.end()
        }
        await pauses.begin(21)
        #expect(pauses.begun == 21 && pauses.mostAtOnce == 1)
        #expect(seen.read(\.self).values.allSatisfy { $0 == 1 })

        try commitElsewhere("t")
        pauses.end()
        await have(Array(0..<8), 2)
        await pauses.begin(22)
        #expect(pauses.begun == 22 && pauses.mostAtOnce == 1)
        for reader in readers {
            reader.cancel()
            _ = await reader.result
        }
        #expect(pauses.underWay == 0)
    }

    @Test("of this process wake all who observe the file, and no poll is waited for")
    func own() async throws {
        let (first, second, third) = (try database(), try database(), try database())
        _ = try first.source(named: "s")
        let readers = (0..<4).map { reader($0, of: $0.isMultiple(of: 2) ? first : second) }
        for count in 1...5 {
            await have(Array(0..<4), count)
            _ = try third.source(named: "t\(count)")
        }
        await have(Array(0..<4), 6)
        for reader in readers { reader.cancel() }
    }

    @Test("of other processes are seen soon after the file system tells of them, long before the next poll")
    func notices() async throws {
        let database = try database()
        _ = try database.source(named: "s")
        // A long pause has no end: only a notice ends the wait.
        let commits = Commits(of: database) { duration in
            #if os(Linux)
                try await Task.sleep(for: duration > .milliseconds(300) ? .seconds(86_400) : duration)
            #else
                try await Task.sleep(for: duration)
            #endif
        }
        let reader = Task { [seen] in
            for try await _ in commits { seen.change { $0[0, default: 0] += 1 } }
        }
        await have([0], 1)
        for count in 1...20 {
            let before = seen.read { $0[0] ?? 0 }
            try commitElsewhere("t\(count)")
            await have([0], before + 1)
        }
        reader.cancel()
    }

    @Test("are polled for ever more seldom after a notice, and evenly where there are none")
    func pace() {
        var watched = PollPace(watching: "f", every: .milliseconds(250))
        #expect(watched.next() == .milliseconds(250))
        watched.expectCommit()
        #expect((0..<12).map { _ in watched.next() } == (0..<12).map { .milliseconds(20 << $0) })
        #expect(watched.next() == .seconds(60))
        watched.expectCommit()
        #expect([watched.next(), watched.next()] == [.milliseconds(20), .milliseconds(40)])
    }

    @Test("are polled for by another reader where the one that polls goes")
    func leaving() async throws {
        let database = try database()
        _ = try database.source(named: "s")
        var readers: [Task<Void, any Error>] = []
        for name in 0..<5 {
            readers.append(reader(name, of: database))
            await have([name], 1)
        }
        await pauses.begin(1)
        for (name, reader) in readers.dropLast().enumerated() {
            reader.cancel()
            _ = await reader.result
            try commitElsewhere("t\(name)")
            let rest = Array(name + 1..<5)
            await seeing(rest, name + 2)
        }
        readers.last?.cancel()
        _ = await readers.last?.result
        #expect(pauses.underWay == 0)
    }

    /// Ends pauses until readers have had that many elements.
    private func seeing(_ readers: [Int], _ count: Int) async {
        while !seen.read({ seen in readers.allSatisfy { seen[$0, default: 0] >= count } }) {
            pauses.end()
            await Task.yield()
        }
    }

    @Test("are polled for by another reader where the database of the one that polls is suspended")
    func suspended() async throws {
        let (first, second) = (try database(), try database())
        _ = try first.source(named: "s")
        let suspended = reader(0, of: first)
        await pauses.begin(1)
        let going = reader(1, of: second)
        await have([1], 1)
        await first.gate.shut { first.closeConnections() }
        for count in 2...4 {
            try commitElsewhere("t\(count)")
            await seeing([1], count)
        }
        #expect(seen.read { $0[0] } == 1)
        await first.gate.open()
        await seeing([0], 2)
        suspended.cancel()
        going.cancel()
    }
}

/// Pauses that last until they are ended.
private final class Pauses: Sendable {
    private struct State {
        var begun = 0
        var ended = 0
        var underWay = 0
        var mostAtOnce = 0
    }

    private let state = Waiters(State())

    var begun: Int { state.read(\.begun) }
    var underWay: Int { state.read(\.underWay) }
    var mostAtOnce: Int { state.read(\.mostAtOnce) }

    @Sendable func pause(_ duration: Duration) async throws {
        let number = state.change { state in
            state.begun += 1
            state.underWay += 1
            state.mostAtOnce = max(state.mostAtOnce, state.underWay)
            return state.begun
        }
        defer { state.change { $0.underWay -= 1 } }
        guard await state.wait(until: { $0.ended >= number }) else { throw CancellationError() }
    }

    /// Ends those that have begun.
    func end() { state.change { $0.ended = $0.begun } }

    /// Waits until that many have begun.
    func begin(_ count: Int) async { _ = await state.wait { $0.begun >= count } }
}
