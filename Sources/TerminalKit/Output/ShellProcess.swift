import Dispatch
package import Foundation
import Synchronization

/// A command that sh(1) runs as a child of this process, with signals as a program expects them.
///
/// The lock guards whether the child was waited for: until then its number, and that of its process group, are its own.
package final class ShellProcess: Sendable {
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    private struct State {
        var isReaped = false
        /// Endings of the group under way.
        var endings = 0
    }

    /// What the group gets between being asked to end and being killed, in microseconds.
    private static let grace: UInt32 = 500_000

    package let process: pid_t
    private let state = Mutex(State())
    private let endings = DispatchGroup()

    /// - Parameters:
    ///   - command: for `sh -c`.
    ///   - input: the descriptor that is its standard input.
    ///   - output: the descriptor that is its standard output.
    ///   - leadsGroup: whether it gets a process group of its own, so that all that it starts can be ended with it. What
    ///     reads from a terminal has to stay in this one's.
    /// - Returns: nil where it cannot be started.
    package init?(
        _ command: String, environment: [String: String], input: Int32, output: Int32, leadsGroup: Bool
    ) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // Signals as a program expects them, which here are ignored or held back.
        var (defaults, none) = (sigset_t(), sigset_t())
        sigemptyset(&defaults)
        sigemptyset(&none)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = leadsGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | group)
        var process = pid_t()
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let code = Self.withCStrings(["sh", "-c", command]) { words in
            Self.withCStrings(variables) { posix_spawn(&process, "/bin/sh", &actions, &attributes, words, $0) }
        }
        guard code == 0 else { return nil }
        self.process = process
    }

    /// The texts as C wants lists of them, for as long as the body runs.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }

    /// Waits until it has ended, and its group too where that is being ended. To be called once.
    package func waitUntilEnded() async -> End {
        await withCheckedContinuation { continuation in
            // That may take long, and the threads of tasks are few.
            DispatchQueue.global().async { continuation.resume(returning: self.reap()) }
        }
    }

    private func reap() -> End {
        var information = siginfo_t()
        // It stays a zombie until its group gets no more signals: its number is not given to another.
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        while true {
            endings.wait()
            let isFree = state.withLock { state in
                if state.endings == 0 { state.isReaped = true }
                return state.isReaped
            }
            if isFree { break }
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
    }

    /// Ends it and its process group: by SIGTERM, and half a second later by SIGKILL. Returns at once.
    package func endGroup() {
        let isBegun = state.withLock { state in
            guard !state.isReaped else { return false }
            state.endings += 1
            endings.enter()
            return true
        }
        guard isBegun else { return }
        DispatchQueue.global().async { [self] in
            kill(-process, SIGTERM)
            // One that is stopped hears nothing else before.
            kill(-process, SIGCONT)
            usleep(Self.grace)
            kill(-process, SIGKILL)
            state.withLock { $0.endings -= 1 }
            endings.leave()
        }
    }
}
