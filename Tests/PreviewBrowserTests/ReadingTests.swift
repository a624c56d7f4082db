import Testing

extension InBrowser {
    @Suite("Who reads")
    struct ReadingTests {
        private static let screen = PreviewWorld.Screen(sections: [
            PreviewWorld.Section("a", "list", .numbered("a", 1...30)),
            PreviewWorld.Section("b", "waterfall", .numbered("b", 1...60)),
            PreviewWorld.Section("c", "ranking", .numbered("c", 1...20)),
        ])

        @Test("keeps what is on screen in its place when rows come and go above it")
        func anchor() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                for width in page.widths { try await page.scroll(width, to: 1_500) }
                try await page.session.run("probe.halt()")
                var before: [Int: [String: PreviewPage.Place]] = [:]
                for width in page.widths { before[width] = try await page.places(width) }
                try await page.change { screen in
                    screen.sections[0].items?.insert(contentsOf: [PreviewWorld.Item].numbered("new", 1...9), at: 2)
                    screen.sections[0].items?.remove(at: 0)
                    screen.sections.insert(PreviewWorld.Section("s", "mosaic", .numbered("s", 1...5)), at: 0)
                }
                for width in page.widths {
                    for part in [0, 0.5, 1] {
                        let places = try await page.places(width, at: part)
                        let read = try #require(before[width]).filter { $0.value.top > 200 && $0.value.top < 900 }
                        #expect(read.count >= 5)
                        for (id, was) in read {
                            let place = try #require(places[id])
                            #expect(
                                abs(place.top - was.top) <= 1,
                                "\(width), \(id) at \(part): \(place.top), was \(was.top)")
                        }
                    }
                }
                #expect(try await page.differences() == [])
            }
        }

        @Test("keeps the focus on a row that moves", arguments: [true, false])
        func focus(movesBefore: Bool) async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                // A browser without it takes an element out, and so its focus.
                if !movesBefore { try await page.session.run("delete Element.prototype.moveBefore") }
                try await page.session.run("document.querySelector('[data-id=a3]').focus()")
                for (section, row, other, place) in [(0, 2, 0, 0), (0, 0, 1, 1), (1, 1, 0, 5)] {
                    try await page.change { $0.move(section, row, to: other, place) }
                    let focused: String? = try await page.session.run("return document.activeElement.dataset.id")
                    #expect(focused == "a3", "moved to \(other), \(place)")
                    #expect(try await page.differences() == [])
                }
            }
        }

        @Test("goes from row to row by keys, and sees where one comes from and comes back")
        func keyboard() async throws {
            let photos = [PreviewWorld.Item].numbered("p", 1...3)
            let sections = [PreviewWorld.Section(list: "s", "list")]
            try await PreviewPage.run(PreviewWorld.Screen(sections: sections, photos: photos)) { page, _ in
                try await page.session.run("document.querySelector('[data-id=p1]').focus()")
                try await page.session.press("\u{E015}", "\u{E015}", "\u{E013}", "\u{E007}")
                let text: String = try await page.session.run(
                    """
                    const dialog = document.getElementById('facts'), frame = dialog.querySelector('iframe');
                    return probe.until(() => dialog.open && frame.contentDocument?.querySelector('.json'))
                      .then(() => frame.contentDocument.body.textContent);
                    """)
                #expect(text.contains("row 1 of photos") && text.contains(#"id "p2""#), "\(text)")
                let found: String = try await page.session.run(
                    """
                    const seek = document.getElementById('seek'), frame = document.getElementById('page');
                    seek.value = 'ITEM P';
                    seek.dispatchEvent(new Event('change'));
                    return probe.until(() => frame.contentDocument?.querySelector('mark'))
                      .then(() => frame.contentDocument.querySelector('[role=status]').textContent);
                    """)
                #expect(found == "“ITEM P”: found in 1 place")
                try await page.session.press("\u{E00C}")
                let focused: String? = try await page.session.run(
                    """
                    return probe.until(() => !document.getElementById('facts').open)
                      .then(() => document.activeElement.dataset.id);
                    """)
                #expect(focused == "p2")
            }
        }

        @Test("sees the header of the section that is read, and the next one pushes it off")
        func headers() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                for width in page.widths {
                    let wrong: [String] = try await page.session.run(
                        """
                        const screen = document.querySelector(`.screen[data-width="${arguments[0]}"]`), wrong = [];
                        const [first, second] = screen.querySelectorAll('h2');
                        const top = () => screen.getBoundingClientRect().top + 1;
                        const box = el => el.getBoundingClientRect();
                        screen.scrollTop = 700;
                        await probe.frame();
                        if (Math.abs(box(first).top - top()) > 0.5) wrong.push(`not at the top: ${box(first).top}`);
                        const start = screen.scrollTop + box(second).top - top();
                        for (let left = 100; left >= 0; left -= 5) {
                          screen.scrollTop = start - left;
                          await probe.frame();
                          if (box(first).bottom > box(second).top + 0.5) wrong.push(`${left}: the first is over the second`);
                          if (left < 60 && box(first).top >= top()) wrong.push(`${left}: the first is not pushed`);
                        }
                        if (Math.abs(box(second).top - top()) > 0.5) wrong.push('the second is not at the top');
                        const colour = getComputedStyle(second).backgroundColor;
                        if (!/^rgb\\(/.test(colour)) wrong.push(`rows shine through: ${colour}`);
                        return wrong;
                        """.asynchronous, width)
                    #expect(wrong == [], "\(width)")
                }
            }
        }
    }
}

extension String {
    /// The body of a function that may wait.
    var asynchronous: String { "return (async function () { \(self) }).apply(null, arguments)" }
}
