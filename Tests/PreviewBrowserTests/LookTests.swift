import FeedModel
import TestSupport
import Testing

@testable import FeedPreview

extension InBrowser {
    @Suite("The look of the page")
    struct LookTests {
        private struct Box: Decodable {
            let x, y, width, height: Double
        }

        @Test("a waterfall has the frames that Swift reckons, and none is over another")
        func waterfall() async throws {
            var generator = SeededGenerator(seed: 7)
            let items = (0..<24).map {
                PreviewWorld.Item("\($0)", height: Int.random(in: 20...250, using: &generator))
            }
            let screen = PreviewWorld.Screen(sections: [PreviewWorld.Section("w", "waterfall", items)])
            try await PreviewPage.run(screen) { page, _ in
                for width in page.widths {
                    let boxes: [Box] = try await page.session.run(
                        """
                        const body = document.querySelector(`.screen[data-width="${arguments[0]}"] .rows`);
                        const from = body.getBoundingClientRect();
                        return [...body.children].map(el => el.getBoundingClientRect())
                          .map(r => ({ x: r.left - from.left, y: r.top - from.top, width: r.width, height: r.height }));
                        """, width)
                    let frames = SectionLayout.waterfall.frames(
                        of: items.map { LayoutItem(imageRatio: Double($0.image.height) / 100) },
                        width: Double(width - 2 * PreviewScreen.margin), metrics: FeedPreview.Density.standard.metrics)
                    #expect(boxes.count >= 8)
                    for (box, frame) in zip(boxes, frames) {
                        let differences = [
                            box.x - frame.x, box.y - frame.y, box.width - frame.width, box.height - frame.height,
                        ]
                        #expect(differences.allSatisfy { abs($0) <= 0.5 }, "\(width): \(box) is \(frame) in Swift")
                    }
                    for (index, box) in boxes.enumerated() {
                        for other in boxes[..<index] {
                            let isApart =
                                box.x >= other.x + other.width || other.x >= box.x + box.width
                                || box.y >= other.y + other.height || other.y >= box.y + box.height
                            #expect(isApart, "\(width): \(box) is over \(other)")
                        }
                    }
                }
            }
        }

        @Test("markup in a payload is text, wherever it is shown")
        func markup() async throws {
            let markup =
                "</title></script><img src=x onerror=\"window.wrong=1\"><script>window.wrong=1</script>{{source}}"
            let item = PreviewWorld.Item("<b>&\"'", title: markup, description: markup + "!")
            let screen = PreviewWorld.Screen(
                sections: [
                    PreviewWorld.Section("<i>", "list", [item], title: markup),
                    PreviewWorld.Section(list: "s", "<u>"),
                ], photos: [item])
            try await PreviewPage.run(screen, widths: [390]) { page, _ in
                #expect(try await page.differences() == [])
                let texts: [String] = try await page.session.run(
                    "return [...document.querySelectorAll('h2 span, article b, article p')].map(el => el.textContent)")
                #expect(texts.filter { $0.hasPrefix(markup) }.count == 5)
                try await page.session.run("document.querySelectorAll('article')[1].click()")
                let isHarmless: Bool = try await page.session.run(
                    """
                    const frame = document.querySelector('#facts iframe');
                    return probe.until(() => frame.contentDocument?.querySelector('.json')).then(() =>
                      !window.wrong && !frame.contentWindow.wrong && !frame.contentDocument.querySelector('script, img, i, u')
                      && !document.querySelector('#screens script, #screens u, #screens i, img[src="x"]'));
                    """)
                #expect(isHarmless)
            }
        }

        @Test("a row opens its own page, whatever its ID is")
        func pages() async throws {
            let items = ["..", ".", "a/b", "a/../b", "?in=c&id=d#e", "+%2B %"].enumerated().map { index, id in
                PreviewWorld.Item(id, title: "Title \(index)")
            }
            let screen = PreviewWorld.Screen(sections: [PreviewWorld.Section(list: "s", "list")], photos: items)
            try await PreviewPage.run(screen, widths: [390]) { page, _ in
                for index in items.indices {
                    let isShown: Bool = try await page.session.run(
                        """
                        const dialog = document.getElementById('facts'), frame = dialog.querySelector('iframe');
                        document.querySelectorAll('article')[\(index)].click();
                        const shows = () => frame.contentDocument?.body?.textContent.includes('"Title \(index)"');
                        return probe.until(shows).then(() => { dialog.close(); return true; });
                        """)
                    #expect(isShown)
                }
            }
        }

        @Test(
            "density and accent are chosen in the page and kept in the address; what stands out has contrast on any accent"
        )
        func looks() async throws {
            let items = [PreviewWorld.Item].numbered("a", 1...9)
            let screen = PreviewWorld.Screen(sections: [
                PreviewWorld.Section("s", "list", items), PreviewWorld.Section("c", "carousel", items),
            ])
            try await PreviewPage.run(screen, widths: [390]) { page, _ in
                let looks: [String] = try await page.session.run(
                    """
                    const seen = [], choose = (id, value) => {
                      const control = document.getElementById(id);
                      control.value = value;
                      control.dispatchEvent(new Event('change'));
                    };
                    const high = () => [...document.querySelectorAll('.list article, .carousel .rows')].map(el => el.offsetHeight);
                    for (const [density, ...heights] of [['compact', 60, 168], ['roomy', 100, 276], ['', 76, 216]]) {
                      choose('density', density);
                      await probe.until(() => heights[0] === high()[0] && heights[1] === high().at(-1), () => high().join());
                    }
                    choose('density', 'compact');
                    choose('accent', '#0a7d4f');
                    choose('scheme', 'dark');
                    await probe.until(() => location.hash.includes('dark'));
                    seen.push(location.hash);
                    location.hash = 'density=huge&scheme=pink';
                    await probe.until(() => high()[0] === 76);
                    seen.push(address('now', ['']));
                    return seen;
                    """.asynchronous)
                #expect(looks == ["#scheme=dark&density=compact&accent=%230a7d4f", "#"])
                let contrasts: [Double] = try await page.session.run(
                    """
                    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }), hold = document.getElementById('hold');
                    hold.click();
                    const light = colour => {
                      canvas.fillStyle = colour;
                      canvas.fillRect(0, 0, 1, 1);
                      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(c => c / 255)
                        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                    };
                    const contrasts = [];
                    for (let colour = 0; colour < 512; colour += 7) {
                      const accent = '#' + [colour & 7, colour >> 3 & 7, colour >> 6].map(c => (c * 36).toString(16).padStart(2, '0')).join('');
                      paint(name => name === 'accent' ? accent : '');
                      const { color, backgroundColor } = getComputedStyle(hold);
                      const [a, b] = [light(color), light(backgroundColor)].sort((a, b) => b - a);
                      contrasts.push((a + 0.05) / (b + 0.05));
                    }
                    return contrasts;
                    """)
                #expect(contrasts.count > 70 && contrasts.allSatisfy { $0 >= 4.5 }, "\(contrasts)")
                #expect(contrasts.contains { $0 > 15 } && contrasts.contains { $0 < 6 }, "accents differ")
            }
        }

        @Test("each text has its own direction, and Chinese, Japanese and Korean have glyphs")
        func scripts() async throws {
            let items = [
                PreviewWorld.Item("1", title: "مطعم الحمراء (جديد)"), PreviewWorld.Item("2", title: "מסעדה 3 כוכבים"),
                PreviewWorld.Item("3", title: "鎌倉の寿司"), PreviewWorld.Item("4", title: "Plain"),
            ]
            let screen = PreviewWorld.Screen(sections: [PreviewWorld.Section("s", "list", items, title: "قائمة")])
            try await PreviewPage.run(screen) { page, _ in
                let directions: [String] = try await page.session.run(
                    """
                    return [...document.querySelectorAll('.screen')].flatMap(screen =>
                      [...screen.querySelectorAll('h2 span, article b')].map(el => getComputedStyle(el).direction));
                    """)
                #expect(directions == Array(repeating: ["rtl", "rtl", "rtl", "ltr", "ltr"], count: 2).flatMap(\.self))
                // A glyph that no font has is a box, and all boxes are the same.
                let isDrawn: Bool = try await page.session.run(
                    """
                    const font = getComputedStyle(document.querySelector('article b')).font;
                    const draw = text => {
                      const canvas = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true });
                      canvas.font = font;
                      canvas.fillText(text, 5, 30);
                      return canvas.getImageData(0, 0, 40, 40).data.join();
                    };
                    return draw('鎌') !== draw('寿') && draw('ا') !== draw('م');
                    """)
                #expect(isDrawn)
            }
        }
    }
}
