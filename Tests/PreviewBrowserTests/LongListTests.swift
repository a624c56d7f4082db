import Foundation
import Testing

extension InBrowser {
    @Suite("A long list")
    struct LongListTests {
        /// A million items where `FEEDCACHE_SOAK` is set.
        private static let isLong = ProcessInfo.processInfo.environment["FEEDCACHE_SOAK"] != nil
        private static let others = isLong ? 1_000_000 : 5_000
        private static let pages = isLong ? 100 : 12

        /// Goes so many heights down or up, and says how many row elements there were at most.
        private static let scroll = """
            const [width, direction, pages] = arguments;
            const screen = document.querySelector(`.screen[data-width="${width}"]`);
            let most = 0;
            for (let page = 0; page < pages; page++) {
              screen.scrollTop += direction * screen.clientHeight;
              await probe.frame();
              await probe.frame();
              // More rows come before the last is seen.
              const isEnd = () => screen.scrollTop + 2 * screen.clientHeight > screen.scrollHeight;
              if (direction > 0 && model[0].rows.length < 2000) await probe.until(() => !isEnd());
              most = Math.max(most, document.querySelectorAll('article').length);
            }
            return most;
            """.asynchronous

        @Test("has at most 600 row elements, and after many pages of scrolling as much in memory as before")
        func scrolling() async throws {
            let screen = PreviewWorld.Screen(sections: [PreviewWorld.Section(list: "p", "list")])
            try await PreviewPage.run(screen, others: Self.others) { page, _ in
                var heaps: [Double] = []
                for direction in [1, 1, -1, -1, 1, 1] {
                    for width in page.widths {
                        let elements: Int = try await page.session.run(Self.scroll, width, direction, Self.pages)
                        #expect(elements <= 600)
                    }
                    heaps.append(try await page.session.heap() / 1_048_576)
                }
                print("\(Self.others) items: MiB of heap after each \(Self.pages) pages:", heaps)
                #expect(heaps.allSatisfy { $0 <= 30 })
                #expect(heaps[5] - heaps[3] <= 2, "MiB")
                let rows: Int = try await page.session.run("return model[0].rows.length")
                #expect(Self.isLong ? rows == 2_000 : rows > 200)
                let more: String = try await page.session.run(
                    "return document.querySelector('section > p').textContent")
                #expect(more == "\(Self.others - rows) more")
            }
        }
    }
}
