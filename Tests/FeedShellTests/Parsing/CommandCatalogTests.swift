import FeedCache
import FeedMock
import Foundation
import TerminalKit
import Testing

@testable import FeedMockCommands
@testable import FeedShell

@Suite("The catalog of commands")
struct CommandCatalogTests {
    @Test("has every command once, with an example that parses")
    func examples() throws {
        for command in Commands.all.types.compactMap({ $0 as? any FeedCommand.Type }) + [MockServeCommand.self] {
            let words = ShellWords(command.example).words
            let parsed = try CommandLineParser.parse(words)
            #expect(type(of: parsed) == command, "\(command.example)")
        }
        let names = Commands.all.catalog.commands.map(\.commandName)
        #expect(Set(names).count == names.count)
        #expect(Set(names).isSuperset(of: ["sync", "items", "mock", "repl"]))
    }

    @Test("gives each command a help that ends in its example", arguments: ["sync", "export", "mock serve"])
    func help(_ name: String) throws {
        do {
            _ = try CommandLineParser.parse(["help"] + ShellWords(name).words)
            Issue.record("help is no command to run")
        } catch let help as HelpRequest {
            #expect(help.text(80).contains("USAGE: feedcache \(name)"))
            #expect(help.text(80).contains("EXAMPLE:\n  feedcache \(name)"))
        }
    }
}
