extension HelpTopic {
    static let formatting = HelpTopic(
        name: "formatting",
        abstract: "How results are shown: for people, or for programs.",
        manualTitle: "FORMATTING",
        blocks: [
            .example([
                "feedcache items photos --format csv > photos.csv",
                "feedcache status --json",
                "feedcache show photos 12 --format vertical",
            ]),
            .list(
                title: "MODES", entries: OutputMode.allCases.map { ("--format \($0.rawValue)", $0.meaning) }),
            .list(
                title: "OPTIONS",
                entries: [
                    ("--json", "The same as --format json."),
                    (
                        "--color <when>",
                        "auto: on a terminal; always; never. Programs never get colour unless asked for."
                    ),
                    ("--no-pager", "Never through a pager. It is used on a terminal only."),
                    (
                        "-q, --quiet",
                        "Nothing at all while nothing is wrong; results only in a format that is asked for."
                    ),
                    ("-v, --verbose", "Messages and progress also where standard error is no terminal."),
                ]),
            .list(
                title: "IN THE REPL",
                entries: [
                    ("mode csv", "The mode of all commands that follow. --format outranks it."),
                    ("last --format csv", "The last result again in another mode, without running its command."),
                    ("timing on", "Prints how long each command took."),
                    ("pager off", "No pager for the rest of the session."),
                    ("items photos > file", "Writes a file; >> adds to it."),
                    ("items photos | head", "Gives the output to a program, or several, as sh(1) runs them."),
                    ("! ls", "Runs a command of the system’s shell."),
                ]),
            .paragraph(
                """
                Results go to standard output. Messages, progress and errors go to standard error. A command says which \
                modes it cannot write. On a terminal, control characters in what a server sent are shown, not obeyed; in \
                files and pipes every byte of a payload is as the server sent it.
                """),
        ])
}

extension OutputMode {
    fileprivate var meaning: String {
        switch self {
        case .auto:
            "The default: on a terminal a table, or a record a block where a column finds no room; elsewhere a table."
        case .table: "Columns that fit the terminal; long cells are cut."
        case .vertical: "A record a block, a field a line. Nothing is cut."
        case .box: "A table with lines around its cells."
        case .markdown: "A table of Markdown. Nothing is cut."
        case .json: "One JSON document and nothing else."
        case .ndjson: "One JSON object a line."
        case .csv: "A header and a record a line (RFC 4180)."
        case .tsv:
            "A header and a record a line, with tabs between fields; \\t, \\n, \\r and \\\\ in a field are escapes."
        case .prometheus: "Metrics for Prometheus; “status” only."
        }
    }
}
