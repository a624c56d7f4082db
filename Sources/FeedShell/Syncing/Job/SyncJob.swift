import FeedCache
import FeedModel

/// A sync as a job: it syncs, shows what it did, says what has to be said, runs the command that follows changes, and
/// tells the monitor.
struct SyncJob: Sendable {
    let cache: FeedEngine
    let shell: Shell
    let options: SharedOptions
    let sync: SyncOptions
    /// Nil: trouble is reported whenever there is some.
    var alarm: AlarmRule?
    var changeCommand: ChangeCommand?

    private struct Outcome {
        var status: ExitStatus
        var lines: [ErrorLine] = []
        /// What a monitor gets, where the status is a failure.
        var trouble: [ErrorLine] = []
        let news: AlarmNews
    }

    func run() async throws -> ExitStatus {
        let monitor = try await cache.monitor()
        await ping(monitor, .start)
        do {
            let outcome = try await work()
            let text = outcome.trouble.map(\.line).joined(separator: "\n")
            await ping(monitor, outcome.status == .done ? .success : .failure(text))
            return outcome.status
        } catch {
            if !(error is CancellationError) { await ping(monitor, .failure(CommandError(error).line)) }
            throw error
        }
    }

    private func ping(_ monitor: MonitorPing?, _ signal: MonitorPing.Signal) async {
        guard let monitor, !Task.isCancelled, await !monitor.send(signal) else { return }
        shell.say("feedcache: the monitor did not take a ping", options)
    }

    private func work() async throws -> Outcome {
        // What the sync brings is for the command, also where this program ends before it is called.
        if let changeCommand { try cache.addConsumer(changeCommand.command) }
        let report: SyncReport
        do {
            report = try await syncShowingProgress()
        } catch let busy as SyncBusyError {
            guard let alarm else { throw busy }
            return try conclude(outcome(of: busy, alarm)) {}
        }
        var outcome = try outcome(of: report)
        do {
            outcome = try conclude(outcome) { try shell.showTable(of: report, options) }
        } catch {
            // What the command has not taken is for it, whether the sync's table could be written or not.
            _ = try await runChangeCommand(report)
            throw error
        }
        if let failure = try await runChangeCommand(report) {
            if outcome.status == .done { outcome.status = .partlyDone }
            outcome.trouble.append(failure)
            shell.report(failure, outcome.status)
        }
        return outcome
    }

    private func syncShowingProgress() async throws -> SyncReport {
        let progress = SyncProgressLine(shell: shell, options: options)
        defer { progress.end() }
        let events = options.mode == .ndjson ? SyncEventStream(output: shell.output, clock: shell.clock) : nil
        return try await cache.sync(sync) { step in
            progress.show(step)
            events?.write(step)
        }
    }

    private func conclude(_ outcome: Outcome, showing show: () throws -> Void) throws -> Outcome {
        _ = try shell.conclude(with: outcome.status, reporting: outcome.lines, showing: show)
        try cache.note(outcome.news)
        return outcome
    }

    // MARK: Outcomes

    private func outcome(of report: SyncReport) throws -> Outcome {
        let status = ExitStatus(of: report)
        let news = try cache.alarms(of: report, by: alarm, isWhole: sync.collections.isEmpty)
        let report = report.withWarnings(news.warnings)
        guard alarm != nil else {
            let isUnsaid = options.quiet && report.isUnsaidWhenQuiet(status)
            return Outcome(
                status: status, lines: isUnsaid ? [] : report.errorLines, trouble: report.errorLines, news: news)
        }
        let passing = Set(report.troubles.filter { $0.trouble == .passing }.map(\.part))
        let late = report.only(news.reported.intersection(passing)).failureLines(withWaitingEvents: true)
        let lasting = report.only(news.reported.subtracting(passing)).failureLines(withWaitingEvents: true)
        let lines = (late.isEmpty ? [] : [ErrorLine(late: late, since: news.lastSuccess)]) + lasting
        return Outcome(
            status: news.alarmed.isEmpty ? .done : status,
            lines: lines + ErrorLine.wellAgain(news.over) + report.warningLines,
            trouble: report.only(news.alarmed).failureLines(withWaitingEvents: true), news: news)
    }

    private func outcome(of busy: SyncBusyError, _ alarm: AlarmRule) throws -> Outcome {
        let news = try cache.alarmsWhileBusy(sync.collections.map(\.text), by: alarm)
        let line = ErrorLine(busy.code, busy.message, advice: busy.advice)
        let lines = news.reported.isEmpty ? [] : [ErrorLine(late: [line], since: news.lastSuccess)]
        return Outcome(
            status: news.alarmed.isEmpty ? .done : .comeBackLater, lines: lines,
            trouble: news.alarmed.isEmpty ? [] : [line], news: news)
    }

    /// - Returns: what went wrong; nil where nothing did, or there was nothing to run.
    private func runChangeCommand(_ report: SyncReport) async throws -> ErrorLine? {
        guard let changeCommand, let run = report.run, !Task.isCancelled else { return nil }
        var failure: ErrorLine?
        if let change = try cache.changes(for: changeCommand.command, through: run) {
            if change.isCut {
                let message = "the ledger no longer has all runs since --on-change last took changes"
                shell.report(ErrorLine("changes_forgotten", "\(message): those in between are not reported"), .done)
            }
            failure = try await changeCommand.run(
                with: ChangeList(change.screen), run: run, environment: shell.environment)
        }
        try cache.note(run: run, for: changeCommand.command, hasFailed: failure != nil)
        return failure
    }
}

extension ErrorLine {
    /// Trouble that has lasted for too long, in one line.
    ///
    /// - Parameter since: the last success; nil where there was none.
    fileprivate init(late lines: [ErrorLine], since: Instant?) {
        let time = since.map { "not synced since \($0)" } ?? "never synced"
        self.init(
            lines.first?.code ?? "late", "\(time): \(lines.map(\.message).joined(separator: "; "))",
            advice: lines.first?.advice)
    }
}
