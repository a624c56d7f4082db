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

        private static let sources = """
            const images = [...document.querySelectorAll('article img')];
            return probe.until(() => images.every(image => image.complete && image.naturalWidth))
              .then(() => images.map(image => image.src));
            """

        @Test("are placeholders, and no request leaves the page")
        func placeholders() async throws {
            try await Self.run(showsImages: false) { page, server in
                let sources: [String] = try await page.session.run(Self.sources)
                #expect(sources.count == 3 && sources.allSatisfy { $0.contains("/picture/") })
                #expect(server.requests.isEmpty)
            }
        }

        @Test(
            "are the feed's own where that is wanted, without saying who asks, and placeholders where they are missing")
        func own() async throws {
            try await Self.run(showsImages: true) { page, server in
                let sources: [String] = try await page.session.run(Self.sources)
                #expect(sources.map { $0.contains("/picture/") } == [false, true, true])
                #expect(server.requests.count == 2)
                for request in server.requests {
                    #expect(!request.text.lowercased().contains("\nreferer:"), "\(request.text)")
                    #expect(!request.text.lowercased().contains("\ncookie:"), "\(request.text)")
                }
            }
        }
    }
}
