import FeedAssets
import FeedCache
import FeedMock
import FeedPreview
import FeedSource
import Foundation
import TestSupport
import Testing

extension InBrowser {
    /// What `scripts/record` takes of the preview. Pixels are not compared: they depend on the browser and its fonts.
    @Suite("The pictures of the preview")
    struct ScreenshotTests {
        /// The folder for fresh recordings, by which `scripts/record` calls.
        private static let destination = ProcessInfo.processInfo.environment["FEEDCACHE_RECORD"]
        private static let folder = "Sources/FeedCache/FeedCache.docc/Resources"

        @Test("are taken in light and dark; those that are kept have 100 kB at most")
        func pictures() async throws {
            let place = try TemporaryFolder()
            try await withMockServer { server, baseURL in
                let text = Manifest.gourmetText(baseURL: baseURL, keepsPictures: true).replacing(
                    "\n\n[sections]", with: "\nassets_ahead = 200\n\n[sections]")
                let manifest = try Manifest(toml: text, file: "feed.toml")
                let cache = try FeedEngine(
                    manifest: manifest, databasePath: place.path("feed.db"),
                    dependencies: .live([:], source: manifest.source, assets: FeedAssetKeeper()))
                for _ in 1...4 {
                    _ = try await cache.sync()
                    server.clock.advance()
                }
                // An ad comes below the rows that are on screen.
                _ = try await cache.scroll(section: "articles").move(by: 0, height: 24)
                let preview = FeedPreview(cache)
                let link = try await preview.start()
                do {
                    try await Chromium.run { try await take($0, link) }
                } catch {
                    await preview.stop()
                    throw error
                }
                await preview.stop()
            }
        }

        private struct Shot {
            let name: String
            /// Of the window, in CSS pixels.
            let width, height: Int
            /// Pixels for each CSS pixel.
            let scale: Double
            let address: String
        }

        /// The first one shows a phone at the top, and a tablet at the first ad.
        private static let shots = [
            Shot(name: "preview", width: 1_288, height: 540, scale: 0.7, address: ""),
            Shot(name: "preview-390", width: 390, height: 844, scale: 1, address: "widths=390"),
            Shot(name: "preview-820", width: 820, height: 1_000, scale: 0.5, address: "widths=788&at=photos:0"),
            Shot(name: "preview-1440", width: 1_440, height: 760, scale: 0.5, address: "widths=320,754&list=1"),
        ]

        private func take(_ session: BrowserSession, _ link: URL) async throws {
            try await session.open(link)
            for (shot, scheme) in Self.shots.flatMap({ [($0, "light"), ($0, "dark")] }) {
                let name = scheme == "dark" ? "\(shot.name)~dark" : shot.name
                try await session.command(
                    "Emulation.setDeviceMetricsOverride",
                    #"{"width":\#(shot.width),"height":\#(shot.height),"deviceScaleFactor":\#(shot.scale),"mobile":false}"#
                )
                try await session.prefer("prefers-color-scheme", scheme)
                try await session.run(
                    """
                    const frame = () => new Promise(done => requestAnimationFrame(done));
                    const images = () => [...document.querySelectorAll('article img')];
                    const [address] = arguments;
                    while (typeof model === 'undefined' || !images().length || !document.querySelector('#runs:enabled')) await frame();
                    location.hash = address;
                    await frame();
                    while (target || asking || growing || !images().length) await frame();
                    const section = model.find(section => section.id === 'articles');
                    const rows = section.rows.findIndex(row => row.ad) - 3;
                    if (!address) screens[1].el.scrollTop = screens[1].views.get(section).el.offsetTop + rows * 86;
                    if (address.includes('list')) while (!document.querySelector('#lines a')) await frame();
                    await frame();
                    await frame();
                    for (const image of images()) image.loading = 'eager';
                    while (!images().every(image => image.complete)) await frame();
                    document.getAnimations().forEach(animation => animation.finish());
                    await frame();
                    await frame();
                    """.asynchronous, shot.address)
                let picture = try await session.screenshot()
                #expect(picture.starts(with: Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) })), "\(name)")
                guard let destination = Self.destination else { continue }
                // Those that are kept are small. Elsewhere other fonts and another browser make others.
                #expect(picture.count <= 100_000, "\(name)")
                let file = URL(filePath: destination).appending(path: "\(Self.folder)/\(name).png")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try picture.write(to: file)
            }
        }
    }
}
