import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite("The manual page")
struct ManualPageTests {
    private static let text = ManualPage(commands: .all).text
    private static let checker = ["/usr/bin/groff", "/usr/local/bin/groff", "/opt/homebrew/bin/groff"]
        .first(where: FileManager.default.isExecutableFile)

    @Test("has its sections in the customary order")
    func sections() {
        let sections = Self.text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        #expect(
            sections == [
                "\"NAME\"", "\"SYNOPSIS\"", "\"DESCRIPTION\"", "\"OPTIONS\"", "\"COMMANDS\"", "\"MANIFEST\"",
                "\"SQL\"", "\"FORMATTING\"", "\"EXIT STATUS\"", "\"ENVIRONMENT\"", "\"FILES\"", "\"EXAMPLES\"",
            ])
    }

    @Test("has every command with every option and its example, and every exit code")
    func isWhole() {
        for command in Commands.all.catalog.commands.flatMap(\.leaves) {
            #expect(Self.text.contains(Roff.escaped(command.abstract ?? "-")), "\(command.commandName)")
            for argument in command.arguments ?? [] where argument.isShown {
                let name = argument.option ?? argument.valueName ?? ""
                #expect(Self.text.contains(Roff.escaped(name)), "\(command.commandName) \(name)")
            }
        }
        for command in Commands.all.types.compactMap({ $0 as? any FeedCommand.Type }) {
            #expect(Self.text.contains(Roff.escaped("feedcache \(command.example)")))
        }
        for status in FeedModel.ExitStatus.allCases {
            #expect(Self.text.contains(".TP\n\\fB\(status.rawValue)\\fR\n"), "\(status)")
        }
        #expect(!Self.text.contains("A line to complete"))
    }

    @Test("has all that help says on each topic")
    func topics() {
        for topic in HelpTopic.all {
            for block in topic.blocks {
                switch block {
                case .example(let lines):
                    for line in lines { #expect(Self.text.contains("\n" + Roff.escaped(line) + "\n"), "\(line)") }
                case .paragraph(let text): #expect(Self.text.contains(Roff.escaped(text)))
                case .list(_, let entries):
                    for (term, meaning) in entries {
                        #expect(Self.text.contains(".TP\n\(Roff.bold(term))\n\(Roff.escaped(meaning))\n"), "\(term)")
                    }
                }
            }
        }
    }

    @Test("has examples that parse")
    func examples() throws {
        let lines = ManualText.examples.flatMap(\.1).filter { $0.hasPrefix("feedcache ") }
        #expect(lines.count >= 5)
        for line in lines {
            let words = ShellWords(line).words.filter { $0 != "&" }
            #expect(throws: Never.self, "\(line)") { try CommandLineParser.parse(Array(words.dropFirst())) }
        }
    }

    @Test("is read by groff without a warning", .enabled(if: checker != nil))
    func isClean() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.text, "feedcache.1")
        try folder.write("", "errors")
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.checker))
        process.arguments = ["-man", "-ww", "-z", folder.path("feedcache.1")]
        process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path("errors")))
        let (endings, ending) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        for await _ in endings {}
        #expect(try folder.text("errors") == "")
        #expect(process.terminationStatus == 0)
    }
}
