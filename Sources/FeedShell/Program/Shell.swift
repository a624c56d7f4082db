package import FeedCache
package import FeedModel
package import FeedSource
import FeedStore
import Foundation
package import TerminalKit

/// What commands run in: where results and messages go, the environment, and the caches that are open.
package struct Shell: Sendable {
    package private(set) var environment: [String: String]
    package private(set) var output: Output
    package let errors: Output
    /// Whether lines are typed or piped into the REPL, rather than one command given.
    package private(set) var isInteractive: Bool
    /// Whether the REPL is at a terminal: Ctrl-C ends a command then, never the program.
    private(set) var isTyped = false
    private(set) var settings = SessionSettings()
    /// The file and line that is being run: `morning.feed:3`.
    private(set) var place: String?
    private(set) var reportsJSON = false
    /// What keeps results for `last`; nil outside of a session.
    private(set) var results: LastResults?
    let clock: any RequestClock
    package let commands: Commands
    /// Keeps the pictures and files that items name; nil: none are kept.
    package let assets: (any AssetKeeper)?
    private let caches: OpenCaches

    /// - Parameters:
    ///   - clock: the time of syncs, and of what is said about them.
    ///   - transport: what carries requests; nil: an HTTP client.
    package init(
        commands: Commands, environment: [String: String] = ProcessInfo.processInfo.environment,
        output: Output = .standard,
        errors: Output = .error, isInteractive: Bool = false, clock: any RequestClock = SystemRequestClock(),
        transport: (any Transport)? = nil, assets: (any AssetKeeper)? = nil
    ) {
        (self.commands, self.environment, self.output, self.errors) = (commands, environment, output, errors)
        (self.isInteractive, self.clock, self.assets) = (isInteractive, clock, assets)
        caches = OpenCaches { [environment] manifest in
            .live(environment, source: manifest.source, transport: transport, clock: clock, assets: assets)
        }
    }

    func interactive(with options: SharedOptions, isTyped: Bool) -> Shell {
        var shell = self
        if let database = options.database { shell.environment["FEEDCACHE_DB"] = database }
        if let source = options.source { shell.environment["FEEDCACHE_SOURCE"] = source }
        shell.isInteractive = true
        shell.isTyped = isTyped
        return shell
    }

    package func writing(to output: Output) -> Shell { with(\.output, output) }

    func keeping(_ results: LastResults) -> Shell { with(\.results, results) }

    func with(_ settings: SessionSettings) -> Shell {
        var shell = self
        shell.settings = settings
        if let database = settings.database { shell.environment["FEEDCACHE_DB"] = database }
        if case .file(let source) = settings.source { shell.environment["FEEDCACHE_SOURCE"] = source }
        return shell
    }

    /// The same shell, whose errors are as the results that the words of a command ask for.
    func reporting(for words: [String]) -> Shell {
        with(\.reportsJSON, (OutputMode.asked(in: words) ?? settings.mode)?.isJSON ?? false)
    }

    private func with<Value>(_ member: WritableKeyPath<Shell, Value>, _ value: Value) -> Shell {
        var shell = self
        shell[keyPath: member] = value
        return shell
    }

    func at(_ place: String) -> Shell { with(\.place, place) }

    package var locations: Locations { Locations(environment: environment, isBuiltIn: settings.source == .builtIn) }

    func closeCaches() { caches.close() }

    /// The cache that the options name. A REPL opens it once.
    package func cache(_ options: SharedOptions) throws -> FeedEngine {
        let (cache, isReplaced) = try caches.cache(
            of: try manifest(options.source), at: try locations.database(options.database))
        if isReplaced {
            let message =
                "the database \(cache.databasePath) was deleted, moved or replaced while it was open; what is there now "
                + "is used instead"
            report(ErrorLine("database_replaced", message), .done)
        }
        return cache
    }

    /// The commits to a cache, until the reader of the output has gone: that is looked for when commits are, where the output
    /// is a pipe every 10 s at least. Then it throws `OutputError.closed`.
    func commits(to cache: FeedEngine) -> Commits {
        Commits(of: cache.database) { [output] duration in
            try await Task.sleep(for: output.isPipe ? min(duration, .seconds(10)) : duration)
            if output.isAbandoned { throw OutputError.closed }
        }
    }

    /// Notes in the cache, where there is one, what shows that a manifest reads a whole list; nil takes it back. A cache that
    /// cannot take it is no failure of what was looked at.
    package func noteProof(_ text: String?, of list: String, as fingerprint: String, _ options: SharedOptions) {
        guard locations.hasDatabase(options.database) else { return }
        do {
            try cache(options).noteProof(text, of: list, as: fingerprint)
        } catch {
            say("“status” will not say what was proved: \(error)", options)
        }
    }

    /// The manifest that the option names. A REPL reads it again when its file has changed.
    package func manifest(_ option: String?) throws -> Manifest { try caches.manifest(at: locations.manifest(option)) }

    package func dependencies(of manifest: Manifest) -> Dependencies { caches.dependencies(manifest) }

    package func say(_ message: String, _ options: SharedOptions) {
        guard !options.quiet, options.verbose || errors.isTerminal else { return }
        try? errors.line(TerminalSanitizer.line(message))
    }

    /// A line of results; a terminal obeys nothing in it.
    func line(_ text: String) throws { try output.line(TerminalSanitizer.line(text)) }

    package func show(_ document: JSONValue) throws { try output.write(document) }
}

extension Shell {
    /// Runs `body` with a pager at hand for what is longer than the screen, and comes back when it was left.
    ///
    /// - Parameter isWanted: where false, or in a session without a pager, or without a terminal, `body` just runs.
    func paging<Value: Sendable>(_ isWanted: Bool = true, _ body: (Shell) async throws -> Value) async throws -> Value {
        guard isWanted, settings.isPaging, output.isTerminal,
            let pager = Pager(variable: "FEEDCACHE_PAGER", environment: environment),
            let paged = output.paged(by: pager, environment)
        else { return try await body(self) }
        let result = await Result { try await body(writing(to: paged)) }
        // What went wrong is said once the terminal is ours again.
        await paged.endPaging()
        return try result.get()
    }
}
