import Dispatch
import FeedModel
import Foundation
import Synchronization
import TerminalKit

/// Ends a command cleanly on a signal: the signal cancels its task, which finishes what it has in hand;
/// a second one, or a task that does not end in time, ends the process at once. While a pager has the terminal Ctrl-C is
/// meant for it, and other signals end it, too.
enum Interruption {
    /// How long a command may take to end by itself. All in all the process is gone within 2 s.
    private static let gracePeriod = DispatchTimeInterval.milliseconds(1_600)
    /// How long restoring the terminal may take: one that takes no output must not keep the process.
    private static let restoreTimeout = DispatchTimeInterval.milliseconds(300)

    /// Runs `body`; when a signal came meanwhile, its status outranks the body's.
    ///
    /// - Parameter isInteractive: in a REPL, Ctrl-C ends the command and never the program; what ends the program is the
    ///   REPL's to hear.
    static func guarding(
        isInteractive: Bool, _ body: @escaping @Sendable () async throws -> LineResult
    ) async throws -> LineResult {
        let running = Mutex<Task<LineResult, any Error>?>(nil)
        let received = Mutex<ExitStatus?>(nil)
        let ending = Ending()
        let listener = SignalListener(isInteractive ? [.interrupted] : ExitStatus.signals) { status in
            let hasPager = PagerProcess.isRunning
            if hasPager, status == .interrupted { return }
            // Noted before the pager goes: with it the command may be over at once.
            let isSecond = received.withLock { received in
                defer { received = status }
                return received != nil
            }
            if hasPager { PagerProcess.terminate() }
            running.withLock(\.self)?.cancel()
            guard !isInteractive else { return }
            if isSecond { exit(with: status) }
            DispatchQueue.global().asyncAfter(deadline: .now() + gracePeriod) { [weak ending] in
                if ending != nil { exit(with: status) }
            }
        }
        // The body begins once signals are heard: none that it brought about is lost.
        let task = Task { try await body() }
        running.withLock { $0 = task }
        if received.withLock({ $0 != nil }) { task.cancel() }
        defer {
            listener.stop(ignoring: isInteractive)
            withExtendedLifetime(ending) {}
        }
        do {
            var result = try await task.value
            result.status = received.withLock(\.self) ?? result.status
            return result
        } catch {
            guard let status = received.withLock(\.self) else { throw error }
            return LineResult(status: status)
        }
    }

    /// Ends the process now; the terminal is left as it was found.
    ///
    /// - Parameter restoring: puts right what the caller has changed of the terminal.
    static func exit(with status: ExitStatus, restoring: () -> Void = {}) {
        DispatchQueue.global().asyncAfter(deadline: .now() + restoreTimeout) { _exit(status.rawValue) }
        PagerProcess.end()
        TerminalScreen.standard.leave()
        restoring()
        _exit(status.rawValue)
    }

    /// There for as long as a command has not ended.
    private final class Ending: Sendable {}
}
