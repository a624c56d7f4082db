import Dispatch
import Foundation
import Synchronization

/// Lets a command end well when the process is told to: Ctrl-C, SIGTERM and SIGHUP cancel its task, which finishes what
/// it has in hand; a second one ends the process at once.
enum Interruption {
    private static let signals: [(number: Int32, status: ExitStatus)] = [
        (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
    ]

    /// Runs `body`; when a signal came meanwhile, its status outranks the body's.
    ///
    /// - Parameter isInteractive: in a REPL, Ctrl-C ends the command and never the program.
    static func guarding(
        isInteractive: Bool, _ body: @escaping @Sendable () async throws -> ExitStatus
    ) async throws -> ExitStatus {
        let task = Task { try await body() }
        let received = Mutex<ExitStatus?>(nil)
        let sources = signals.map { signal in
            // The source only hears what does not end the process first.
            Foundation.signal(signal.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: signal.number, queue: .global())
            source.setEventHandler {
                let isSecond = received.withLock { received in
                    defer { received = signal.status }
                    return received != nil
                }
                if isSecond, !isInteractive { _exit(signal.status.rawValue) }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for signal in signals { Foundation.signal(signal.number, SIG_DFL) }
        }
        do {
            let status = try await task.value
            return received.withLock(\.self) ?? status
        } catch {
            guard let status = received.withLock(\.self) else { throw error }
            return status
        }
    }
}
