import Foundation

/// A document in Markdown, as far as the tests of the reference look into it.
struct Article {
    let name: String
    let text: String

    init(_ file: ProjectFile) throws {
        name = file.url.deletingPathExtension().lastPathComponent
        text = try file.text()
    }

    /// An article of the catalog.
    init(named name: String) throws {
        try self.init(ProjectFile(article: name))
    }

    /// Every article of the catalog.
    static func all() throws -> [Article] {
        let catalog = ProjectFile(article: "FeedCache").url.deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".md") }.sorted()
            .map { try Article(named: String($0.dropLast(3))) }
    }

    // MARK: Sections

    /// The text below a heading of any level, up to the next one of any level.
    func section(_ heading: String) -> String? {
        var lines: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") {
                if lines != nil { break }
                if line.drop(while: { $0 == "#" }).trimmingPrefix(" ") == heading { lines = [] }
            } else {
                lines?.append(line)
            }
        }
        return lines?.joined(separator: "\n")
    }

    /// The rows of all tables in a text, without their heads: the cells of each.
    static func rows(in text: String) -> [[String]] {
        var rows: [[String]] = []
        var isHead = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isHead = true
                continue
            }
            let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
                .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|") }
            if line.hasPrefix("| ---") {
                isHead = false
            } else if !isHead {
                rows.append(cells)
            }
        }
        return rows
    }

    /// What is between backquotes in a text.
    static func code(in text: some StringProtocol) -> [String] {
        String(text).matches(of: /`([^`\n]+)`/).map { String($0.1) }
    }

    // MARK: Blocks

    /// The code blocks of a language.
    func blocks(_ language: String) -> [String] {
        text.split(separator: "```\(language)\n").dropFirst().map { part in
            String(part[..<(part.firstRange(of: "```")?.lowerBound ?? part.endIndex)])
        }
    }

    /// The words behind `feedcache` in each line of a shell's code block that calls the program.
    var calls: [String] {
        (blocks("sh") + blocks("crontab")).flatMap { $0.split(separator: "\n") }.compactMap { line in
            guard let call = line.firstMatch(of: /(?:^|[0-9*\/] )feedcache(?: |$)(.*)/) else { return nil }
            // Up to a comment, a redirection or another command.
            let end = call.1.firstMatch(of: #/ (?:#|\|+|&|>)(?: |/)/#)?.range.lowerBound
            return call.1[..<(end ?? call.1.endIndex)].trimmingCharacters(in: .whitespaces)
        }
    }
}
