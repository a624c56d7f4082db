import FeedModel

extension HelpTopic {
    static let exitCodes = HelpTopic(
        name: "exit-codes",
        abstract: "What the program ends with. The numbers are those of sysexits.h where it has one.",
        manualTitle: "EXIT STATUS",
        blocks: [
            .example([
                "feedcache sync -q --alarm-after 2h     # in cron: passing trouble is 0 for two hours",
                "feedcache status -q --max-age 2h || echo stale",
                "feedcache sync; echo $?",
            ]),
            .list(
                title: "EXIT CODES", entries: ExitStatus.allCases.map { ("\($0.rawValue)", "\($0.meaning).") }),
            .paragraph(
                """
                Where commands are read from a pipe or a file, the exit code is that of the last line that failed; 0 if \
                none did. What went wrong is one line on standard error, as “feedcache: …”; with --json and --format ndjson it is \
                one JSON object with exit, code, message and advice.
                """),
        ])
}
