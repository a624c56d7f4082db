import FeedModel
import Foundation
import TerminalKit

/// A command of the REPL itself, besides the program's commands. Dispatch, completion and help all use this
/// one definition.
protocol REPLBuiltin: Sendable {
    /// What can be typed for it; help shows the first.
    var names: [String] { get }
    /// Its arguments as help writes them: `<file>`.
    var usage: String { get }
    var abstract: String { get }
    /// What else there is to know; empty for nothing.
    var discussion: String { get }
    var example: String { get }

    /// - Parameter words: those before the one that is being typed, the built-in's own name first.
    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate]

    /// - Parameter words: those after its name.
    func run(_ words: [String], in session: REPLSession) async throws -> LineResult
}

extension REPLBuiltin {
    var usage: String { "" }
    var discussion: String { "" }
    var name: String { names.first ?? "" }

    func refuse(_ words: [String]) throws {
        guard let word = words.first else { return }
        throw CommandError(.usage, "“\(name)” takes nothing, but “\(word)” follows it", advice: "leave it out")
    }

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] { [] }
}

enum REPLBuiltins {
    static let all: [any REPLBuiltin] =
        [HelpBuiltin(), SourceBuiltin(), LastBuiltin(), RepeatBuiltin(), HistoryBuiltin(), EditBuiltin()]
        + SettingBuiltin.all + [FolderBuiltin(), ClearBuiltin(), ExitBuiltin()]

    static func named(_ name: String) -> (any REPLBuiltin)? {
        all.first { $0.names.contains(name) }
    }
}

struct HelpBuiltin: REPLBuiltin {
    let names = ["help", "?"]
    let usage = "[<command>|<topic>]"
    let abstract = "The commands, or what one command or topic is about, with an example."
    let example = "help items"

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] {
        let path = commands.catalog.path(Array(words.dropFirst()))
        guard path.count == words.count - 1 else { return [] }
        let commands = path.last.map(\.ownSubcommands) ?? commands.catalog.commands
        guard path.isEmpty else { return commands.map(\.candidate) }
        return commands.map(\.candidate)
            + REPLBuiltins.all.map { Completion.Candidate(word: $0.name, note: $0.abstract) }
            + HelpTopic.all.map { Completion.Candidate(word: $0.name, note: $0.abstract) }
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        throw try HelpRequest(about: words, of: session.shell.commands)
    }
}

struct SourceBuiltin: REPLBuiltin {
    let names = ["source"]
    let usage = "<file>"
    let abstract = "Run the lines of a file as if they were typed here."
    let discussion = """
        A failed line does not end it; the last failure counts. A path in a file that is sourced begins at that file’s \
        folder. The init file is such a file: $FEEDCACHE_INIT, else feedcache/init in $XDG_CONFIG_HOME; a REPL on a \
        terminal runs it first, unless it is started with “repl --no-init”.
        """
    let example = "source morning.feed"

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] {
        words.count == 1 ? FileNames.candidates(for: word) : []
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        guard let path = words.first, words.count == 1 else {
            throw CommandError(.usage, "“source” takes one file", advice: "as in “source morning.feed”")
        }
        let file = try SourcedFile(path, in: session.files)
        // One Ctrl-C ends the whole file, also between two of its lines.
        return try await Interruption.guarding(isInteractive: session.shell.isTyped) {
            await session.reading(file).read(file.lines)
        }
    }
}

struct HistoryBuiltin: REPLBuiltin {
    let names = ["history"]
    let usage = "[<count>] [<text>]"
    let abstract = "The lines typed last, or those that hold a text; the newest at the end."
    let discussion = """
        Upper and lower case are the same. !! is the last line, !-2 the one before it, !ite the last that begins with “ite”, and !$ the \
        last word of the last line, where a word begins with it. Ctrl-R searches.
        """
    let example = "history 10"

    private static let customary = 20

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        let named = words.first.flatMap(Int.init)
        guard named ?? 0 >= 0 else {
            throw CommandError(.usage, "“history” takes how many lines to show, from 0", advice: "as in “history 10”")
        }
        let text = words.dropFirst(named == nil ? 0 : 1).joined(separator: " ")
        // The line that asks does not answer.
        let lines = await session.history().filter { line in
            text.isEmpty || line.localizedCaseInsensitiveContains(text) && ShellWords(line).words.first != name
        }
        for line in lines.suffix(named ?? (text.isEmpty ? Self.customary : lines.count)) {
            try session.shell.line(line)
        }
        return LineResult()
    }
}

struct ClearBuiltin: REPLBuiltin {
    let names = ["clear"]
    let abstract = "Clear the screen, as Ctrl-L does."
    let example = "clear"

    /// The cursor at home, then the screen and what has scrolled off it erased (ECMA-48 CUP, ED; xterm's ED 3).
    private static let sequence = "\u{1B}[H\u{1B}[2J\u{1B}[3J"

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        try refuse(words)
        let output = session.shell.output
        let isDumb = ["", "dumb"].contains(session.shell.environment["TERM"] ?? "")
        if output.isTerminal, !isDumb { try output.write(Self.sequence) }
        return LineResult()
    }
}

struct ExitBuiltin: REPLBuiltin {
    // Also what `\q` is read as.
    let names = ["exit", "quit", "q"]
    let abstract = "Leave the REPL, as Ctrl-D does; quit does the same."
    let example = "exit"

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        try refuse(words)
        return LineResult(isLeaving: true)
    }
}

struct FolderBuiltin: REPLBuiltin {
    let names = ["cd"]
    let usage = "[<folder>]"
    let abstract = "Go to a folder, without one to the home folder: where paths of files begin."
    let discussion = "The database and the manifest stay the same."
    let example = "cd /tmp"

    func candidates(for word: String, after words: [String], of commands: Commands) -> [Completion.Candidate] {
        words.count == 1 ? FileNames.candidates(for: word, onlyFolders: true) : []
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        guard words.count <= 1 else {
            throw CommandError(.usage, "“cd” takes one folder", advice: "quote a name that has blanks in it")
        }
        let home = session.shell.locations.variable("HOME")
        guard let named = words.first ?? home, !named.isEmpty else {
            throw CommandError(.usage, "there is no home folder: HOME is not set", advice: "name a folder")
        }
        let path = named == "~" ? home ?? named : FilePath.expanded(named, home: home)
        // Once the folder is another, a relative path would mean another file.
        let locations = session.shell.locations
        let (database, source) = (locations.absoluteDatabase, locations.absoluteSource)
        guard chdir(path) == 0 else {
            throw CommandError(.noInput, "cannot go to “\(named)”: \(String(cString: strerror(errno)))")
        }
        try session.settings.change { settings throws(CommandError) in
            settings.database = settings.database ?? database
            settings.source = settings.source ?? source
        }
        return LineResult()
    }
}
