import ArgumentParser
import Foundation
import TerminalKit

/// What the commands take, read from their own definitions: nothing is listed twice.
struct CommandCatalog {
    struct Command: Decodable {
        let commandName: String
        var abstract: String?
        var discussion: String?
        var arguments: [Argument]?
        var subcommands: [Command]?

        var candidate: Completion.Candidate { Completion.Candidate(word: commandName, note: abstract) }

        /// Those a user can name; every command with subcommands has a `help` besides.
        var ownSubcommands: [Command] { (subcommands ?? []).filter { $0.commandName != "help" } }

        /// Whether it has an option of that name, dashes included.
        func takes(_ option: String) -> Bool { (arguments ?? []).contains { $0.option == option } }

        /// This command, or those it consists of.
        var leaves: [Command] { ownSubcommands.isEmpty ? [self] : ownSubcommands.flatMap(\.leaves) }
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        /// The kinds that matter here: names of files, and all others.
        struct CompletionKind: Decodable {
            struct Files: Decodable {
                var extensions: [String]?
            }

            var file: Files?
            var directory: Files?
        }

        let kind: String
        let isOptional: Bool
        let isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var allValues: [String]?
        var abstract: String?
        var defaultValue: String?
        var completionKind: CompletionKind?
        var shouldDisplay: Bool?

        var isShown: Bool { shouldDisplay ?? true }
        var isPositional: Bool { kind == "positional" }
        var isFlag: Bool { kind == "flag" }

        var option: String? {
            names?.first { $0.kind == "long" }.map { "--\($0.name)" }
        }
    }

    private struct Tool: Decodable {
        let command: Command
    }

    let program: Command?

    init(root: any ParsableCommand.Type) {
        program = try? JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8)).command
    }

    var commands: [Command] { program?.ownSubcommands ?? [] }

    func command(_ words: [String]) -> Command? { path(words).last }

    /// The commands that words lead through, the outermost first.
    func path(_ words: [String]) -> [Command] {
        var path: [Command] = []
        for word in words {
            let candidates = path.last.map(\.ownSubcommands) ?? commands
            guard let next = candidates.first(where: { $0.commandName == word }) else { break }
            path.append(next)
        }
        return path
    }

    var sharedOptions: Set<String> {
        let own = commands.filter { $0.commandName != "help" }.flatMap(\.leaves)
        let options = own.map { Set(($0.arguments ?? []).compactMap(\.option)) }
        return options.dropFirst().reduce(options.first ?? []) { $0.intersection($1) }
    }
}
