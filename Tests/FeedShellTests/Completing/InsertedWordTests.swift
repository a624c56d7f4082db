import Foundation
import TestSupport
import Testing

@testable import FeedShell

/// The scripts in the real shells, on a terminal: what Tab inserts is run with Enter. One that is not installed is left
/// out.
@Suite("What completion inserts", .serialized)
struct InsertedWordTests {
    private static let installed = UserShell.allCases.filter {
        isInstalled($0.rawValue) && isInstalled("setsid")
    }

    private static func isInstalled(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    /// All that ASCII can print, commands in every form, and other letters.
    private static let word =
        "news" + String((0x20...0x7E).map { Character(UnicodeScalar(UInt8($0))) })
        + "$(touch pwned)`touch pwned`'$(touch pwned)'\"$(touch pwned)\"\\$(touch pwned);touch pwned;!!>pwned 日本🍣"

    /// What keeps it from reading the files of the user who runs the tests.
    private static func plainStart(of shell: UserShell) -> [String] {
        switch shell {
        case .bash: ["--norc", "--noprofile"]
        case .zsh: ["-f"]
        case .fish: ["--no-config"]
        }
    }

    @Test("is the word and no command, in any quotes", arguments: installed, ["", "\"", "'"])
    func inert(_ shell: UserShell, quote: String) async throws {
        // What closes a quote at the end is the likeliest to be taken for the end.
        let word = Self.word + (quote.isEmpty ? "!" : quote)
        let folder = try TemporaryFolder()
        let line = "feedcache show sp \(quote)news"
        let answer = CompletionAnswer.words([.init(word: word, note: "a note")])
        try folder.write((shell == .bash ? answer.bashText(after: line) : answer.description) + "\n", "answer")
        try folder.write(
            """
            #!/bin/sh
            if [ "$1" = completions ]; then cat '\(folder.path)/answer'; exit; fi
            printf %s "$3" >'\(folder.path)/given'
            echo gi''ven
            """, "feedcache")
        #expect(chmod(folder.path("feedcache"), 0o755) == 0)
        try folder.write(shell.script, "script")
        let start = shell == .zsh ? "autoload -U compinit && compinit -D -u; " : ""
        let seen = try await Self.type(
            [("\(start)source \(folder.path)/script; echo rea''dy\r", "ready"), ("\(line)\t\r", "given")],
            to: shell, in: folder.path)
        #expect(try folder.text("given") == word, "\(seen)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
    }

    /// Types lines to a shell, each when what the one before it prints has been seen.
    ///
    /// - Returns: all that was on the terminal.
    private static func type(
        _ lines: [(line: String, answer: String)], to shell: UserShell, in folder: String
    ) async throws -> String {
        let terminal = try #require(PseudoTerminal(columns: 1_000, rows: 50))
        let process = Process()
        // With the terminal as its own: fish reads from no other.
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "/usr/bin/\(shell.rawValue)"] + plainStart(of: shell) + ["-i"]
        process.environment = [
            "PATH": "\(folder):/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "vt100", "HOME": folder,
        ]
        process.currentDirectoryURL = URL(filePath: folder)
        let file = FileHandle(fileDescriptor: terminal.descriptor, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (file, file, file)
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        // The tests have few threads, which are not to wait for a terminal.
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var seen = ""
                for (line, answer) in lines {
                    terminal.type(line)
                    seen += terminal.see { $0.contains(answer) }
                }
                continuation.resume(returning: seen)
            }
        }
    }
}
