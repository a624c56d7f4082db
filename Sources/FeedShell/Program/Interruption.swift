import Foundation
import Synchronization

/// Lets a command end well when the process is told to: a signal cancels its task, which finishes what it has in hand;
/// a second one ends the process at once. While a pager has the terminal Ctrl-C is meant for it, and other signals end
/// it, too.
enum Interruption {
    /// Runs `body`; when a signal came meanwhile, its status outranks the body's.
    ///
    /// - Parameter isInteractive: in a REPL, Ctrl-C ends the command and never the program; what ends the program is the
    ///   REPL's to hear.
    static func guarding(
        isInteractive: Bool, _ body: @escaping @Sendable () async throws -> ExitStatus
    ) async throws -> ExitStatus {
        let task = Task { try await body() }
        let received = Mutex<ExitStatus?>(nil)
        let listener = SignalListener(isInteractive ? [.interrupted] : [.interrupted, .terminated, .hungUp]) { status in
            if PagerProcess.isRunning {
                if status == .interrupted { return }
                PagerProcess.terminate()
            }
            let isSecond = received.withLock { received in
                defer { received = status }
                return received != nil
            }
            if isSecond, !isInteractive { _exit(status.rawValue) }
            task.cancel()
        }
        defer { listener.stop(ignoring: isInteractive) }
        do {
            let status = try await task.value
            return received.withLock(\.self) ?? status
        } catch {
            guard let status = received.withLock(\.self) else { throw error }
            return status
        }
    }
}

/// Hears signals that would end the process, named by the status it would end with.
final class SignalListener: Sendable {
    private let id: Int

    init(_ statuses: [ExitStatus], _ handler: @escaping @Sendable (ExitStatus) -> Void) {
        id = SignalRelay.shared.add(statuses.map(Self.number)) { number in
            for status in statuses where Self.number(status) == number { handler(status) }
        }
    }

    /// - Parameter ignoring: whether the signals do nothing from now on, rather than what they do by default.
    func stop(ignoring: Bool) {
        SignalRelay.shared.remove(id, ignoring: ignoring)
    }

    private static func number(_ status: ExitStatus) -> Int32 {
        switch status {
        case .hungUp: SIGHUP
        case .terminated: SIGTERM
        default: SIGINT
        }
    }
}
