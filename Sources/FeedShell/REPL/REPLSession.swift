import FeedModel
import Foundation
import TerminalKit

struct REPLSession: Sendable {
    private(set) var shell: Shell
    /// Those that every command of the session has: where its cache is, the environment of its shell says.
    let options: SharedOptions
    let settings: SharedSettings
    let results = LastResults()
    /// The files being run, each named by the one before it.
    private(set) var files: [SourcedFile] = []
    /// What the lines of `history` come from; nil where lines are not typed.
    private(set) var typed: (any LineSource)?

    /// - Parameter shell: an interactive one.
    init(shell: Shell, options: SharedOptions) {
        self.shell = shell.keeping(results)
        settings = SharedSettings(options, isTyped: shell.isTyped)
        var options = options
        (options.database, options.source) = (nil, nil)
        self.options = options
    }

    func reading(_ file: SourcedFile) -> REPLSession { with(\.files, files + [file]) }

    func typing(_ lines: any LineSource) -> REPLSession { with(\.typed, lines) }

    private func with<Value>(_ member: WritableKeyPath<REPLSession, Value>, _ value: Value) -> REPLSession {
        var session = self
        session[keyPath: member] = value
        return session
    }

    /// The lines typed so far, the oldest first.
    func history() async -> [String] { await typed?.history() ?? [] }

    // MARK: Lines

    /// Runs lines to their end, or to one that says to leave. A failed line does not end them; a signal does, and a line
    /// whose output has no reader any more.
    ///
    /// - Returns: with the status of the last line that failed.
    func read(_ source: any LineSource) async -> LineResult {
        var result = LineResult()
        var lines = LineAssembly(statements: .sql)
        while !result.isLeaving, !result.status.isSignal, !Task.isCancelled, !hasBailed(result),
            !hasNoReader(result)
        {
            switch await source.next(prompt: "") {
            case .line(let line):
                switch lines.add(line) {
                case .whole(let line, let number):
                    echo(line.text)
                    result.add(await at(number).run(line))
                case .statement(let text, let number):
                    echo(text)
                    result.add(await at(number).run(statement: text))
                case .incomplete: break
                case .tooLong(let number): result.add(at(number).refuseLength())
                }
            case .tooLong:
                lines.skip()
                result.add(at(lines.place - 1).refuseLength())
            case .failed(let number):
                let reason = String(cString: strerror(number))
                let name = files.last.map { "“\($0.name)”" } ?? "standard input"
                result.add(shell.failing(with: CommandError(.inputOutput, "cannot read \(name): \(reason)")))
                return result
            case .interrupted: lines.drop()
            case .end:
                if case .statement(let text, let number)? = lines.finish() {
                    result.add(await at(number).run(statement: text))
                    return result
                }
                guard let flaw = lines.flaw else { return result }
                result.add(at(lines.place).shell.failing(with: flaw.error))
                return result
            }
        }
        return result
    }

    private func hasBailed(_ result: LineResult) -> Bool {
        result.status != .done && settings.current.isBailing
    }

    /// Whether the reader of the session’s own output has gone. The output of one line may have gone elsewhere.
    private func hasNoReader(_ result: LineResult) -> Bool {
        result.isCutOff && shell.output.isAbandoned
    }

    private func echo(_ text: String) {
        guard settings.current.isEchoing else { return }
        // Where nothing can be written, the command says so.
        for line in TerminalSanitizer.lines(text) { try? shell.output.line(line) }
    }

    func refuseLength() -> LineResult {
        shell.failing(with: CommandError(.usage, "a line is too long to be a command; it has been passed over"))
    }

    private func at(_ number: Int) -> REPLSession {
        guard let file = files.last else { return self }
        return with(\.shell, shell.at("\(file.name):\(number)"))
    }

    // MARK: A line

    /// Runs one whole line: a word of the REPL's own or a command, and writes what it prints to the file it names.
    func run(_ line: ShellWords) async -> LineResult {
        let shell = shell.with(settings.current).reporting(for: line.words)
        return await FeedcacheProgram.reportingErrors(in: shell) { stopwatch in
            if let flaw = line.flaw { throw flaw.error }
            if let command = Pipeline.shellCommand(in: line) {
                defer { stopwatch.stop() }
                return try await run(shellCommand: command, in: shell)
            }
            if let pipeline = try Pipeline(line) {
                return try await run(pipeline, in: shell) { try await perform($0, in: $1, stopwatch) }
            }
            let redirection = try Redirection(line)
            guard let target = redirection.target else {
                return try await perform(redirection.command, in: shell, stopwatch)
            }
            // Opening may take as long as a named pipe is without a reader; Ctrl-C ends it.
            return try await Interruption.guarding(isInteractive: shell.isTyped) {
                let file = try await target.open(home: shell.environment["HOME"])
                defer { close(file) }
                let output = Output(descriptor: file, name: "“\(target.path)”")
                return try await perform(redirection.command, in: shell.writing(to: output), stopwatch)
            }
        }
    }

    func run(statement: String) async -> LineResult {
        let words = ["sql", statement]
        let shell = shell.with(settings.current).reporting(for: words)
        return await run(words, in: shell)
    }

    /// Runs the words of a command or of one of the REPL's own; what goes wrong is said.
    func run(_ words: [String], in shell: Shell) async -> LineResult {
        await FeedcacheProgram.reportingErrors(in: shell) { try await perform(words, in: shell, $0) }
    }

    private func perform(_ words: [String], in shell: Shell, _ stopwatch: Stopwatch) async throws -> LineResult {
        guard let first = words.first else { return LineResult() }
        guard let builtin = REPLBuiltins.named(first) else {
            results.begin(words)
            return try await FeedcacheProgram.perform(words, in: shell, stopwatch)
        }
        let arguments = Array(words.dropFirst())
        do {
            if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
                throw try HelpRequest(about: [first], of: shell.commands)
            }
            let result = try await builtin.run(arguments, in: with(\.shell, shell))
            stopwatch.stop()
            return result
        } catch let help as HelpRequest {
            return try await FeedcacheProgram.show(help, in: shell, stopwatch)
        }
    }
}

extension ExitStatus {
    var isSignal: Bool { rawValue > 128 }
}

extension ShellWords.Flaw {
    fileprivate var error: CommandError {
        switch self {
        case .openQuote(let quote):
            CommandError(.usage, "a quote “\(quote)” is left open", advice: "close it, or write a backslash before it")
        case .openBackslash:
            CommandError(.usage, "the line ends in a backslash, and nothing follows", advice: "take it out")
        }
    }
}

struct LineResult: Equatable, Sendable {
    var status = ExitStatus.done
    var isLeaving = false
    /// Whether the reader of its output had gone.
    var isCutOff = false
    /// The exit code of another program, where that is to be this one's.
    var code: Int32?

    /// What lines one after the other come to: the last failure counts, and leaving ends them.
    mutating func add(_ next: LineResult) {
        if next.status != .done { status = next.status }
        isLeaving = next.isLeaving
        isCutOff = next.isCutOff
    }
}
