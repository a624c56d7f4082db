import FeedCache
import FeedStore
import Foundation
import Synchronization
import TerminalKit

/// A REPL at a terminal: prompts, history, lines that go on, and the user's init file before the first of them.
struct TypedSession {
    private let session: REPLSession
    private let lines: any LineSource
    private let runsInit: Bool
    private let typed: EarlierLines

    init(session: REPLSession, runsInit: Bool) {
        let typed = EarlierLines()
        let complete: LineEditor.Completer = { line in
            let completer = LineCompleter(shell: session.shell.with(session.settings.current))
            return completer.complete(line, statement: typed.statement(with: line.earlier))
        }
        let history = try? session.shell.locations.state("history")
        // Where libedit cannot work with the terminal, lines are read as they come.
        let lines: any LineSource =
            TypedLines(program: "feedcache", historyPath: history, complete: complete) ?? PipedLines()
        self.init(session: session, lines: lines, runsInit: runsInit, typed: typed)
    }

    init(session: REPLSession, lines: any LineSource, runsInit: Bool, typed: EarlierLines = EarlierLines()) {
        self.session = session.typing(lines)
        (self.lines, self.runsInit, self.typed) = (lines, runsInit, typed)
    }

    func run() async {
        if runsInit, await runInit().isLeaving { return }
        var assembly = LineAssembly(statements: .sql)
        while true {
            typed.lines = assembly
            switch await lines.next(prompt: prompt(assembly)) {
            case .line(let text):
                if await take(text, &assembly).isLeaving { return }
            case .interrupted: assembly.drop()
            case .tooLong:
                assembly.skip()
                _ = session.refuseLength()
            case .failed(let number):
                let reason = String(cString: strerror(number))
                return session.shell.report(CommandError(.inputOutput, "cannot read the terminal: \(reason)"))
            case .end:
                try? session.shell.output.line("")
                // A quote may have been left open by mistake: only that line is given up. Where the terminal is gone,
                // the next prompt meets its end too.
                guard assembly.flaw != nil || assembly.isInStatement else { return }
                assembly.drop()
            }
        }
    }

    /// Runs what was entered: a line, or several that were pasted or come from the history. A signal drops those after it.
    private func take(_ text: String, _ assembly: inout LineAssembly) async -> LineResult {
        var result = LineResult()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            guard !result.isLeaving, !result.status.isSignal else { break }
            if let statement = assembly.statement, EditBuiltin.isAsked(by: line) {
                assembly.drop()
                await edit(statement)
                continue
            }
            switch assembly.add(line) {
            case .whole(let line, _): result = await enter(line)
            case .statement(let text, _): result = await enter(statement: text)
            case .incomplete: break
            case .tooLong: result = session.refuseLength()
            }
        }
        return result
    }

    /// Runs a line that was typed, with the earlier lines it names written out; that is what history keeps.
    private func enter(_ line: ShellWords) async -> LineResult {
        var line = line
        do {
            if let expanded = try HistoryExpansion.expand(line, history: await lines.history()) {
                line = ShellWords(expanded)
                try session.shell.line(expanded)
            }
        } catch {
            return session.shell.failing(with: CommandError(error))
        }
        await lines.remember(line.text)
        return await session.run(line)
    }

    /// Runs SQL that was typed. History keeps it with its semicolon, so that it is whole when it comes back.
    private func enter(statement: String) async -> LineResult {
        await lines.remember(SQLText.isComplete(statement) ? statement : statement + ";")
        return await session.run(statement: statement)
    }

    private func edit(_ statement: String) async {
        let shell = session.shell.with(session.settings.current)
        _ = await FeedcacheProgram.reportingErrors(in: shell) { _ in
            try await EditBuiltin().edit(statement, in: session)
        }
    }

    /// The init file's lines; what fails in it is said and ends nothing.
    private func runInit() async -> LineResult {
        let locations = session.shell.locations
        let named = locations.variable("FEEDCACHE_INIT")
        guard let path = named ?? locations.customaryInit else { return LineResult() }
        return await session.run(ShellWords("source \(ShellWords.quote(path))"))
    }

    // MARK: Prompt

    private func prompt(_ assembly: LineAssembly) -> String {
        if assembly.isInStatement { return "   … ;> " }
        return switch assembly.flaw {
        case nil: PromptState(of: session).text(session.shell.style(session.options))
        case .openQuote(let quote): "   … \(quote)> "
        case .openBackslash: "   … > "
        }
    }
}

/// The lines before the one that is being typed. The lock guards them.
final class EarlierLines: Sendable {
    private let state = Mutex(LineAssembly(statements: .sql))

    var lines: LineAssembly {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }

    /// What there is of a statement after more lines; empty outside of one.
    func statement(with more: [String]) -> String {
        var lines = lines
        for line in more { _ = lines.add(line) }
        return lines.statement ?? ""
    }
}
