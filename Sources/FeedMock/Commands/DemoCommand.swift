import ArgumentParser
import FeedCache
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import Foundation
import TerminalKit

struct DemoCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Mock API, first sync and REPL in one go, in a throw-away place.",
        discussion: """
            The world of the mock moves on every minute: sync again, then diff. “mock” drives it: “mock fault photos:503” \
            breaks it, “mock offline on” makes the network go away, “mock reset” mends all. Without a terminal, or in a mode for \
            programs such as --json, the mock ends after the sync: the feed is printed from the cache, its pictures are there, \
            and that is all.
            """)
    static let example = "demo"

    @OptionGroup var shared: SharedOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        guard !shell.isInteractive else { throw CommandError(.usage, "leave this REPL first: the demo opens its own") }
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let removeFolder = { @Sendable () -> Void in
            // A read that is under way may make and remove files in it.
            for _ in 0..<10 where FileManager.default.fileExists(atPath: folder.path) {
                try? FileManager.default.removeItem(at: folder)
            }
        }
        defer { removeFolder() }
        var configuration = MockConfiguration()
        configuration.clock = .every(.seconds(60))
        // The demo has a cache and a manifest of its own.
        var options = shared
        (options.database, options.source) = (nil, nil)
        // What programs read is one document, the feed.
        let isForPeople = shared.mode.isForPeople
        let isTyped = isForPeople && shell.output.isTerminal && isatty(STDIN_FILENO) == 1
        let (demo, status) = try await withMockServer(configuration) { [options] _, baseURL in
            let demo = try shell.demo(in: folder, server: baseURL)
            demo.say("mock API at \(baseURL), cache in \(folder.path)", shared)
            demo.say("break it: mock fault photos:503, mock offline on; then sync; mend it: mock reset", shared)
            let sync = isForPeople ? demo : demo.writing(to: .nowhere)
            let status = try await Self.run("sync", with: options, in: sync)
            guard isTyped, status == .done else { return (demo, status) }
            if let text = try DemoSuggestions(try demo.cache(options)).text {
                try demo.output.line(TerminalSanitizer.line(text))
            }
            let repl = REPL(shell: demo, options: options, runsInit: false, cleanUp: removeFolder)
            return (demo, try await repl.run())
        }
        guard !isTyped, status == .done else { return status }
        if isForPeople {
            try shell.output.line("the mock API has ended; what follows is in the cache, pictures included")
        }
        return try await Self.run("feed", with: options, in: demo)
    }

    /// Runs a command whose results are shown as those of the demo.
    private static func run(_ name: String, with options: SharedOptions, in shell: Shell) async throws -> ExitStatus {
        var command = try CommandLineParser.parse([name], in: shell)
        command.shared = options
        return try await command.run(in: shell)
    }
}

extension Shell {
    /// A shell whose cache and manifest are in a folder of their own.
    fileprivate func demo(in folder: URL, server: String) throws -> Shell {
        let manifest = folder.appending(path: "feed.toml")
        try Manifest.gourmetText(baseURL: server, keepsPictures: true).write(
            to: manifest, atomically: true, encoding: .utf8)
        var environment = environment
        environment["FEEDCACHE_DB"] = folder.appending(path: "feed.db").path
        environment["FEEDCACHE_SOURCE"] = manifest.path
        environment["FEEDCACHE_MOCK"] = server
        return Shell(commands: commands, environment: environment, output: output, errors: errors, assets: assets)
    }
}
