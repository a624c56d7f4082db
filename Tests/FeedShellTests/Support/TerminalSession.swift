import Foundation
import TestSupport

/// A shell at a pseudo terminal of its own, with job control: keys such as Ctrl-Z do there what they do to people.
final class TerminalSession {
    let terminal: PseudoTerminal
    private let process: pid_t

    /// - Parameters:
    ///   - script: for sh(1), which finds `feedcache`.
    ///   - folder: the home folder, in which it runs.
    init?(_ script: String, in folder: TemporaryFolder, environment: [String: String] = [:]) {
        guard let terminal = PseudoTerminal(), let name = ttyname(terminal.descriptor) else { return nil }
        self.terminal = terminal
        let path = String(cString: name)
        let own = [
            "PATH": "\(ProgramBinary.url.deletingLastPathComponent().path):/usr/bin:/bin", "HOME": folder.path,
            "TERM": "xterm", "LC_ALL": "C.UTF-8", "PAGER": "cat",
        ]
        let variables = own.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        guard let process = Self.spawn(["sh", "-c", "cd; set -m\n\(script)"], variables, on: path) else { return nil }
        self.process = process
    }

    deinit {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == 0 else { return }
        kill(process, SIGHUP)
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Whether the terminal collects lines and echoes them, as a shell wants it.
    var isCooked: Bool {
        var mode = termios()
        let flags = tcflag_t(ICANON | ECHO | ISIG)
        return tcgetattr(terminal.descriptor, &mode) == 0 && mode.c_lflag & flags == flags
    }

    /// Starts a process that leads a session, whose terminal is the one it opens first.
    private static func spawn(_ words: [String], _ variables: [String], on path: String) -> pid_t? {
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
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var (defaults, none) = (sigset_t(), sigset_t())
        sigfillset(&defaults)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A macro of glibc's that Swift does not see.
        #if canImport(Darwin)
            let newSession = Int32(POSIX_SPAWN_SETSID)
        #else
            let newSession: Int32 = 0x80
        #endif
        let flags = newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        let (arguments, environment) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { for text in arguments + environment { free(text) } }
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environment) == 0 else { return nil }
        return process
    }
}
