import FeedCache
import Foundation
import Synchronization

/// What commands run in: where results and messages go, the environment, and the caches that are open.
struct Shell: Sendable {
    private(set) var environment: [String: String]
    private(set) var output: Output
    let errors: Output
    /// Whether lines are typed or piped into the REPL, rather than one command given.
    private(set) var isInteractive: Bool
    /// Whether somebody types at the REPL: Ctrl-C ends a command then, never the program.
    private(set) var isTyped = false
    /// What holds for every command, until its options say otherwise.
    private(set) var settings = SessionSettings()
    /// Where in a file the line stands that is being run: `morning.feed:3`.
    private var place: String?
    private let caches: OpenCaches

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, output: Output = .standard,
        errors: Output = .error, isInteractive: Bool = false
    ) {
        self.environment = environment
        self.output = output
        self.errors = errors
        self.isInteractive = isInteractive
        caches = OpenCaches()
    }

    /// The same shell for the commands of a REPL, whose options hold for all of them.
    func interactive(with options: SharedOptions, isTyped: Bool) -> Shell {
        var shell = self
        if let database = options.database { shell.environment["FEEDCACHE_DB"] = database }
        if let source = options.source { shell.environment["FEEDCACHE_SOURCE"] = source }
        shell.isInteractive = true
        shell.isTyped = isTyped
        return shell
    }

    /// The same shell whose results go elsewhere.
    func writing(to output: Output) -> Shell {
        var shell = self
        shell.output = output
        return shell
    }

    /// The same shell with other settings.
    func with(_ settings: SessionSettings) -> Shell {
        var shell = self
        shell.settings = settings
        return shell
    }

    /// The same shell, whose complaints name where in a file the line stands.
    func at(_ place: String) -> Shell {
        var shell = self
        shell.place = place
        return shell
    }

    var locations: Locations { Locations(environment: environment) }

    /// The cache that the options name. A REPL opens it once.
    func cache(_ options: SharedOptions) throws -> FeedCache {
        let (cache, isReplaced) = try caches.open(
            manifest: try locations.manifest(options.source), databasePath: try locations.database(options.database))
        if isReplaced {
            complain(
                "the database \(cache.databasePath) was deleted, moved or replaced while it was open; what is there now "
                    + "is used instead")
        }
        return cache
    }

    /// A message for people, where they want it.
    func say(_ message: String, _ options: SharedOptions) {
        guard !options.quiet, options.verbose || errors.isTerminal else { return }
        try? errors.line(Defusing.line(message))
    }

    /// An error, in one line, always.
    func complain(_ message: String) {
        let place = place.map { "\($0): " } ?? ""
        try? errors.line("feedcache: \(Defusing.line(place + message))")
    }

    /// A document, alone on standard output.
    func show(_ document: JSONValue) throws {
        try output.write(document)
    }
}

/// The caches that a REPL has opened, by database. The lock guards the list.
private final class OpenCaches: Sendable {
    private struct Known {
        let cache: FeedCache
        let file: FileIdentity?
    }

    private let caches = Mutex<[Known]>([])

    /// - Returns: the cache, and whether its database is another file than the one that was open until now.
    func open(manifest: Manifest, databasePath: String) throws -> (cache: FeedCache, isReplaced: Bool) {
        try caches.withLock { caches in
            let file = FileIdentity(of: databasePath)
            // What was open under this name is of no use any more, with whatever manifest.
            let isReplaced = caches.contains { $0.cache.databasePath == databasePath && $0.file != file }
            caches.removeAll { $0.cache.databasePath == databasePath && $0.file != file }
            if let known = caches.first(where: {
                $0.cache.databasePath == databasePath && $0.cache.manifest == manifest
            }) {
                return (known.cache, false)
            }
            let cache = try FeedCache(manifest: manifest, databasePath: databasePath)
            caches.append(Known(cache: cache, file: FileIdentity(of: databasePath)))
            return (cache, isReplaced)
        }
    }
}

/// Which file a path leads to; another one of the same name is not the same.
private struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t

    /// Nil where there is none.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, node) = (status.st_dev, status.st_ino)
    }
}
