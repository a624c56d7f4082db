import Foundation
import TestSupport
import Testing

extension InBrowser {
    @Suite("A long list")
    struct LongListTests {
        private static let others = Soak.isOn ? 1_000_000 : 5_000
        private static let pages = Soak.isOn ? 100 : 12

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
              const { first, rows, row_count } = model[0];
              if (direction > 0 && first + rows.length < row_count) await probe.until(() => !isEnd());
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
                let (end, more): (Int, String) = (
                    try await page.session.run("return model[0].first + model[0].rows.length"),
                    try await page.session.run("return document.querySelector('.more').textContent")
                )
                #expect(end > 200 && more == "\(Self.others - end) more")
            }
        }

        @Test("goes on to its end, wherever one begins, and tells only what is new and gone")
        func farDown() async throws {
            let screen = PreviewWorld.Screen(sections: [PreviewWorld.Section(list: "p", "list")])
            try await PreviewPage.run(screen, others: 5_000, widths: [390]) { page, _ in
                let landed = """
                    await probe.until(() => model[0].rows.length && !target && !growing && !asking && shown === moment);
                    return spot(screens[0]);
                    """.asynchronous
                try await page.session.run("location.hash = 'at=p:3000'")
                let middle: String = try await page.session.run(landed)
                #expect(middle == "p:3000")
                for (direction, place) in [(1, 4_970), (-1, 2_700)] {
                    let wrong: [String] = try await page.session.run(
                        """
                        const [direction, place] = arguments, screen = screens[0].el, wrong = [];
                        let last = Number(spot(screens[0]).split(':')[1]);
                        while (direction > 0 ? last < place : last > place) {
                          screen.scrollTop += direction * 400;
                          await probe.until(() => !growing && shown === moment
                            && (direction > 0 ? screen.scrollTop + 1500 < screen.scrollHeight : screen.scrollTop > 1000));
                          const row = Number(spot(screens[0]).split(':')[1]);
                          // 400 pixels are four or five rows.
                          if (Math.abs(row - last - direction * 4.5) > 1.5) wrong.push(`from ${last} to ${row}`);
                          const seen = document.elementFromPoint(200, screen.getBoundingClientRect().top + 90).closest('article');
                          if (seen && seen.dataset.id !== 'other' + (seen.ariaPosInSet - 1)) wrong.push(seen.dataset.id);
                          last = row;
                        }
                        if (direction > 0) {
                          screen.scrollTop = screen.scrollHeight;
                          await probe.until(() => [...screen.querySelectorAll('article')].at(-1).dataset.id === 'other4999');
                          if (document.querySelector('.more').textContent) wrong.push('there is more than all');
                        }
                        return wrong;
                        """.asynchronous, direction, place)
                    #expect(wrong == [])
                }
                let count: Int = try await page.session.run("return model[0].rows.length")
                #expect(count <= 500)
                page.world.screen.photos.insert(PreviewWorld.Item("new"), at: 0)
                try await page.sync()
                let news: String = try await page.session.run(
                    """
                    const news = document.getElementById('news');
                    return probe.until(() => news.textContent || model[0].row_count === 5001).then(() => news.textContent);
                    """)
                #expect(news == "")
                try await page.session.run("location.hash = ''")
                try await page.session.run(
                    "return probe.until(() => model[0].first === 0 && !target && shown === moment && spot(screens[0]) === '')"
                )
                page.world.screen.photos[0] = PreviewWorld.Item("newer")
                try await page.sync()
                let told: String = try await page.session.run(
                    "const news = document.getElementById('news'); return probe.until(() => news.textContent).then(() => news.textContent)"
                )
                #expect(told.hasPrefix("1 new, 0 changed, "), "\(told)")
            }
        }

        @Test("is no longer than others: 500 sections of 100 rows are in 4 MB, and each has more as one scrolls")
        func sections() async throws {
            let sections = (0..<500).map { section in
                PreviewWorld.Section("s\(section)", "list", .numbered("\(section)-", 0..<100))
            }
            try await PreviewPage.run(PreviewWorld.Screen(sections: sections)) { page, _ in
                let bytes = try page.feed().utf8.count
                print("500 sections: \(bytes) bytes")
                #expect(bytes <= 4_000_000)
                let counts: [Int] = try await page.session.run(
                    """
                    const rows = id => model.find(section => section.id === id)?.rows.length, counts = [];
                    const all = () => model.reduce((sum, section) => sum + section.rows.length, 0);
                    // One screen is enough.
                    location.hash = 'widths=390';
                    await probe.until(() => screens.length === 1 && rows('s0') > 50 && !target);
                    screens[0].el.scrollTop = 4000;
                    await probe.until(() => rows('s0') === 100);
                    counts.push(all());
                    location.hash = 'at=s400:50&widths=390';
                    await probe.until(() => spot(screens[0]) === 's400:50' && rows('s400') === 100);
                    return [...counts, all()];
                    """.asynchronous)
                #expect(counts.allSatisfy { (1_500...4_000).contains($0) }, "\(counts)")
            }
        }
    }
}
