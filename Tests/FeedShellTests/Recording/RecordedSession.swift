/// A session in the README: what is typed, and what happens meanwhile.
///
/// A line more is a step more here; then `scripts/record`. Times are made the same in place, and what they move
/// is not: a table with a single time, or a sentence that wraps around one, has no place here.
struct RecordedSession: Sendable {
    enum Step: Sendable {
        /// A command at the shell's prompt; the README shows `as` in its place. It may open the REPL.
        case shell(String, as: String? = nil)
        /// A line typed into the REPL.
        case repl(String)
        /// The editors at the other end have been at work; reported in a comment.
        case worldMoves(String)
        /// The API is out of reach from now on; reported in a comment.
        case serverStops(String)
    }

    /// As the README's marker has it.
    let name: String
    let steps: [Step]

    static let all = [
        RecordedSession(
            name: "demo",
            steps: [
                .shell("feedcache demo", as: "scripts/demo"),
                .repl("items photos --limit 3"),
                .repl("feed --section ranking --limit 3"),
                .repl("exit"),
            ]),
        RecordedSession(
            name: "first ten minutes",
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
    ]
}
