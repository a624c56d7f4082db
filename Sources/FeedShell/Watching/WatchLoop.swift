import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// Syncs again and again, and shows what changed on screen since it looked last: what a round brought, and between two
/// rounds what other processes wrote.
///
/// It waits for a sync of another process, and shows what that wrote when it is done. Without a server it goes on;
/// what makes every further round useless ends it: a manifest that is wrong, a database that cannot be used.
actor WatchLoop {
    /// How often it looks whether another process still syncs, where one does.
    private static let tick = Duration.milliseconds(250)

    private let cache: FeedEngine
    private let shell: Shell
    private let options: SharedOptions
    private let interval: Duration
    private let rounds: Int?
    private let clock: any RequestClock
    private let chance: @Sendable () -> Double
    private var screen: WatchScreen
    private var observer: OutlineObserver

    /// - Parameters:
    ///   - rounds: nil: until it is stopped.
    ///   - chance: 0 ..< 1, drawn anew each time.
    init(
        cache: FeedEngine, shell: Shell, options: SharedOptions, interval: Duration, rounds: Int?, screen: WatchScreen,
        clock: any RequestClock = SystemRequestClock(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        (self.cache, self.shell, self.options, self.interval, self.rounds) = (cache, shell, options, interval, rounds)
        (self.screen, self.clock, self.chance) = (screen, clock, chance)
        observer = OutlineObserver(cache)
    }

    /// - Returns: how the last round ended.
    func run() async throws -> ExitStatus {
        let status: ExitStatus
        do {
            status = try await runRounds()
        } catch {
            // What was shown so far is a document too.
            try? screen.end(in: shell)
            throw error
        }
        return try shell.conclude(with: status) { try screen.end(in: shell) }
    }

    private func runRounds() async throws -> ExitStatus {
        // What is on screen already is no change.
        try observer.remember()
        var pace = WatchPace(interval: interval)
        var troubles = WatchProblems()
        var round = 1
        while true {
            let report = try await sync()
            let isBroken = report.collections.contains { $0.failure?.code == .storage }
            let status = isBroken ? ExitStatus.inputOutput : ExitStatus(of: report)
            var hasReader = true
            do {
                try show()
            } catch OutputError.closed {
                hasReader = false
            }
            try Task.checkCancellation()
            for line in troubles.news(of: report) { shell.report(line, status) }
            guard !isBroken, round != rounds, hasReader else { return status }
            round += 1
            do {
                try await wait(pace.wait(after: report, now: clock.now, chance: chance()))
            } catch OutputError.closed {
                return status
            }
        }
    }

    private func sync() async throws -> SyncReport {
        let progress = SyncProgressLine(shell: shell, options: options)
        defer { progress.end() }
        while true {
            do {
                return try await cache.sync(progress: progress.show)
            } catch let busy as SyncBusyError {
                shell.say("feedcache: \(busy.message); waiting for it", options)
                repeat { try await pause() } while cache.isSyncing
                try show()
            }
        }
    }

    /// Waits for the next round, and shows meanwhile what other processes write.
    private func wait(_ duration: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.clock.sleep(for: duration) }
            group.addTask { try await self.follow() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func follow() async throws {
        for try await _ in shell.commits(to: cache) {
            // In the middle of another process's sync a list is part new and part old, and seems to jump.
            while cache.isSyncing { try await pause() }
            try show()
        }
    }

    private func pause() async throws {
        try await clock.sleep(for: Self.tick)
        if shell.output.isAbandoned { throw OutputError.closed }
    }

    private func show() throws {
        guard let list = try observer.look({ try screen.list(of: $0) }) else { return }
        try screen.show(list, at: clock.now, in: shell)
    }
}
