import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite struct RedirectionTests {
    private func parsed(_ line: String) throws -> [String] {
        let redirection = try Redirection(ShellWords(line))
        let target = redirection.target.map { [($0.appends ? ">> " : "> ") + $0.path] } ?? []
        return redirection.command + target
    }

    @Test("A sign outside quotes sends the output to a file, as in a shell")
    func signs() throws {
        #expect(try parsed("items photos > out.csv") == ["items", "photos", "> out.csv"])
        #expect(try parsed("items photos>>'my file'") == ["items", "photos", ">> my file"])
        #expect(try parsed("items>out photos --json") == ["items", "photos", "--json", "> out"])
        #expect(try parsed("sql 'a > b' >\\ x") == ["sql", "a > b", ">  x"])
        #expect(try parsed("show photos 2 > x # > y") == ["show", "photos", "2", "> x"])
        #expect(try parsed("show photos '2'>x") == ["show", "photos", "2", "> x"])
        #expect(try parsed("status # > y") == ["status"])
    }

    @Test("Semicolons at the end belong to neither the command nor the file")
    func semicolons() throws {
        for (line, words) in [
            ("a;", ["a"]), ("a ; ;", ["a"]), ("a;;", ["a"]), ("a';'", ["a;"]), ("a\\;", ["a;"]), ("a\\\\;", ["a\\"]),
            (";", []), ("", []), ("a; b", ["a;", "b"]), ("a # b;", ["a"]), ("a; # b", ["a"]), ("'';", [""]),
            ("a > x;", ["a", "> x"]), ("a>x ;", ["a", "> x"]),
        ] {
            #expect(try parsed(line) == words, "\(line)")
        }
    }

    @Test("A quoted sign stays part of its word")
    func quoted() throws {
        #expect(try parsed("sql 'select 1 > 0'") == ["sql", "select 1 > 0"])
        #expect(try parsed("sql \"a>b\" \\> c") == ["sql", "a>b", ">", "c"])
    }

    @Test(
        "What a shell would do and this does not is said",
        arguments: ["items >", "items > ''", "> x", "items > a > b", "sync 2> x", "sync >& x", "items >| x", "a >>> b"])
    func refused(_ line: String) {
        #expect { try Redirection(ShellWords(line)) } throws: { ($0 as? CommandError)?.status == .usage }
    }

    @Test("Whatever the words and the file's name are, they are found again", arguments: SeededGenerator.seeds(300))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func word() -> String {
            let letters = ["a", ">", "\"", "'", "\\", " ", "日", "#", "\n", "|", "&", "\u{301}"]
            return "w"
                + (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? ""
                }.joined()
        }
        let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in word() }
        let (path, appends) = (word(), Bool.random(using: &generator))
        let blank = Bool.random(using: &generator) ? " " : ""
        let line = words.map(ShellWords.quote).joined(separator: " ")
        let read = { (line: String) in try Redirection(ShellWords(line)) }
        #expect(try read(line) == read(line + " # > x"), "seed \(seed)")
        #expect(try read(line).command == words, "seed \(seed)")
        let sent = try read(line + blank + (appends ? ">>" : ">") + blank + ShellWords.quote(path))
        #expect(sent.command == words, "seed \(seed)")
        #expect(sent.target == Redirection.Target(path: path, appends: appends), "seed \(seed)")
    }
}
