/// A terminal session that is shown in a document: what is typed, and what happens meanwhile.
///
/// To show one line more, add a step here, then run `scripts/record`. Times are replaced by a fixed one; a table whose
/// width depends on a time, or a sentence that wraps around one, cannot be shown.
struct RecordedSession: Sendable {
    enum Step: Sendable {
        /// A command at the shell's prompt; the document shows `as` in its place. It may open the REPL.
        case shell(String, as: String? = nil)
        /// A line typed into the REPL.
        case repl(String)
        /// The content of the API changes; a comment in the session says so.
        case worldMoves(String)
        /// The API cannot be reached from now on; a comment in the session says so.
        case serverStops(String)
    }

    /// As the mark in the document has it.
    let name: String
    let document: ProjectFile
    let steps: [Step]

    /// Shown as text.
    static let all = [
        RecordedSession(
            name: "demo", document: .readme,
            steps: [
                .shell("feedcache demo", as: "scripts/demo"),
                .repl("items photos --limit 3"),
                .repl("feed --section ranking --limit 3"),
                .repl("exit"),
            ]),
        RecordedSession(
            name: "first ten minutes", document: .firstTenMinutes,
            steps: [
                .shell("feedcache sync"),
                .shell("feedcache feed --limit 2"),
                .shell("feedcache"),
                .repl("sections"),
                .repl("items photos --limit 3"),
                .repl("show keywords kw-5"),
                .worldMoves("A while later: the editors have been at work."),
                .repl("sync"),
                .repl("diff"),
                .repl("show keywords kw-5"),
                .repl("scroll articles 0 --height 6"),
                .repl("scroll articles 4 --height 6"),
                .repl("explain articles 3"),
                .repl("tap articles 6"),
                .repl("flush"),
                .repl("ctr --section articles --by item --limit 3"),
                .repl("show photo 119"),
                .serverStops("On the train, without a network."),
                .repl("sync"),
                .repl("feed --section ranking --limit 3"),
                .repl("status"),
                .repl("sql \"select key, json_extract(payload, '$.title') as title from item where key = '119'\""),
                .repl("help more"),
                .repl("exit"),
                .shell("feedcache export keywords --format csv | head -n 3"),
            ]),
        RecordedSession(
            name: "querying", document: .querying,
            steps: [
                .shell("feedcache sync --quiet"),
                .shell("feedcache"),
                .repl("select key, title from photos"),
                .repl("where title like '%サンド%' limit 2;"),
                .repl("last --json"),
                .repl("items photos --where \"position < 40\" --fields key,title --limit 2"),
                .repl("last --all | wc -l"),
                .repl("facets articles --limit 1"),
                .repl("find ｶﾇﾚ --in photos --fields key,title --format markdown"),
                .repl("count photos --where \"position >= 100\""),
                .repl("select * from photos limit 1;"),
                .repl("explain query plan select key from photos where key = '7';"),
                .repl("repeat --times 2 --every 100ms count photos"),
                .repl("history facets"),
                .repl("! echo $((6 * 7))"),
                .repl("cd /"),
                .repl("exit"),
            ]),
    ]

    /// Shown as a picture.
    static let pictured = RecordedSession(
        name: "picture", document: .readme,
        steps: [
            .shell("feedcache sync"),
            .shell("feedcache feed --section interviews --limit 3"),
            .shell("feedcache"),
            .repl("feed --section ranking --limit 3"),
            .serverStops("On the train, without a network."),
            .repl("sync photos"),
            .repl("items photos --limit 3"),
            .repl("exit"),
        ])
}
