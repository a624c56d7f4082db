import FeedCache
import FeedModel
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedPreview

/// A page in a browser, of a cache that a test changes as a server would.
struct PreviewPage {
    /// Where a row is in the window.
    struct Place: Decodable {
        var left, top, width, height, opacity: Double
    }

    let session: BrowserSession
    let world: PreviewWorld
    let writer: FeedEngine
    let reader: FeedEngine
    let widths: [Int]
    private let folder: TemporaryFolder

    /// Opens the page of a screen in a browser of its own. Afterwards the console has no error, and nothing was refused by the
    /// page's policy.
    ///
    /// - Parameters:
    ///   - others: how many items the list has besides.
    ///   - showsImages: whether the feed's own images are loaded.
    ///   - losesAnswers: whether the test takes answers from the page; the browser says so.
    static func run(
        _ screen: PreviewWorld.Screen, others: Int = 0, widths: [Int] = [390, 834],
        showsImages: Bool = false, losesAnswers: Bool = false,
        _ body: (PreviewPage, FeedPreview) async throws -> Void
    ) async throws {
        try await Chromium.run { session in
            let page = try await PreviewPage(session, PreviewWorld(screen, others: others), widths)
            let preview = page.preview(showsImages: showsImages)
            do {
                try await page.open(try await preview.start())
                try await page.shows()
                try await body(page, preview)
                try await page.check(losesAnswers: losesAnswers)
            } catch {
                await preview.stop()
                throw error
            }
            await preview.stop()
        }
    }

    private init(_ session: BrowserSession, _ world: PreviewWorld, _ widths: [Int]) async throws {
        (self.session, self.world, self.widths) = (session, world, widths)
        folder = try TemporaryFolder()
        let manifest = try Manifest(toml: PreviewWorld.manifest, file: "feed.toml")
        let database = folder.path("feed.db")
        writer = try FeedEngine(
            manifest: manifest, databasePath: database,
            dependencies: .live([:], source: manifest.source, transport: world))
        reader = try FeedEngine(
            manifest: manifest, databasePath: database, dependencies: .live([:], source: manifest.source),
            isReadOnly: true)
        try await sync()
        let source = String(decoding: try JSONEncoder().encode(PageProbe.script), as: UTF8.self)
        try await session.command("Page.addScriptToEvaluateOnNewDocument", "{\"source\":\(source)}")
    }

    /// A preview of the cache, not started yet.
    func preview(showsImages: Bool = false) -> FeedPreview {
        var configuration = FeedPreview.Configuration()
        configuration.widths = widths
        configuration.showsImages = showsImages
        return FeedPreview(reader, configuration: configuration) { _ in try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Opens the link, which goes on by itself, and waits for the page.
    func open(_ link: URL) async throws {
        try await session.open(link)
        try await session.run("return probe.until(() => document.getElementById('screens')?.children.length)")
    }

    private func check(losesAnswers: Bool) async throws {
        let refused: [String] = try await session.run("return probe.refused")
        #expect(refused.isEmpty)
        let lines = try await session.log().filter { !losesAnswers || !$0.message.contains("Failed to load resource") }
        #expect(lines.isEmpty, "\(lines)")
    }

    // MARK: Changes

    func sync() async throws { _ = try await writer.sync(SyncOptions(allowsShrink: true)) }

    /// What the page should show, as the server tells it.
    func feed() throws -> String {
        let view = try PreviewView(PreviewQuery("widths=\(widths.map(String.init).joined(separator: ","))"))
        let feed = try reader.read { try $0.feed(windows: view.windows(ofSections: try $0.sections().count)) }
        return String(decoding: PreviewScreen(feed, widths: widths).document.bytes, as: UTF8.self)
    }

    /// Waits until the page knows the feed.
    func shows() async throws { try await session.run("return probe.shows(arguments[0])", try feed()) }

    /// The server has another screen, and the page knows it.
    func change(_ body: (inout PreviewWorld.Screen) throws -> Void) async throws {
        try body(&world.screen)
        try await sync()
        try await shows()
    }

    /// Ends what moves, and compares what is drawn with the feed.
    func differences() async throws -> [String] {
        try await session.run("return probe.settle().then(() => probe.differences(arguments[0]))", try feed())
    }

    // MARK: Places

    func places(_ width: Int) async throws -> [String: Place] {
        try await session.run("return probe.places(arguments[0])", width)
    }

    /// Where the rows are when all animations are at that part of their time.
    func places(_ width: Int, at part: Double) async throws -> [String: Place] {
        try await session.run("probe.at(arguments[1]); return probe.places(arguments[0])", width, part)
    }

    /// Scrolls the screen of a width, and waits until it is drawn.
    func scroll(_ width: Int, to top: Double) async throws {
        try await session.run(
            """
            document.querySelector(`.screen[data-width="${arguments[0]}"]`).scrollTop = arguments[1];
            return probe.frame().then(probe.frame);
            """, width, top)
    }
}
