import FeedCache
import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedShell

@Suite("The diff command")
struct DiffCommandTests {
    private typealias Status = FeedModel.ExitStatus

    /// A cache after four runs of a world that moved between the first three.
    private func withRuns(_ body: (ShellFixture) async throws -> Void) async throws {
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: 12)
        try await withMockServer(configuration) { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            for moves in [5, 5, 0, 0] {
                #expect(try await fixture.run("sync --allow-shrink").status == .done)
                server.clock.advance(by: moves)
            }
            try await body(fixture)
        }
    }

    private func counts(_ line: String, in fixture: ShellFixture) async throws -> [String: Int] {
        let result = try await fixture.run("\(line) --count --json")
        #expect(result.status == .done, "\(result.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(object as? [String: Int])
    }

    @Test("compares the last two runs, any two, and from one to the last")
    func runs() async throws {
        try await withRuns { fixture in
            #expect(try await counts("diff", in: fixture).values.allSatisfy { $0 == 0 })
            #expect(try await fixture.run("diff").output == "nothing changed on screen\n")
            let first = try await counts("diff 1 2", in: fixture)
            #expect(first.values.contains { $0 > 0 })
            let last = try await counts("diff 2 4", in: fixture)
            #expect(try await counts("diff 2", in: fixture) == last)
            let back = try await counts("diff 2 1", in: fixture)
            #expect(back["inserts"] == first["deletes"] && back["deletes"] == first["inserts"])
            let screen = try await counts("diff 0 1", in: fixture)
            #expect(screen["sections"] ?? 0 > 3)
        }
    }

    @Test("reads a pipe as it reads a file")
    func pipes() async throws {
        let fixture = try ShellFixture()
        let pipes = [Pipe(), Pipe()]
        for pipe in pipes {
            try pipe.fileHandleForWriting.write(contentsOf: Data(#"{"run": 1, "sections": []}"#.utf8))
            try pipe.fileHandleForWriting.close()
        }
        let paths = pipes.map { "/dev/fd/\($0.fileHandleForReading.fileDescriptor)" }
        let result = try await fixture.run("diff \(paths[0]) \(paths[1])")
        #expect(result.status == .done && result.output == "nothing changed on screen\n", "\(result.errors)")
    }

    @Test("gives for two files what it gives for the runs they show")
    func files() async throws {
        try await withRuns { fixture in
            let feed = try await fixture.run("feed --json").output
            let path = fixture.folder.appending(path: "feed.json").path
            try feed.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await fixture.run("diff \(path) \(path) --count").output.hasPrefix("0 sections, 0 came"))
            let edited = fixture.folder.appending(path: "edited.json").path
            try feed.replacing("\"title\"", with: "\"headline\"").write(
                toFile: edited, atomically: true, encoding: .utf8)
            let result = try await fixture.run("diff \(path) \(edited)")
            #expect(result.status == .done)
            #expect(result.output.contains("headline"))
        }
    }

    @Test("says what is no run, no file, or one of each")
    func wrong() async throws {
        try await withRuns { fixture in
            for (line, status) in [
                ("diff 1 99", Status.noInput), ("diff x", .usage), ("diff 1 nowhere.json", .noInput),
                ("diff nowhere.json elsewhere.json", .noInput), ("diff -- -1", .usage),
            ] {
                let result = try await fixture.run(line)
                #expect(result.status == status, "\(line): \(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1)
            }
        }
    }

    @Test("reaches every run that a prune leaves, and no further")
    func pruned() async throws {
        try await withRuns { fixture in
            let before = try await counts("diff 2 3", in: fixture)
            #expect(before.values.contains { $0 > 0 })
            #expect(try await fixture.run("prune --runs 3").status == .done)
            #expect(try await counts("diff 2 3", in: fixture) == before)
            #expect(try await fixture.run("diff 1 3").status == .noInput)
        }
    }
}
