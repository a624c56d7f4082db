import Dispatch
import Foundation
import Synchronization

/// A pager at work. The terminal is its own until it was left: keys and signals are meant for it.
package final class PagerProcess: Sendable {
    private struct Running {
        let process: pid_t
        let mode: TerminalMode?
    }

    /// A program has one terminal, and so one pager at a time.
    private static let running = Mutex<Running?>(nil)

    /// Whether a pager has the terminal: Ctrl-C is for it then.
    package static var isRunning: Bool { running.withLock { $0 != nil } }

    /// Tells the pager to leave; it puts the terminal right first.
    package static func terminate() {
        running.withLock { running in
            if let running { ProcessTree(of: running.process).send(SIGTERM) }
        }
    }

    /// Ends the pager, by force where it does not leave on SIGTERM, and restores the terminal. Nothing where
    /// there is none.
    package static func end() {
        running.withLock { running in
            guard let pager = running else { return }
            let tree = ProcessTree(of: pager.process)
            tree.send(SIGTERM)
            if !tree.isGone(within: 150) { tree.send(SIGKILL) }
            pager.mode?.restore()
            running = nil
        }
    }

    private let program: ForegroundProgram

    /// - Parameter descriptor: of the terminal.
    /// - Returns: nil where it cannot be started.
    package init?(_ pager: Pager, showingOn descriptor: Int32) {
        // In the same process group, or the terminal would stop it. Ctrl-\ ends this program, which ends the pager: the
        // shell must not go first, or the pager would be lost to it.
        let command = "trap '' QUIT\n" + pager.command
        guard
            let program = ForegroundProgram(
                command, environment: pager.environment, output: Output(descriptor: descriptor))
        else { return nil }
        self.program = program
        Self.running.withLock { $0 = Running(process: program.process.process, mode: program.mode) }
    }

    /// Writes what it is to show.
    package func write(_ bytes: [UInt8]) throws(DescriptorError) {
        guard let input = program.inputEnd else { return }
        try Descriptor.write(bytes, to: input)
    }

    /// Waits until the pager was left, and makes the terminal what it was before.
    package func waitUntilLeft() async {
        _ = await program.waitUntilEnded()
        Self.running.withLock { $0 = nil }
    }
}

/// A child of this process and all that it has started: sh(1) runs a pager as a child of its own.
struct ProcessTree {
    private let root: pid_t
    private let descendants: [pid_t]

    /// - Parameter root: a child that was not waited for yet, so that its number is still its own.
    init(of root: pid_t) {
        self.root = root
        descendants = Self.descendants(of: root)
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
    private static func descendants(of process: pid_t) -> [pid_t] {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        else { return [] }
        let children = text.split(separator: " ").compactMap { pid_t($0) }
        return children + children.flatMap(descendants)
    }
}
