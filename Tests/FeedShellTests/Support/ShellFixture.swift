import FeedCache
import FeedModel
import FeedSource
import Foundation
import TerminalKit

@testable import FeedShell
@testable import FeedStore

/// A shell in a folder of its own, whose output can be looked at.
final class ShellFixture {
    let folder: URL
    let shell: Shell
    private let out: URL
    private let err: URL
    private let descriptors: [Int32]

    /// - Parameters:
    ///   - baseURL: of the built-in manifest; nil for a port without a server.
    ///   - transport: nil: an HTTP client.
    ///   - assets: keeps the pictures of items; nil: none are kept.
    init(
        baseURL: String? = nil, environment: [String: String] = [:], clock: any RequestClock = SystemRequestClock(),
        transport: (any Transport)? = nil, assets: (any AssetKeeper)? = nil
    ) throws {
        // As the program does: a pipe without a reader is an error, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let manifest = folder.appending(path: "feed.toml")
        let fast = "base_url = \"\(baseURL ?? "http://127.0.0.1:9")\"\nretry = { attempts = 1 }"
        try Manifest.gourmetText(baseURL: "BASE", keepsPictures: assets != nil).replacing(
            "base_url = \"BASE\"", with: fast
        )
        .write(to: manifest, atomically: true, encoding: .utf8)
        out = folder.appending(path: "out")
        err = folder.appending(path: "err")
        descriptors = [out, err].map { open($0.path, O_CREAT | O_WRONLY | O_APPEND, 0o600) }
        let own = [
            "FEEDCACHE_DB": folder.appending(path: "feed.db").path, "FEEDCACHE_SOURCE": manifest.path,
            "HOME": folder.path,
        ]
        shell = Shell(
            commands: .all, environment: own.merging(environment) { $1 }, output: Output(descriptor: descriptors[0]),
            errors: Output(descriptor: descriptors[1]), clock: clock, transport: transport, assets: assets)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Where results go.
    var outputPath: String { out.path }

    /// What was written to standard output since the last line was run.
    var output: String { get throws { try String(contentsOf: out, encoding: .utf8) } }

    /// What was written to standard error since the last line was run.
    var errors: String { get throws { try String(contentsOf: err, encoding: .utf8) } }

    /// What running a line came to.
    struct Result {
        let status: FeedModel.ExitStatus
        let output: String
        let errors: String
    }

    /// Runs a command line.
    func run(_ line: String) async throws -> Result {
        try await capture { await FeedcacheProgram.perform(ShellWords(line).words, in: shell).status }
    }

    /// Looks at what `body` writes to the shell.
    func capture(_ body: () async -> FeedModel.ExitStatus) async throws -> Result {
        try clear()
        let status = await body()
        return Result(status: status, output: try output, errors: try errors)
    }

    /// Forgets what was printed so far.
    func clear() throws {
        for descriptor in descriptors { ftruncate(descriptor, 0) }
    }

    /// A word as a line has it.
    static func quoted(_ word: String) -> String { ShellWords.quote(word) }

    /// Adds to the manifest, or replaces a piece of it.
    func editManifest(replacing old: String, with new: String) throws {
        let path = folder.appending(path: "feed.toml")
        let text = try String(contentsOf: path, encoding: .utf8)
        try text.replacing(old, with: new).write(to: path, atomically: true, encoding: .utf8)
    }
}

/// Events as a scrolling user would leave them, without one.
enum EventRows {
    static func write(_ events: [FeedEvent], to path: String) throws {
        let database = try FeedDatabase(path: path)
        let source = try database.source(named: "gourmet")
        try database.writeStamped { db, stamp in
            let table = EventTable(db: db, source: source.id, stamp: stamp)
            for event in events { try table.note(event, run: nil, isOutgoing: true) }
        }
    }
}
