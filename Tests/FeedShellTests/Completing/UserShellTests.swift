import FeedCache
import FeedMock
import Foundation
import TestSupport
import Testing

@testable import FeedShell

/// The scripts, read by the real shells; one that is not installed is left out.
@Suite("The completion script of")
struct UserShellTests {
    private static let installed = UserShell.allCases.filter { path(of: $0) != nil }

    private static func path(of shell: UserShell) -> String? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell.rawValue }
            .first(where: FileManager.default.isExecutableFile)
    }

    private static var dependencies: [String: String] {
        [
            "PATH": "\(ProgramBinary.url.deletingLastPathComponent().path):/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "TERM": "vt100",
        ]
    }

    /// What a shell prints that runs a script, with the program in its path and a cache of the mock's.
    private func run(_ shell: UserShell, _ words: [String], script: String, baseURL: String) async throws -> String {
        let folder = try TemporaryFolder()
        let fixture = try ShellFixture(baseURL: baseURL)
        #expect(try await fixture.run("sync").status == .done)
        try script.write(toFile: folder.path("script"), atomically: true, encoding: .utf8)
        try folder.write("", "out")
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.path(of: shell)))
        process.arguments = words + [folder.path("script")]
        process.environment = fixture.shell.environment.merging(Self.dependencies) { $1 }
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardInput = FileHandle.nullDevice
        let out = try FileHandle(forWritingTo: URL(filePath: folder.path("out")))
        (process.standardOutput, process.standardError) = (out, out)
        let (endings, ending) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        for await _ in endings {}
        return try folder.text("out")
    }

    @Test("every shell reads without a complaint", arguments: installed)
    func syntax(_ shell: UserShell) async throws {
        try await withMockServer { _, baseURL in
            let complaints = try await run(shell, ["-n"], script: shell.script, baseURL: baseURL)
            #expect(complaints == "")
        }
    }

    @Test(
        "bash completes commands, values, names and words with signs in them", .enabled(if: installed.contains(.bash)))
    func bash() async throws {
        let script =
            UserShell.bash.script + #"""
                complete_line() {
                    COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=($1)
                    _feedcache feedcache "$2"
                    echo "$1: ${COMPREPLY[*]}"
                }
                complete_line 'feedcache ite' ite
                complete_line 'feedcache items ph' ph
                complete_line 'feedcache export photos --format=cs' cs
                complete_line 'feedcache show keywords kw-1' kw-1
                complete_line 'feedcache backup /et' /et
                complete_line 'feedcache nonsense x' x
                """#
        try await withMockServer { _, baseURL in
            let output = try await run(.bash, ["--norc"], script: script, baseURL: baseURL)
            let lines = output.split(separator: "\n")
            #expect(lines.first == "feedcache ite: items")
            #expect(
                lines.dropFirst().prefix(2) == [
                    "feedcache items ph: photos", "feedcache export photos --format=cs: csv",
                ])
            #expect(lines.count == 6 && lines[3].hasPrefix("feedcache show keywords kw-1: kw-1"))
            #expect(lines.suffix(2) == ["feedcache backup /et: ", "feedcache nonsense x: "])
        }
    }

    @Test("zsh completes what is typed", .enabled(if: installed.contains(.zsh)))
    func zsh() throws {
        let fixture = try ShellFixture()
        let script = fixture.folder.appending(path: "script")
        try UserShell.zsh.script.write(to: script, atomically: true, encoding: .utf8)
        let terminal = try #require(PseudoTerminal(columns: 200, rows: 50))
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.path(of: .zsh)))
        process.arguments = ["-f", "-i"]
        process.environment = fixture.shell.environment.merging(Self.dependencies) { $1 }
        let file = FileHandle(fileDescriptor: terminal.descriptor, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (file, file, file)
        try process.run()
        defer { process.terminate() }
        terminal.type("autoload -U compinit && compinit -D -u; source \(script.path); echo rea''dy\n")
        #expect(terminal.see("ready").contains("ready"))
        for (line, completed) in [
            ("feedcache refre", "refresh"), ("feedcache items pho", "photos"),
            ("feedcache export photos --format=cs", "=csv"), ("feedcache mock serve --directory /et", "/etc"),
            ("feedcache backup --db=/et", "=/etc"),
        ] {
            terminal.type("\u{15}\(line)\t")
            #expect(terminal.see(completed).contains(completed), "\(line)")
        }
    }

    @Test("fish completes with what the words mean", .enabled(if: installed.contains(.fish)))
    func fish() async throws {
        let script =
            UserShell.fish.script + #"""
                complete -C 'feedcache refre'
                complete -C 'feedcache feed --section rank'
                complete -C 'feedcache export photos --format=cs'
                complete -C 'feedcache backup /et'
                complete -C 'feedcache backup --db=/et'
                complete -C 'feedcache mock serve --directory /et'
                complete -C 'feedcache nonsense x'
                """#
        try await withMockServer { _, baseURL in
            let output = try await run(.fish, ["--no-config"], script: script, baseURL: baseURL)
            let lines = output.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(
                lines.compactMap(\.first) == [
                    "refresh", "ranking", "--format=csv", "/etc/", "--db=/etc/", "/etc/",
                ])
            #expect(lines.first?.last?.contains("first page") == true)
        }
    }
}
