import Foundation
import Testing

/// What takes over a terminal, one after the other: there is one pager, one line editor and one set of signals in a
/// process.
@Suite("At a terminal", .serialized) enum AtTerminal {}

/// Runs what waits for a terminal or another process on a thread of its own: the threads that all tests share are few.
func apart(_ body: @escaping () throws -> Void) async throws {
    // It is waited for, so that its values are not used elsewhere meanwhile.
    nonisolated(unsafe) let body = body
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result(catching: body)) }
        thread.start()
    }
}
