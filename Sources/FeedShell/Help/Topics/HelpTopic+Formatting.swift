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
            .list(title: "OPTIONS", entries: options),
            .list(title: "IN THE REPL", entries: inREPL),
            .paragraph(
                """
                Results go to standard output. Messages, progress and errors go to standard error. A command says which \
                modes it cannot write. On a terminal, control characters in what a server sent are shown, not obeyed; in \
                files and pipes every byte of a payload is as the server sent it.
                """),
        ])

    private static let options: [Entry] = [
        ("--json", "The same as --format json."),
        ("--color <when>", "auto: on a terminal; always; never. Programs never get colour unless asked for."),
        ("--no-pager", "Never through a pager. It is used on a terminal only."),
        ("-q, --quiet", "Nothing at all while nothing is wrong; results only in a format that is asked for."),
        ("-v, --verbose", "Messages and progress also where standard error is no terminal."),
    ]

    private static let inREPL: [Entry] = [
        ("mode csv", "The mode of all commands that follow. --format outranks it."),
        ("last --format csv", "The last result again in another mode, without running its command."),
        ("timing on", "Prints how long each command took."),
        ("pager off", "No pager for the rest of the session."),
        ("items photos > file", "Writes a file; >> adds to it."),
        ("items photos | head", "Gives the output to a program, or several, as sh(1) runs them."),
        ("! ls", "Runs a command of the system’s shell."),
    ]
}
