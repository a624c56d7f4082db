import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedPreview

extension InBrowser {
    @Suite("A live page")
    struct LiveTests {
        private static let screen = PreviewWorld.Screen(sections: [
            PreviewWorld.Section("a", "list", .numbered("a", 1...4)),
            PreviewWorld.Section("b", "mosaic", .numbered("b", 1...4)),
        ])

        @Test("says that the preview has ended, and goes on by the link of another")
        func ended() async throws {
            try await PreviewPage.run(Self.screen, losesAnswers: true) { page, preview in
                await preview.stop()
                let words: String = try await page.session.run(
                    """
                    const state = document.getElementById('state');
                    return probe.until(() => state.dataset.state === 'over').then(() => state.textContent);
                    """)
                #expect(words.contains("ended") && words.contains("feedcache preview"))
                #expect(try await page.differences() == [])
                let other = page.preview()
                try await page.open(try await other.start())
                try await page.change { $0.move(0, 0, to: 1, 0) }
                #expect(try await page.differences() == [])
                await other.stop()
            }
        }

        @Test("says that the server was killed, and what to do once another one is in its place")
        func killed() async throws {
            let folder = try TemporaryFolder()
            try folder.write(PreviewWorld.manifest, "feed.toml")
            try await PreviewPage.run(Self.screen, losesAnswers: true) { page, _ in
                let first = try PreviewProgram(folder: folder.path, database: page.writer.databasePath, port: 0)
                try await page.open(first.link)
                try await page.shows()
                first.kill()
                let state = """
                    const state = document.getElementById('state');
                    return probe.until(() => state.textContent.includes(arguments[0])).then(() => state.dataset.state);
                    """
                let lost: String = try await page.session.run(state, "not connected")
                #expect(lost == "over")
                let second = try PreviewProgram(
                    folder: folder.path, database: page.writer.databasePath, port: try #require(first.link.port))
                defer { second.kill() }
                let refused: String = try await page.session.run(state, "open the link")
                #expect(refused == "over")
                try await page.open(second.link)
                try await page.change { $0.sections[0].items?.removeLast() }
                #expect(try await page.differences() == [])
            }
        }

        @Test("holds, and then shows what came meanwhile")
        func hold() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                let before: String = try await page.session.run("return probe.drawing()")
                try await page.session.run("document.getElementById('hold').click()")
                page.world.screen.move(0, 0, to: 1, 0)
                try await page.sync()
                let held: [String] = try await page.session.run(
                    """
                    const state = document.getElementById('state').textContent;
                    return fetch('runs').then(() => [probe.drawing(), state, document.getElementById('hold').ariaPressed]);
                    """)
                #expect(held == [before, "held", "true"])
                try await page.session.run("document.getElementById('hold').click()")
                try await page.shows()
                #expect(try await page.differences() == [])
            }
        }

        @Test("plays the batches of a change one by one")
        func step() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                let view = try PreviewView(PreviewQuery(""))
                // The stream begins anew.
                try await page.session.run(
                    """
                    document.getElementById('step').click();
                    return new Promise(done => events.addEventListener('feed', () => done()));
                    """)
                let old = try page.reader.read { try $0.feed(windows: view.windows(ofSections: 2)) }
                page.world.screen.sections[0].items?[1].title = "another text"
                page.world.screen.move(0, 3, to: 1, 0)
                page.world.screen.sections.swapAt(0, 1)
                page.world.screen.sections[0].items?.remove(at: 4)
                try await page.sync()
                let new = try page.reader.read { try $0.feed(windows: view.windows(ofSections: 2)) }
                let route = StagedChangeset(Changeset(from: old, to: new), from: old.sections, to: new.sections)
                #expect(route.stages.count > 1)
                try await page.session.run("return probe.until(() => !document.getElementById('next').disabled)")
                for stage in route.stages {
                    let feed = FeedScreen(run: new.run, sections: stage.feed)
                    let document = String(
                        decoding: PreviewScreen(feed, widths: page.widths).document.bytes, as: UTF8.self)
                    let differences: [String] = try await page.session.run(
                        """
                        document.getElementById('next').click();
                        return probe.shows(arguments[0]).then(() => probe.settle()).then(() => probe.differences(arguments[0]));
                        """, document)
                    #expect(differences == [])
                }
                let isDone: Bool = try await page.session.run("return document.getElementById('next').disabled")
                #expect(isDone)
                #expect(try await page.differences() == [])
            }
        }
    }
}

/// `feedcache preview` as a process of its own.
private final class PreviewProgram {
    private struct Line: Decodable {
        let url: URL
    }

    let link: URL
    private let process = Process()

    /// Starts it, and waits for the link.
    init(folder: String, database: String, port: Int) throws {
        let output = Pipe()
        process.executableURL = ProgramBinary.url
        process.arguments = [
            "preview", "--json", "--port", "\(port)", "--db", database, "--source", "\(folder)/feed.toml",
        ]
        process.standardOutput = output
        try process.run()
        link = try JSONDecoder().decode(Line.self, from: output.fileHandleForReading.availableData).url
    }

    /// Kills it, so that it says nothing.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
