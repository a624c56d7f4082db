import FeedModel
import FeedStore
import Foundation
import TerminalKit

struct EditBuiltin: REPLBuiltin {
    let names = ["edit"]
    let abstract = "Change the last line in an editor, or the SQL being typed, then run it."
    let discussion = """
        The editor is the one that VISUAL or EDITOR names, else vi. In the midst of SQL, type edit alone on a line. \
        Nothing is run where the text is empty or the editor fails.
        """
    let example = "edit"

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        try refuse(words)
        let last = await session.history().last { ShellWords($0).words.first != name }
        return try await edit(last ?? "", in: session)
    }

    static func isAsked(by line: String) -> Bool {
        line.trimmingCharacters(in: .whitespaces) == "edit"
    }

    func edit(_ text: String, in session: REPLSession) async throws -> LineResult {
        guard session.shell.isTyped, let typed = session.typed else {
            throw CommandError(.usage, "“edit” needs a terminal", advice: "change the line where it is written")
        }
        let edited = try await changed(text, in: session.shell)
        guard !edited.isEmpty else { return LineResult() }
        let isStatement = StatementRule.sql.begins(edited) && !SQLText.isComplete(edited)
        await typed.remember(isStatement ? edited + ";" : edited)
        for line in TerminalSanitizer.lines(edited) { try session.shell.output.line(line) }
        return await session.read(GivenLines(edited))
    }

    /// - Returns: what the user's editor makes of a text, without blanks around it.
    /// - Throws: `CommandError` where there is no editor, it fails, or what it leaves is no text.
    private func changed(_ text: String, in shell: Shell) async throws -> String {
        let names = ["VISUAL", "EDITOR"].compactMap { shell.locations.variable($0) }
        let editor = names.first ?? "vi"
        let path = FileManager.default.temporaryDirectory.path + "/feedcache-\(UUID().uuidString).txt"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CommandError(.cannotCreate, "cannot write “\(path)”: \(String(cString: strerror(errno)))")
        }
        defer { unlink(path) }
        do {
            defer { close(file) }
            try Output(descriptor: file, name: "“\(path)”").write(text + "\n")
        }
        guard
            let program = ForegroundProgram(
                "\(editor) \(ShellWords.quote(path))", environment: shell.environment, readingFrom: STDIN_FILENO,
                output: shell.output)
        else { throw CommandError(.inputOutput, "/bin/sh could not be started") }
        switch await program.waitUntilEnded() {
        case .exited(0): break
        case .exited(126...127):
            throw CommandError(.noInput, "“\(editor)” could not be run", advice: "name an editor in VISUAL or EDITOR")
        case .exited(let code):
            throw CommandError(.inputOutput, "“\(editor)” ended with exit code \(code)", advice: "nothing was run")
        case .signalled(let number):
            throw CommandError(.inputOutput, "signal \(number) ended “\(editor)”", advice: "nothing was run")
        }
        guard let data = FileManager.default.contents(atPath: path), let edited = String(data: data, encoding: .utf8)
        else {
            throw CommandError(.inputOutput, "what “\(editor)” left is no text in UTF-8", advice: "nothing was run")
        }
        return edited.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

private actor GivenLines: LineSource {
    private var lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).reversed()
    }

    func next(prompt: String) -> LineReading { lines.popLast().map(LineReading.line) ?? .end }
    func remember(_ line: String) {}
    func history() -> [String] { [] }
}
