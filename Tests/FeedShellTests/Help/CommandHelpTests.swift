import TerminalKit
import Testing

@testable import FeedShell

@Suite("Help")
struct CommandHelpTests {
    private let names = Commands.all.catalog.commands.map(\.commandName).filter { $0 != "help" }

    @Test("lists every command once, each in a group")
    func overview() {
        let lines = CommandOverview.text(of: .all, width: 80).split(separator: "\n")
        for name in names + REPLBuiltins.all.map(\.name) {
            #expect(lines.filter { $0.hasPrefix("  \(name) ") || $0 == "  \(name)" }.count == 1, "\(name)")
        }
    }

    @Test("fits the window", arguments: [40, 60, 80, 100])
    func width(_ width: Int) throws {
        let texts = try names.map { try HelpRequest(about: [$0], of: .all).text(width) }
        for text in texts + [CommandOverview.text(of: .all, width: width)] {
            for line in text.split(separator: "\n") where !line.contains("feedcache") {
                #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
            }
        }
    }

    @Test("is one text by either way, with the command’s own options before those of all")
    func ways() throws {
        func help(_ words: [String]) -> String? {
            do {
                _ = try CommandLineParser.parse(words)
            } catch let help as HelpRequest {
                return help.text(80)
            } catch {}
            return nil
        }
        for words in names.map({ [$0] }) + [["mock", "serve"]] {
            let text = try #require(help(["help"] + words))
            #expect(text == help(words + ["--help"]) && text == help(words + ["-h"]))
            let isLeaf = Commands.all.catalog.command(words)?.ownSubcommands.isEmpty == true
            #expect(!isLeaf || text.contains("EXAMPLE:\n  feedcache \(words.joined(separator: " "))"), "\(words)")
            #expect(!isLeaf || text.contains("EVERY COMMAND TAKES:"), "\(words)")
            #expect(text.split(separator: "EVERY COMMAND TAKES:")[0].contains("\n  --json") == false, "\(words)")
        }
        #expect(help(["--help"]) == CommandOverview.text(of: .all, width: 80))
        #expect(help(["help"]) == CommandOverview.text(of: .all, width: 80))
        #expect(help(["sync", "photos", "--help"]) == help(["help", "sync"]))
        #expect(help(["--version"])?.hasPrefix("feedcache ") == true)
        #expect(throws: CommandError.self) { try CommandLineParser.parse(["help", "snyc"]) }
    }
}
