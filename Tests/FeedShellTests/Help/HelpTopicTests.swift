import FeedMock
import TerminalKit
import Testing

@testable import FeedShell

@Suite("Topics of help")
struct HelpTopicTests {
    @Test("each begins with an example, then says what it is about")
    func order() {
        #expect(HelpTopic.all.map(\.name) == ["manifest", "querying", "formatting", "exit-codes", "environment"])
        for topic in HelpTopic.all {
            let text = topic.text(width: 80)
            #expect(text.hasPrefix("EXAMPLE:\n  "), "\(topic.name)")
            let sentence = topic.abstract.split(separator: " ").prefix(4).joined(separator: " ")
            #expect(text.split(separator: "\n\n").contains { $0.hasPrefix(sentence) }, "\(topic.name)")
        }
    }

    @Test("each is found by its name, also in two words and in the REPL")
    func found() async throws {
        let fixture = try ShellFixture()
        for topic in HelpTopic.all {
            let text = topic.text(width: 80) + "\n"
            #expect(try await fixture.run("help \(topic.name)").output == text)
            #expect(try await fixture.run("help \(topic.name.replacing("-", with: " "))").output == text)
        }
        let session = REPLSession(shell: fixture.shell, options: try SharedOptions.parse([]))
        let result = try await fixture.capture { await session.run(ShellWords("help exit-codes")).status }
        #expect(result.output == HelpTopic.exitCodes.text(width: 80) + "\n")
    }

    @Test("a name that is nearly one is corrected")
    func corrected() async throws {
        let fixture = try ShellFixture()
        let result = try await fixture.run("help exitcodes")
        #expect(result.status == .usage)
        #expect(result.errors == "feedcache: there is no help on “exitcodes”; did you mean “help exit-codes”?\n")
        #expect(try await fixture.run("help snyc").errors.contains("did you mean “sync”?"))
    }

    @Test("Tab offers them after help, in the REPL and in a shell")
    func completed() throws {
        let names = Set(HelpTopic.all.map(\.name))
        let offered = HelpBuiltin().candidates(for: "", after: ["help"], of: .all)
        #expect(names.isSubset(of: offered.map(\.word)))
        guard case .words(let words) = CompletionAnswer(to: "feedcache help exi", in: Shell(commands: .all)) else {
            Issue.record("no words")
            return
        }
        #expect(words.map(\.word).contains("exit-codes"))
    }

    @Test("they fit the window, but for lines to copy", arguments: [40, 60, 80, 100])
    func width(_ width: Int) {
        for topic in HelpTopic.all {
            let toCopy = topic.blocks.flatMap { block -> [String] in
                if case .example(let lines) = block { lines.map { "  \($0)" } } else { [] }
            }
            for line in topic.text(width: width).split(separator: "\n").map(String.init) where !toCopy.contains(line) {
                #expect(DisplayWidth.of(line) <= width, "\(topic.name): \(line)")
            }
        }
    }

    @Test("what they tell one to type is understood")
    func examples() throws {
        for topic in HelpTopic.all {
            for case .example(let lines) in topic.blocks {
                for line in lines {
                    guard let start = line.firstRange(of: "feedcache ") else { continue }
                    let call = line[start.upperBound...]
                    let end = call.firstMatch(of: #/;| (?:#|\|+|>) /#)?.range.lowerBound ?? call.endIndex
                    let words = ShellWords(String(call[..<end])).words
                    #expect(throws: Never.self, "\(line)") { try CommandLineParser.parse(words) }
                }
            }
        }
    }
}
