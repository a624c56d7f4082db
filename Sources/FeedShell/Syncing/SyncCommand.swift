import ArgumentParser
import FeedCache
import FeedModel
import FeedSource

struct SyncCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Bring the cache up to date.",
        discussion: """
            The section config first, then every collection, or those named. Walks that were interrupted go on where \
            they stopped. With --alarm-after, trouble that may pass by itself (no connection, a timeout, a server \
            error, a wait, another sync) is unreported and exit code 0 until the last success of a collection is older; \
            then it is reported, once a day while it lasts, and once when it has been over for that time. Other trouble \
            is reported at once. The command of --on-change gets what has changed since it last took changes, whichever \
            sync brought them. It has the run’s number in FEEDCACHE_RUN; what it prints goes to standard error. Where it \
            fails the exit code is 3, and it gets the same changes again.
            """)
    static let example = "sync photos --full"

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collections to sync; without any, all.", valueName: "collection"),
        completion: .collections)
    var names: [String] = []

    @Flag(help: "Ask for everything: no validators, no delta.")
    var full = false

    @Flag(help: "Let a list shrink by more than half at once.")
    var allowShrink = false

    @Flag(help: "Take the server's word over newer versions here: it was restored from a backup.")
    var acceptOlder = false

    @Flag(help: "Say what would change, and change nothing.")
    var dryRun = false

    @Option(help: .duration("How long to wait for another sync to end, such as 10s."))
    var wait = DurationArgument.zero

    @Option(help: .duration("How long to leave the server alone between two pages of a list, such as 500ms."))
    var spacing = DurationArgument.zero

    @Option(
        help: .duration("Ask only for what was last synced this long ago or longer, such as 5m; the rest is unchanged.")
    )
    var maxAge: DurationArgument?

    @Flag(help: "Ask also where the server or repeated failures said to wait.")
    var now = false

    @Option(
        help: .duration("Leave trouble that may pass unreported until the last success is so long ago, such as 2h."))
    var alarmAfter: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Run by /bin/sh where the screen has changed, with the changes as NDJSON on its standard input.",
            valueName: "command"))
    var onChange: String?

    @Option(help: .duration("How long the command of --on-change may take."))
    var onChangeTimeout = DurationArgument(seconds: 300)

    func validate() throws {
        try wait.check("--wait", in: .zero...DurationArgument(seconds: 86_400))
        try spacing.check("--spacing", in: .zero...DurationArgument(seconds: 3_600))
        try maxAge?.check("--max-age", in: DurationArgument(seconds: 1)...DurationArgument(seconds: 315_360_000))
        try alarmAfter?.check("--alarm-after", in: DurationArgument(seconds: 1)...DurationArgument(seconds: 31_536_000))
        try onChangeTimeout.check(
            "--on-change-timeout", in: DurationArgument(seconds: 1)...DurationArgument(seconds: 86_400))
        if onChange?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--on-change needs a command") }
        if dryRun, alarmAfter != nil || onChange != nil {
            throw ValidationError("--dry-run excludes --alarm-after and --on-change, which follow a real sync")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let cache = try shell.cache(shared)
        for warning in cache.manifest.warnings { shell.say("feedcache: warning: \(warning)", shared) }
        let options = SyncOptions(
            collections: names.map(CollectionName.init), isFull: full, allowsShrink: allowShrink,
            acceptsOlder: acceptOlder, ignoresWaits: now,
            maxAge: maxAge?.duration, lockWait: wait.duration, pageSpacing: spacing.duration)
        guard dryRun else {
            return try await SyncJob(
                cache: cache, shell: shell, options: shared, sync: options,
                alarm: alarmAfter.map { AlarmRule(after: $0.seconds) },
                changeCommand: onChange.map { ChangeCommand(command: $0, limit: onChangeTimeout.duration) }
            ).run()
        }
        let progress = SyncProgressLine(shell: shell, options: shared)
        defer { progress.end() }
        let report = try await cache.dryRun(options, progress: progress.show)
        progress.end()
        return try shell.show(report, shared)
    }
}

struct RefreshCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Read a collection's first page again, keeping what lies deeper.")
    static let example = "refresh photos"

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    func run(in shell: Shell) async throws -> ExitStatus {
        try shell.show(try await shell.cache(shared).refresh(name), shared)
    }
}

struct MoreCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "more", abstract: "Read one page further.")
    static let example = "more photos"

    @OptionGroup var shared: SharedOptions

    @Argument(help: .collection, completion: .collections) var name: String

    func run(in shell: Shell) async throws -> ExitStatus {
        try shell.show(try await shell.cache(shared).more(name), shared)
    }
}

extension Shell {
    func showTable(of report: SyncReport, _ options: SharedOptions) throws {
        try show(report.json, options) { try show(RunTable.table(of: report), options) }
    }

    fileprivate func show(_ report: SyncReport, _ options: SharedOptions) throws -> ExitStatus {
        let status = ExitStatus(of: report)
        let isUnsaid = options.quiet && report.isUnsaidWhenQuiet(status)
        return try conclude(with: status, reporting: isUnsaid ? [] : report.errorLines) {
            try showTable(of: report, options)
        }
    }
}
