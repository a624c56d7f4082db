import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// Syncs again and again, and shows what changed on screen since it looked last: what a round brought, and between two
/// rounds what other processes wrote.
///
/// It waits for a sync of another process, and shows what that wrote when it is done. Without a server it goes on;
/// what makes every further round useless ends it: a manifest that is wrong, a database that cannot be used.
struct WatchLoop: Sendable {
    /// How often it looks for changes of other processes, and whether its output still has a reader.
    private static let tick = Duration.seconds(1)

    let cache: FeedEngine
    let shell: Shell
    let options: SharedOptions
    let interval: Duration
    /// Nil: until it is stopped.
    let rounds: Int?
    let screen: WatchScreen
    var clock: any RequestClock = SystemRequestClock()
    /// 0 ..< 1, drawn anew each time.
    var chance: @Sendable () -> Double = { .random(in: 0..<1) }

    /// - Returns: how the last round ended.
    func run() async throws -> ExitStatus {
        var screen = screen
        let status: ExitStatus
        do {
            status = try await run(on: &screen)
        } catch {
            // What was shown so far is a document too.
            try? screen.end(in: shell)
            throw error
        }
        return try shell.conclude(with: status) { try screen.end(in: shell) }
    }

    private func run(on screen: inout WatchScreen) async throws -> ExitStatus {
        var observer = OutlineObserver(cache)
        // What is on screen already is no change.
        try observer.remember()
        var pace = WatchPace(interval: interval)
        var troubles = WatchProblems()
        var round = 1
        while true {
            let report = try await sync(&observer, &screen)
            let isBroken = report.collections.contains { $0.failure?.code == .storage }
            let status = isBroken ? ExitStatus.inputOutput : ExitStatus(of: report)
            var hasReader = true
            do {
                try show(&observer, on: &screen)
            } catch OutputError.closed {
                hasReader = false
            }
            try Task.checkCancellation()
            for line in troubles.news(of: report) { shell.report(line, status) }
            guard !isBroken, round != rounds, hasReader else { return status }
            round += 1
            let wait = pace.wait(after: report, now: clock.now, chance: chance())
            do {
                try await self.wait(wait, &observer, &screen)
            } catch OutputError.closed {
                return status
            }
        }
    }

    // MARK: Rounds

    private func sync(_ observer: inout OutlineObserver, _ screen: inout WatchScreen) async throws -> SyncReport {
        let progress = SyncProgressLine(shell: shell, options: options)
        defer { progress.end() }
        while true {
            do {
                return try await cache.sync(progress: progress.show)
            } catch let busy as SyncBusyError {
                shell.say("feedcache: \(busy.message); waiting for it", options)
                repeat { try await pause(Self.tick) } while cache.isSyncing
                try show(&observer, on: &screen)
            }
        }
    }

    private func wait(
        _ duration: Duration, _ observer: inout OutlineObserver, _ screen: inout WatchScreen
    ) async throws {
        var rest = duration
        while rest > .zero {
            let step = min(rest, Self.tick)
            try await pause(step)
            rest -= step
            // In the middle of another process's sync a list is part new and part old, and seems to jump.
            if !cache.isSyncing { try show(&observer, on: &screen) }
        }
    }

    private func pause(_ duration: Duration) async throws {
        try await clock.sleep(for: duration)
        try Task.checkCancellation()
        if shell.output.isAbandoned { throw OutputError.closed }
    }

    // MARK: Telling

    private func show(_ observer: inout OutlineObserver, on screen: inout WatchScreen) throws {
        guard let list = try observer.look({ [screen] in try screen.list(of: $0) }) else { return }
        try screen.show(list, at: clock.now, in: shell)
    }
}
