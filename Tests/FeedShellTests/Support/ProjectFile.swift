import Foundation

/// A document of the project, and the places in it that `scripts/record` fills.
struct ProjectFile: Hashable, Sendable {
    /// The folder of `Package.swift`.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let readme = ProjectFile(path: "README.md")
    static let firstTenMinutes = ProjectFile(article: "FirstTenMinutes")
    static let querying = ProjectFile(article: "QueryingWithSQL")
    static let commandReference = ProjectFile(article: "CommandReference")
    static let testingWithTheMock = ProjectFile(article: "TestingWithTheMock")

    /// From `root` on.
    let path: String

    init(path: String) {
        self.path = path
    }

    /// An article of the documentation catalog.
    init(article name: String) {
        path = "Sources/FeedCache/FeedCache.docc/\(name).md"
    }

    var url: URL { Self.root.appending(path: path) }

    func text() throws -> String {
        try String(contentsOf: url, encoding: .utf8)
    }

    /// What is between the marks of a place, which is named in a comment: `<!-- session: demo -->`.
    static func place(_ name: String, in text: String) -> Range<String.Index>? {
        guard let start = text.range(of: "<!-- \(name) -->\n"),
            let kind = name.split(separator: ":").first,
            let end = text.range(of: "<!-- end of \(kind) -->", range: start.upperBound..<text.endIndex)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }
}
