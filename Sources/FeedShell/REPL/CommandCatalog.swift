import ArgumentParser
import Foundation

/// What the commands take, read from their own definitions: nothing is listed twice.
struct CommandCatalog {
    /// A command as the argument parser describes it.
    struct Command: Decodable {
        let commandName: String
        var abstract: String?
        var arguments: [Argument]?
        var subcommands: [Command]?
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var allValues: [String]?
        var abstract: String?

        /// The option's long name with its dashes.
        var option: String? {
            names?.first { $0.kind == "long" }.map { "--\($0.name)" }
        }
    }

    private struct Tool: Decodable {
        let command: Command
    }

    let commands: [Command]

    /// The program's own.
    static let shared = CommandCatalog(root: FeedcacheCommand.self)

    init(root: any ParsableCommand.Type) {
        let tool = try? JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8))
        commands = tool?.command.subcommands ?? []
    }

    func command(_ words: [String]) -> Command? {
        var found = commands.first { $0.commandName == words.first }
        for word in words.dropFirst() {
            guard let next = found?.subcommands?.first(where: { $0.commandName == word }) else { break }
            found = next
        }
        return found
    }
}
