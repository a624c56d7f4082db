import Dispatch
import FeedCache
import FeedMock
import FeedSource
import Foundation
import TestSupport

@testable import FeedShell

/// Plays a session with the real program on a pseudo terminal, against the mock API of the fixed seed, and gives what
/// was to be seen.
///
/// What differs from one time to the next (port, folders, times) is replaced, so that two recordings are equal.
final class SessionRecorder {
    /// What the shell says when a command is over.
    private static let endMark = "\u{1E}"
    /// Shown in place of every time of today.
    private static let time = "2026-01-01T09:00:00.000Z"

    private let terminal: PseudoTerminal
    private let home = try? TemporaryFolder()
    private var seen = ""
    private var server: MockServer?

    init?() {
        guard let terminal = PseudoTerminal(columns: 96, rows: 1_000), home != nil else { return nil }
        self.terminal = terminal
    }

    /// - Returns: the lines of the session, with a line break at the end of each.
    func record(_ session: RecordedSession) async throws -> String {
        masked(try await play(session).text)
    }

    /// - Returns: the lines of the session with the looks of their cells.
    func recordLooks(_ session: RecordedSession) async throws -> [TerminalTranscript.Line] {
        try await play(session).lines.map { line in
            line.replacing(with: Array(masked(String(line.compactMap(\.character)))))
        }
    }

    private func play(_ session: RecordedSession) async throws -> TerminalTranscript {
        let server = try MockServer()
        self.server = server
        try home?.write(Manifest.gourmetText(baseURL: try await server.start()), "feed.toml")
        do {
            for step in session.steps { try await play(step) }
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
        return TerminalTranscript(seen)
    }

    private func play(_ step: RecordedSession.Step) async throws {
        switch step {
        case .shell(let command, let shown):
            seen += "\u{1B}[2m$\u{1B}[0m \u{1B}[1m\(shown ?? command)\u{1B}[0m\r\n"
            try start(command)
            await look()
        case .repl(let line):
            terminal.type(line + "\n")
            await look()
        case .worldMoves(let comment):
            server?.clock.advance()
            await show(comment)
        case .serverStops(let comment):
            await server?.stop()
            await show(comment)
        }
    }

    /// A comment typed at the prompt: the REPL passes over it as a shell does.
    private func show(_ comment: String) async {
        terminal.type("# \(comment)\n")
        await look()
    }

    // MARK: The program

    private func start(_ command: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "\(command)\nprintf '\\036'"]
        let folder = ProgramBinary.url.deletingLastPathComponent().path
        shell.environment = [
            "PATH": "\(folder):/usr/bin:/bin", "HOME": home?.path ?? "", "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8", "FEEDCACHE_SOURCE": home?.path("feed.toml") ?? "", "PAGER": "cat",
        ]
        let file = FileHandle(fileDescriptor: terminal.descriptor, closeOnDealloc: false)
        (shell.standardInput, shell.standardOutput, shell.standardError) = (file, file, file)
        try shell.run()
    }

    /// Waits until the command is over, or the REPL asks for a line.
    private func look() async {
        let terminal = terminal
        let shown = await withCheckedContinuation { continuation in
            // Waiting for a terminal would keep one of the few threads that all tasks share.
            DispatchQueue.global().async { continuation.resume(returning: terminal.see(until: Self.isOver)) }
        }
        seen += shown.replacing(Self.endMark, with: "")
    }

    private static func isOver(_ shown: String) -> Bool {
        if shown.hasSuffix(endMark) { return true }
        let line = shown.suffix(while: { $0 != "\n" && $0 != "\r\n" })
        guard line.hasSuffix("> ") else { return false }
        return TerminalTranscript(String(line)).text.hasPrefix("gourmet")
    }

    // MARK: What varies

    private func masked(_ text: String) -> String {
        let now = Date()
        return
            text
            .replacing(home?.path ?? "", with: "/home/you")
            .replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:3000")
            .replacing(/\S*feedcache-demo-[-0-9A-F]{36}/, with: "/tmp/feedcache-demo")
            .replacing(#/gourmet (.* )?\d+[smhd]> /#) { match in "gourmet \(match.output.1 ?? "")1s> " }
            .replacing(#/ \(\d+ s ago\)/#, with: " (1 s ago)")
            .replacing(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z/) { match in
                let date = (try? Date(match.output.1 + "Z", strategy: .iso8601)) ?? .distantPast
                return abs(date.timeIntervalSince(now)) < 86_400 ? Self.time : String(match.output.0)
            }
    }
}

extension TerminalTranscript.Line {
    /// The line with other characters: what both have at their ends keeps its look, and what is between them takes that
    /// of the first cell it replaces.
    fileprivate func replacing(with characters: [Character]) -> Self {
        let old = compactMap(\.character)
        guard old != characters else { return self }
        let prefix = zip(old, characters).prefix { $0 == $1 }.count
        let most = Swift.min(old.count, characters.count) - prefix
        let suffix = zip(old.reversed(), characters.reversed()).prefix(most).prefix { $0 == $1 }.count
        // The cells of the characters that stay; each character is followed by the nils of its width.
        let starts = indices.filter { self[$0].character != nil }
        let from = prefix < starts.count ? starts[prefix] : count
        let to = suffix == 0 ? count : starts[old.count - suffix]
        let look = (from < count ? self[from] : last)?.look ?? .init()
        let middle = characters[prefix..<(characters.count - suffix)]
        return self[..<from] + middle.map { TerminalTranscript.Cell(character: $0, look: look) } + self[to...]
    }
}

extension StringProtocol {
    /// The longest end of which all characters fulfil the condition.
    fileprivate func suffix(while predicate: (Character) -> Bool) -> SubSequence {
        let start = lastIndex { !predicate($0) }.map(index(after:)) ?? startIndex
        return self[start...]
    }
}
