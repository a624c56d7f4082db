import ArgumentParser
import FeedCache
import FeedModel
import FeedSource

struct WatchCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Sync again and again, showing only what changed on screen.",
        discussion: """
            Until Ctrl-C, or for --count rounds. Without a network it says so once and goes on; what other processes \
            write is shown too. With --json each change is one object on a line of its own, and with --count as well \
            all of them are one array: time, run; kind (insert, delete, move, update); what (section, content, ad); \
            section and id; row, its place now (null: gone); from, where it was (null: new); fields, the members that \
            changed (null: what they were is no longer known); payload, of what is new or changed.
            """)
    static let example = "watch --every 5m"
    static let modes: [OutputMode] = [.table, .json, .ndjson]

    static let intervals = DurationArgument(seconds: 1)...DurationArgument(seconds: 7 * 86_400)

    @OptionGroup var shared: SharedOptions

    @Option(help: .duration("The time between two syncs, such as 30s, 5m or 1h."))
    var every = DurationArgument(seconds: 60)

    @Option(help: ArgumentHelp("End after so many syncs, with the last one's exit code.", valueName: "number"))
    var count: Int?

    @Option(help: "How many lines the changes of one sync take at most, for people; the rest is counted.")
    var limit: Int = 50

    func validate() throws {
        try every.check("--every", in: Self.intervals)
        guard count ?? 1 >= 1 else { throw ValidationError("--count is 1 or more") }
        guard limit >= 1 else { throw ValidationError("--limit is 1 or more") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        for warning in cache.manifest.warnings { shell.say("feedcache: warning: \(warning)", shared) }
        return try await WatchLoop(
            cache: cache, shell: shell, options: shared, interval: every.duration, rounds: count,
            screen: WatchScreen(options: shared, limit: limit, isCounted: count != nil)
        ).run()
    }
}
