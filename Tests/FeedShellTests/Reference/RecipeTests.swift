import Foundation
import Testing

/// Plays the recipes of CONTRIBUTING against the project, so that none names what is not there any more.
@Suite("The recipes of CONTRIBUTING")
struct RecipeTests {
    /// A step: the files and folders that it names, and what it names in them.
    struct Step: Sendable, CustomTestStringConvertible {
        let recipe: String
        let text: String

        var testDescription: String { "\(recipe): \(text.prefix(60))" }

        /// What is between backticks.
        private var names: [String] {
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
        }

        /// `Fault.swift`, `scripts/record`, `Commands/`.
        var places: [String] { names.filter(Self.isPlace) }

        /// `Style`, `FeedSchema.whole`
        var declarations: [String] {
            names.filter { !Self.isPlace($0) && $0.wholeMatch(of: /[A-Za-z_.]+/) != nil }
        }

        private static func isPlace(_ name: String) -> Bool {
            name.contains("/") || [".swift", ".md", ".css", ".sql"].contains(where: name.hasSuffix)
        }
    }

    /// Every file and folder, from the project's folder on; folders end in a slash.
    static let tree: [String] = {
        let folders = ["Schema", "Sources", "Tests", "scripts"]
        return folders.flatMap { folder -> [String] in
            let paths = FileManager.default.enumerator(atPath: ProjectFile.root.appending(path: folder).path)
            return (paths?.compactMap { $0 as? String } ?? []).filter { !$0.contains(".build") }.map { path in
                let whole = "\(folder)/\(path)"
                var isFolder: ObjCBool = false
                let url = ProjectFile.root.appending(path: whole)
                return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
                    ? whole + "/" : whole
            }
        }
    }()

    static let steps: [Step] = {
        guard let text = try? ProjectFile(path: "CONTRIBUTING.md").text(),
            let recipes = text.split(separator: "\n## How to add …\n").last?.split(separator: "\n## ").first
        else { return [] }
        return recipes.split(separator: "\n### ").flatMap { recipe -> [Step] in
            let lines = recipe.split(separator: "\n")
            let steps = lines.dropFirst().joined(separator: "\n").split(separator: /\n(?=[0-9]+\. )/)
            return steps.map { Step(recipe: String(lines[0]), text: String($0)) }
        }
    }()

    @Test("are for the changes that are made most")
    func recipes() {
        let names = Set(Self.steps.map(\.recipe))
        let expected: Set = [
            "a paging style", "a key of the manifest", "a command", "a section layout", "an output mode", "an ad rule",
            "a column of `status`", "a fault of the mock", "a migration", "a defect that `audit` finds",
        ]
        #expect(names == expected)
    }

    @Test("name files and folders that are there, and what is in them", arguments: steps)
    func names(step: Step) throws {
        var texts: [String] = []
        for place in step.places where !place.contains("NNNN") {
            let found = Self.tree.filter { $0 == place || $0.hasSuffix("/" + place) || $0 == place + "/" }
            #expect(!found.isEmpty, "no \(place)")
            texts += try found.filter { !$0.hasSuffix("/") }.map { try ProjectFile(path: $0).text() }
        }
        for name in step.declarations {
            // The last part: FeedSchema.whole is `whole` there.
            let word = name.split(separator: ".").last.map(String.init) ?? name
            let whole = try Regex("\\b\(word)\\b")
            #expect(texts.contains { $0.firstMatch(of: whole) != nil }, "no \(name) in \(step.places)")
        }
    }
}
