import FeedCache
import Foundation

/// Reads commands line by line: edited on a terminal, as they come from a pipe. A failed line does not end it.
struct REPL {
    private static let builtins = ["help", "exit", "quit"] + SessionWord.all.map(\.name)

    private let shell: Shell
    private let options: SharedOptions
    private let session: Session

    init(shell: Shell, options: SharedOptions) {
        self.shell = shell.interactive(with: options)
        self.options = options
        session = Session(shell: self.shell, options: options)
    }

    /// Runs until the end of input, `exit` or `quit`.
    ///
    /// - Returns: for a pipe, the status of the last line that failed.
    func run() async throws -> ExitStatus {
        guard isatty(STDIN_FILENO) == 1, shell.output.isTerminal, let mode = TerminalMode() else {
            session.leaveUnpaged()
            return try await read(PipedLines(), isTerminal: false)
        }
        // Between two lines Ctrl-C has nothing to end.
        signal(SIGINT, SIG_IGN)
        let listener = SignalListener([.terminated, .hungUp]) { status in
            PagerProcess.terminate()
            TerminalScreen.standard.leave()
            mode.restore()
            _exit(status.rawValue)
        }
        defer {
            listener.stop(ignoring: false)
            mode.restore()
        }
        try greet()
        // Whoever types sees what failed; leaving is no failure.
        _ = try await read(typedLines(), isTerminal: true)
        return .done
    }

    private func read(_ source: any LineSource, isTerminal: Bool) async throws -> ExitStatus {
        var status = ExitStatus.done
        var line = ""
        while true {
            switch await source.next(prompt: isTerminal ? (line.isEmpty ? prompt : "   … > ") : "") {
            case .line(let next):
                line += line.isEmpty ? next : "\n" + next
                let words = ShellWords(line)
                if words.flaw != nil { continue }
                await source.remember(line)
                let whole = line
                line = ""
                guard let result = await execute(whole, words.words) else { return status }
                if result != .done { status = result }
            case .interrupted:
                line = ""
            case .tooLong:
                line = ""
                shell.complain("a line is too long to be a command")
                status = .usage
            case .failed(let number):
                shell.complain("cannot read standard input: \(String(cString: strerror(number)))")
                return .inputOutput
            case .end:
                guard line.isEmpty else {
                    shell.complain("a quote is left open")
                    return .usage
                }
                if isTerminal { try shell.output.line("") }
                return status
            }
        }
    }

    private func typedLines() -> any LineSource {
        let completer = LineCompleter(shell: shell, catalog: .shared, builtins: Self.builtins)
        let history = try? shell.locations.state("history")
        return TypedLines(historyPath: history, complete: completer.complete) ?? PipedLines()
    }

    /// Nil where the line says to leave.
    private func execute(_ line: String, _ words: [String]) async -> ExitStatus? {
        guard let first = words.first else { return .done }
        if first == "exit" || first == "quit" { return nil }
        return await session.run(line)
    }

    private func greet() throws {
        try shell.output.line(
            "feedcache \(feedcacheVersion): “help” lists the commands, Tab completes, Ctrl-D leaves")
    }

    // MARK: Prompt

    /// The source's name and the age of its data: `gourmet 3m> `.
    private var prompt: String {
        guard let cache = try? shell.cache(options) else { return "feedcache> " }
        let name = Defusing.line(cache.manifest.source.name)
        if cache.isSyncing { return "\(name) syncing> " }
        let times = (try? cache.read { try $0.status().map(\.lastSuccess) }) ?? []
        guard let oldest = times.map({ $0 ?? .earliest }).min(), oldest > .earliest else { return "\(name) new> " }
        return "\(name) \(Age.text(since: oldest, now: SystemRequestClock().now))> "
    }
}

/// How long ago something was, in one short word.
enum Age {
    static func text(since instant: Instant, now: Instant) -> String {
        let seconds = max(0, now.seconds - instant.seconds)
        switch seconds {
        case ..<60: return "\(seconds)s"
        case ..<3_600: return "\(seconds / 60)m"
        case ..<86_400: return "\(seconds / 3_600)h"
        default: return "\(seconds / 86_400)d"
        }
    }
}
