import ArgumentParser
import FeedCache
import FeedModel
import TerminalKit

struct FindCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find a text in the values of all items, whatever its case, width and accents.",
        discussion: """
            Looks into every text value, at any depth, not into numbers or the names of fields. The first hits are shown while it \
            goes on; Ctrl-C ends it. Without a hit the exit code is 1.
            """)
    static let example = "find pizza --in articles"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(help: "The text.")
    var text: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("Only in this collection or section.", valueName: "collection"), completion: .collections)
    var place: String?

    @Flag(help: "In removed items instead.")
    var removed = false

    @OptionGroup var filter: FilterOptions

    func run(in shell: Shell) async throws -> ExitStatus {
        guard let search = TextSearch(text) else {
            throw CommandError(.usage, "there is nothing to find: the text is empty", advice: "name a text")
        }
        let cache = try shell.cache(shared)
        let lists = try cache.read { try SearchedList.lists(in: $0, named: place, isRemoved: removed) }
        let found = Listing(
            reading: { body in
                for list in lists {
                    try list.forEachHit(
                        of: search, in: cache, filter.selection(of: removed ? .removed : .shown), body)
                }
            }, fields: FeedHit.fields)
        let counted = try found.choosing(filter.fields).counted()
        if shared.mode == .table, filter.fields == nil {
            try showLines(counted.listing, in: shell)
        } else {
            try shell.show(counted.listing, shared)
        }
        guard counted.count() == 0 else { return .done }
        shell.say("nothing found", shared)
        return .notFound
    }

    /// Shows hits on a terminal one by one, as they are found; what is found before it fails is shown.
    private func showLines(_ hits: Listing<FeedHit>, in shell: Shell) throws {
        let (style, isTerminal) = (shell.style(shared), shell.output.isTerminal)
        var sink = BufferedOutput(shell.output)
        let end = Result {
            try shell.kept(hits).forEach { hit in
                try sink.write(hit.line(style))
                if isTerminal { try sink.flush() }
            }
        }
        try sink.flush()
        try end.get()
    }
}

extension FeedHit {
    fileprivate static let fields: Fields<FeedHit> = [
        Field("section") { .text($0.section?.text) }, Field("collection") { .text($0.collection?.text) },
        Field("key") { .string($0.item.key) }, Field("title") { .string($0.title) },
        Field("field") { .string($0.field) }, Field("place") { .number($0.place) },
        Field("text") { .string($0.text) },
    ]

    /// Characters of the value before the place, and in all.
    private static let (before, length) = (20, 80)

    /// A line for people, with its end: where it is, the item’s title, and a piece of the value.
    func line(_ style: Style) -> String {
        let start = max(0, place - Self.before)
        let piece = Self.head(of: text.dropFirst(start))
        let end = piece.endIndex < text.endIndex ? "…" : ""
        let excerpt = start == 0 && end.isEmpty ? text : "\(start > 0 ? "…" : "")\(piece)\(end)"
        let item = style.bold(TerminalSanitizer.line("\(section?.text ?? collection?.text ?? "") \(item.key)"))
        let name = title == text ? "" : TerminalSanitizer.line(String(Self.head(of: title[...])))
        let field = style.dim(TerminalSanitizer.line("\(field):\(place)"))
        return "\(item)\(name.isEmpty ? "" : "  ")\(name)  \(field)  \(TerminalSanitizer.line(excerpt))\n"
    }

    /// What a line has room for. A character has a byte or more: where the bytes are few, none is counted.
    private static func head(of text: Substring) -> Substring { text.utf8.count > length ? text.prefix(length) : text }
}
