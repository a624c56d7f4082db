import Foundation

/// A child of this process and all that it has started: sh(1) runs a pager as a child of its own.
struct ProcessTree {
    private let root: pid_t
    private let descendants: [pid_t]

    /// - Parameter root: a child that was not waited for yet, so that its number is still its own.
    init(of root: pid_t) {
        self.root = root
        var (found, next) = ([pid_t](), [root])
        while let process = next.popLast() {
            let children = Self.children(of: process)
            found += children
            next += children
        }
        descendants = found
    }

    func send(_ signal: Int32) {
        for process in descendants + [root] {
            _ = kill(process, signal)
            // One that is stopped hears nothing else before.
            _ = kill(process, SIGCONT)
        }
    }

    /// Waits until all of them have ended, for so many milliseconds at most.
    func isGone(within milliseconds: Int) -> Bool {
        for _ in 0..<max(1, milliseconds / 10) {
            if hasRootEnded, descendants.allSatisfy({ kill($0, 0) != 0 }) { return true }
            usleep(10_000)
        }
        return false
    }

    /// The child is left for its own waiter to wait for.
    private var hasRootEnded: Bool {
        var state = siginfo_t()
        return waitid(P_PID, id_t(root), &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_signo == SIGCHLD
    }

    /// As proc(5) has it. Where there is no such file system the shell is one that becomes the pager.
    private static func children(of process: pid_t) -> [pid_t] {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        else { return [] }
        return text.split(separator: " ").compactMap { pid_t($0) }
    }
}
