import TestSupport
import Testing

extension InBrowser {
    @Suite("Images")
    struct ImageTests {
        /// A server of one image, and a screen with it and one that is missing.
        private static func run(
            showsImages: Bool, _ body: (PreviewPage, LoopbackServer) async throws -> Void
        ) async throws {
            let server = try LoopbackServer { request in
                guard request.line.contains("/there.svg") else { return [.answer("", status: "404 Not Found")] }
                let image = #"<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>"#
                return [.answer(image, "Content-Type: image/svg+xml")]
            }
            defer { server.stop() }
            var items = [PreviewWorld.Item].numbered("p", 1...3)
            items[0].image.url = server.base + "/there.svg"
            items[1].image.url = server.base + "/missing.svg"
            items[2].image.url = "javascript:alert(1)"
            let screen = PreviewWorld.Screen(sections: [PreviewWorld.Section("s", "list", items)])
            try await PreviewPage.run(screen, widths: [390], showsImages: showsImages, losesAnswers: showsImages) {
                try await body($0, server)
                withExtendedLifetime($1) {}
            }
        }

        /// Where the images are from, in a word each; that of another server is named whole.
        private static let sources = """
            const images = [...document.querySelectorAll('article img')];
            const word = image => image.src.startsWith(document.baseURI.split('#')[0]) ? image.src.match(/(picture|image)[^/]*$|picture/)[0].slice(0, 5) : image.src;
            await probe.until(() => images.length && images.every(image => image.complete && image.naturalWidth));
            const foreign = performance.getEntriesByType('resource').filter(entry => !entry.name.startsWith(location.origin));
            return [...images.map(word), ...foreign.map(entry => entry.name)];
            """.asynchronous

        @Test("are placeholders, and no request leaves the machine")
        func placeholders() async throws {
            try await Self.run(showsImages: false) { page, server in
                let sources: [String] = try await page.session.run(Self.sources)
                #expect(sources == ["pictu", "pictu", "pictu"])
                #expect(server.requests.isEmpty)
            }
        }

        @Test(
            "are the feed's own where that is wanted: the page asks this server, which asks theirs once, and placeholders where they are missing"
        )
        func own() async throws {
            try await Self.run(showsImages: true) { page, server in
                for _ in 1...2 {
                    let sources: [String] = try await page.session.run(Self.sources)
                    #expect(sources == ["image", "pictu", "pictu"])
                    try await page.session.run("window.old = 1; location.reload()")
                    try await page.session.run(
                        "return probe.until(() => !window.old && document.querySelectorAll('article').length === 3)")
                }
                #expect(server.requests.count == 2)
                for request in server.requests {
                    #expect(!request.text.lowercased().contains("\nreferer:"), "\(request.text)")
                    #expect(!request.text.lowercased().contains("\ncookie:"), "\(request.text)")
                }
            }
        }
    }
}
