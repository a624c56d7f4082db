package import ArgumentParser
import FeedCache
package import FeedModel

/// A command of the program and of the REPL: parse, one call to the cache, render.
package protocol FeedCommand: ParsableCommand, Sendable {
    /// A line that can be typed as it is, shown by `help`.
    static var example: String { get }

    static var modes: [OutputMode] { get }

    /// Whether its output, where it is longer than the screen, goes through a pager. Not what runs on and on, or draws.
    static var isPaged: Bool { get }

    var shared: SharedOptions { get set }

    /// Does the work; results go to the shell's output.
    func run(in shell: Shell) async throws -> ExitStatus
}

extension FeedCommand {
    package static var modes: [OutputMode] { OutputMode.ofRecords }
    package static var isPaged: Bool { false }

    /// Does the work; with --quiet another sync that is running is no error, and only the status says so.
    func runQuietly(in shell: Shell) async throws -> ExitStatus {
        do {
            return try await run(in: shell)
        } catch is SyncBusyError where shared.quiet {
            return .comeBackLater
        }
    }
}
