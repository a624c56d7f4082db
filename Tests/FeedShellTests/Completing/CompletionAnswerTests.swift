import FeedCache
import FeedMock
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The answer to a shell that completes a line")
struct CompletionAnswerTests {
    private func words(_ line: String, in shell: Shell) -> [String]? {
        guard case .words(let candidates) = CompletionAnswer(to: line, in: shell) else { return nil }
        return candidates.map(\.word)
    }

    @Test("has commands, options, values and names, with what they mean")
    func words() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            let shell = fixture.shell
            #expect(words("feedcache ref", in: shell) == ["refresh"])
            #expect(words("./bin/feedcache items ph", in: shell) == ["photos"])
            #expect(words("TZ=UTC feedcache export photos --format=c", in: shell) == ["--format=csv"])
            #expect(words("feedcache feed --section ran", in: shell) == ["ranking"])
            #expect(words("feedcache --v", in: shell) == ["--version"])
            #expect(words("feedcache completions z", in: shell) == ["zsh"])
            #expect(words("feedcache completions bash ", in: shell) == [])
            #expect(words("feedcache nonsense ", in: shell) == [])
            #expect(words("", in: shell)?.contains("sync") == true)
            let answer = CompletionAnswer(to: "feedcache show photos 119", in: shell).description
            #expect(answer.hasPrefix("words\n119\t"))
            #expect(answer.split(separator: "\n").count == 2)
        }
    }

    @Test("leaves files and folders to the shell")
    func files() throws {
        let shell = try ShellFixture().shell
        #expect(CompletionAnswer(to: "feedcache backup ~/x", in: shell) == .files(extensions: []))
        #expect(CompletionAnswer(to: "feedcache sync --source ", in: shell).description == "files toml")
        #expect(CompletionAnswer(to: "feedcache sync --db=/tm", in: shell) == .files(extensions: []))
        #expect(CompletionAnswer(to: "feedcache mock serve --directory ", in: shell).description == "folders")
    }

    @Test("makes no database, and has collections all the same")
    func missingDatabase() throws {
        let fixture = try ShellFixture()
        #expect(words("feedcache items ph", in: fixture.shell) == ["photos"])
        #expect(words("feedcache show photos 1", in: fixture.shell) == [])
        #expect(words("feedcache feed --section ", in: fixture.shell) == [])
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.appending(path: "feed.db").path))
    }

    @Test("is of the database and the manifest that the line names")
    func namedFiles() throws {
        let fixture = try ShellFixture()
        let other = """
            [source]
            name = "other"
            base_url = "http://127.0.0.1:9"
            [[collections]]
            name = "letters"
            path = "letters"
            items = ""
            id = "id"
            paging = { style = "none" }
            """
        try other.write(to: fixture.folder.appending(path: "other.toml"), atomically: true, encoding: .utf8)
        #expect(words("feedcache items --source ~/other.toml ", in: fixture.shell) == ["letters"])
        #expect(words("feedcache items --source=/nowhere.toml ", in: fixture.shell) == [])
    }

    @Test("is nothing where the files cannot be read")
    func unreadable() async throws {
        let fixture = try ShellFixture()
        try Data("no database".utf8).write(to: fixture.folder.appending(path: "feed.db"))
        #expect(words("feedcache show photos ", in: fixture.shell) == [])
        try fixture.editManifest(replacing: "[source]", with: "[sauce]")
        let result = try await fixture.run("completions bash -- 'feedcache items '")
        #expect(result.status == .done)
        #expect(result.output == "words\n")
        #expect(result.errors.isEmpty)
    }

    // MARK: For bash, which inserts words as they are

    private static let letters = (0x20...0x7E).map { Character(UnicodeScalar(UInt8($0))) } + ["é", "日", "🍣", "“"]

    private func rest(of word: String, after line: String) -> String? {
        let lines = CompletionAnswer.words([.init(word: word)]).bashText(after: line).split(separator: "\n")
        return lines.count == 2 ? String(lines[1].prefix { $0 != "\t" }) : nil
    }

    @Test("lets bash insert what means just the word, also where an accent is after a sign")
    func accents() {
        #expect(rest(of: "sp\"!\u{301}x", after: "feedcache show \"sp") == "\\\"\"\\!\"\u{301}x")
        #expect(rest(of: "sp\u{600}\"", after: "feedcache show \"sp") == "\u{600}\\\"\"")
        #expect(SQLCompleter.written("a\"\u{301}").unicodeScalars.elementsEqual("\"a\"\"\u{301}\"".unicodeScalars))
        #expect(
            ["index", "Order", "current_time", "key", "position", "count"].map(SQLCompleter.written) == [
                "\"index\"", "\"Order\"", "\"current_time\"", "key", "position", "count",
            ])
        #expect(SQLParameter(argument: "a='it''\u{301}s'")?.value == .text("it'\u{301}s"))
        #expect(SQLParameter(argument: "a=\u{301}")?.value == .text("\u{301}"))
    }

    @Test("lets bash insert what means just the word, in any quotes", arguments: ["", "'", "\""])
    func inert(quote: String) throws {
        for letter in Self.letters {
            let word = "news\(letter)$(touch x)`touch x`\(letter)\(letter)"
            let line = "feedcache show sp \(quote)ne"
            let inserted = try #require(rest(of: word, after: line))
            // As bash does: it closes the quote, unless one is there already.
            let closed = line + inserted + (inserted.hasSuffix(quote) ? "" : quote)
            #expect(ShellWords(closed).words == ["feedcache", "show", "sp", word])
            // Between single quotes nothing has a meaning.
            guard quote != "'" else { continue }
            let unquoted = inserted.replacing(/\\./, with: "")
            #expect(!unquoted.contains { "$`!".contains($0) }, "\(inserted)")
        }
    }

    @Test(
        "offers bash nothing where the line does not say what is quoted",
        arguments: [
            "feedcache show sp ne\\", "echo \"$(feedcache show sp ne", "feedcache show sp $'ne",
            "`feedcache show sp ne",
            "feedcache show sp # ne",
        ])
    func uncertain(line: String) {
        #expect(rest(of: "news`touch x`", after: line) == nil)
    }

    @Test("offers no word with a control character", arguments: Array(1...0x1F) + [0x7F])
    func controls(code: UInt8) {
        let word = "ne\(UnicodeScalar(code))ws"
        #expect(CompletionAnswer.words([.init(word: word)]).description == "words")
        #expect(rest(of: word, after: "feedcache show sp ne") == nil)
    }
}
