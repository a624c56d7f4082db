import Testing

extension InBrowser {
    /// The feed pattern of the ARIA Authoring Practices, and contrast by WCAG 2.2.
    @Suite("Access")
    struct AccessibilityTests {
        private static let screen = PreviewWorld.Screen(sections: [
            PreviewWorld.Section(
                "a", "list", [PreviewWorld.Item("a1", description: "A text.")] + .numbered("a", 2...9)),
            PreviewWorld.Section("b", "waterfall", .numbered("b", 1...4)),
            PreviewWorld.Section("c", "carousel", .numbered("c", 1...9)),
            PreviewWorld.Section("d", "list", []),
        ])

        private enum Key {
            static let pageUp = "\u{E00E}"
            static let pageDown = "\u{E00F}"
            static let end = "\u{E010}"
            static let home = "\u{E011}"
            static let left = "\u{E012}"
            static let up = "\u{E013}"
            static let right = "\u{E014}"
            static let down = "\u{E015}"
            static let tab = "\u{E004}"
            static let control = "\u{E009}"
        }

        private static let focused = "return document.activeElement.dataset.id ?? document.activeElement.id"

        @Test("feeds hold articles that are named and counted, in screens with names of their own")
        func roles() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                let wrong: [String] = try await page.session.run(
                    """
                    const wrong = [], names = screens.map(screen => screen.el.ariaLabel);
                    if (new Set(names).size !== 2 || names.some(name => !name)) wrong.push(`screens: ${names}`);
                    for (const { el } of screens) {
                      if (el.role !== 'region') wrong.push('a screen is no region');
                      const feeds = [...el.querySelectorAll('[role=feed]')];
                      if (feeds.map(feed => feed.ariaLabel).join() !== 'Section a,Section b,Section c') wrong.push('feeds');
                      for (const feed of feeds) {
                        const articles = [...feed.children];
                        if (articles.some(el => el.tagName !== 'ARTICLE')) wrong.push('a feed holds something else');
                        if (articles.filter(el => el.tabIndex === 0).length !== 1) wrong.push(`stops in ${feed.ariaLabel}`);
                        const count = model.find(section => section.title === feed.ariaLabel).row_count;
                        articles.forEach((article, index) => {
                          if (article.ariaLabel !== article.querySelector('b').textContent) wrong.push(article.ariaLabel);
                          if (Number(article.ariaPosInSet) !== index + 1 || Number(article.ariaSetSize) !== count) wrong.push('count');
                        });
                      }
                    }
                    const named = el => el.ariaLabel || el.textContent.trim() || el.title || el.closest('label');
                    for (const el of document.querySelectorAll('button, input, select, iframe, dialog, aside'))
                      if (!named(el)) wrong.push(`${el.tagName} ${el.id} has no name`);
                    return wrong;
                    """)
                #expect(wrong == [])
            }
        }

        @Test("Tab stops once in each feed, and pages, arrows, Ctrl-Home and Ctrl-End go as they should")
        func keys() async throws {
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                let session = page.session
                func focused(after keys: String...) async throws -> String {
                    for key in keys { try await session.press(key) }
                    return try await session.run(Self.focused)
                }
                try await session.run("document.querySelector('[data-id=a1]').focus()")
                #expect(try await focused(after: Key.pageDown, Key.pageDown) == "a3")
                #expect(try await focused(after: Key.pageUp) == "a2")
                #expect(try await focused(after: Key.down, Key.down, Key.up) == "a3")
                #expect(try await focused(after: Key.right, Key.left) == "a3", "there is nothing beside")
                #expect(try await focused(after: Key.tab) == "b1")
                #expect(try await focused(after: Key.right) == "b2")
                #expect(try await focused(after: Key.left, Key.up) == "a9")
                #expect(try await focused(after: Key.tab) == "b1", "where one was before")
                #expect(try await focused(after: Key.tab, Key.right, Key.right) == "c3")
                // Also before the page is drawn again.
                let out: String = try await session.run(
                    """
                    document.querySelector('[data-id=c2]').focus();
                    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', ctrlKey: true, bubbles: true }));
                    const out = document.activeElement.dataset.id;
                    document.querySelector('[data-id=c3]').focus();
                    return out;
                    """)
                #expect(out == "b1")
                try await session.chord(Key.control, Key.home)
                #expect(try await session.run(Self.focused) == "b1")
                try await session.chord(Key.control, Key.home)
                #expect(try await session.run(Self.focused) == "a9")
                try await session.chord(Key.control, Key.home)
                #expect(try await session.run(Self.focused) == "scheme")
                try await session.run("document.querySelector('[data-id=b1]').focus()")
                try await session.chord(Key.control, Key.end)
                #expect(try await session.run(Self.focused) == "c3")
                let isFree: Bool = try await session.run(
                    """
                    const row = document.querySelector('[data-id=a9]');
                    row.focus();
                    await probe.frame();
                    const is = row.getBoundingClientRect(), header = row.closest('section').querySelector('h2').getBoundingClientRect();
                    return is.top >= header.bottom - 1;
                    """.asynchronous)
                #expect(isFree, "the header is over the row that has the focus")
            }
        }

        @Test("texts have contrast on every ground", arguments: ["light", "dark"], ["prefers", "chosen"])
        func contrast(scheme: String, way: String) async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                try await page.session.prefer("prefers-color-scheme", way == "prefers" ? scheme : "light")
                if way == "chosen" { try await page.session.run("location.hash = 'scheme=' + arguments[0]", scheme) }
                try await page.session.run(
                    "document.getElementById('find').value = 'a1'; reveal(true); return list('find?text=a1')")
                let contrasts: [String: Double] = try await page.session.run(
                    """
                    await probe.until(() => document.querySelector('#lines b') && model.length);
                    const light = colour => {
                      const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(c => c / 255)
                        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                    };
                    const ground = el => {
                      const colour = getComputedStyle(el).backgroundColor;
                      return colour === 'rgba(0, 0, 0, 0)' && el.parentElement ? ground(el.parentElement) : colour;
                    };
                    const contrasts = {};
                    for (const name of ['#bar h1', '#state', '#moment', '#hold', '#scheme', '#find', '#news', 'section h2 span', 'h2 small',
                      'article b', 'article p', '#what', '#lines b', '#lines small', '#rest', '.more']) {
                      const el = document.querySelector(name);
                      const [a, b] = [light(getComputedStyle(el).color), light(ground(el))].sort((a, b) => b - a);
                      contrasts[name] = (a + 0.05) / (b + 0.05);
                    }
                    contrasts.ground = light(ground(document.querySelector('#bar')));
                    return contrasts;
                    """.asynchronous)
                // WCAG 2.2, 1.4.3.
                for (name, contrast) in contrasts where name != "ground" { #expect(contrast >= 4.5, "\(name)") }
                #expect((try #require(contrasts["ground"]) > 0.5) == (scheme == "light"))
            }
        }
    }
}
