import Testing

extension InBrowser {
    @Suite("What changed")
    struct ChangesTests {
        private static let screen = PreviewWorld.Screen(
            sections: [
                PreviewWorld.Section("a", "list", .numbered("a", 1...150)),
                PreviewWorld.Section("b", "mosaic", .numbered("b", 1...6)),
                PreviewWorld.Section(list: "p", "list"),
            ], photos: .numbered("p", 1...6))

        /// What the list says, once it is of that run.
        private static let lines = """
            const name = arguments[0];
            await probe.until(() => document.getElementById('what').textContent.startsWith(name));
            return [...document.querySelectorAll('#lines a')].map(a => a.textContent);
            """.asynchronous

        @Test("is told of what is new and gone, not of rows that leave their window")
        func news() async throws {
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                let told = """
                    const news = document.getElementById('news'), was = arguments[0];
                    return probe.until(() => news.textContent !== was).then(() => news.textContent);
                    """
                page.world.screen.sections[0].items?.insert(PreviewWorld.Item("new"), at: 0)
                try await page.sync()
                let first: String = try await page.session.run(told, "")
                #expect(first == "1 new, 0 changed, 0 gone")
                page.world.screen.sections[0].items?.removeSubrange(3...4)
                page.world.screen.sections[0].items?[0].title = "Other"
                try await page.sync()
                let second: String = try await page.session.run(told, first)
                #expect(second == "0 new, 1 changed, 2 gone")
            }
        }

        @Test("by a run is a list in the feed's own words, and each line leads to where it happened")
        func list() async throws {
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                try await page.change { screen in
                    screen.sections[0].items?[120].title = "Deep down"
                    screen.sections[1].items?[1].title = "Changed here"
                    screen.sections[1].items?.remove(at: 4)
                    screen.sections.append(
                        PreviewWorld.Section("c", "list", [PreviewWorld.Item("c1")], title: "A new one"))
                }
                try await page.session.run("return probe.until(() => runs.length === 2)")
                try await page.session.run("document.getElementById('changes').click()")
                let lines: [String] = try await page.session.run(Self.lines, "Run 2")
                #expect(
                    lines == [
                        "new · sectionA new one", "changed · Section a · row 121Deep down",
                        "changed · Section b · row 2Changed here", "gone · Section b · row 5Item b5",
                    ])
                for (line, row, run) in [(1, "a121", "2"), (3, "b5", "1"), (2, "b2", "2")] {
                    let found: [String] = try await page.session.run(
                        """
                        const [line, row, run] = arguments;
                        document.querySelectorAll('#lines a')[line].click();
                        const found = () => document.querySelector(`article.changed[data-id=${row}]`);
                        await probe.until(() => found() && shown === Number(run));
                        const is = found().getBoundingClientRect(), frame = screens[0].el.getBoundingClientRect();
                        await probe.until(() => location.hash.includes('list=1') && location.hash.includes('run=' + run));
                        return [is.top >= frame.top && is.bottom <= frame.bottom ? 'seen' : `at ${is.top}`,
                          document.getElementById('what').textContent.slice(0, 5)];
                        """.asynchronous, line, row, run)
                    #expect(found == ["seen", "Run 2"], "\(row)")
                }
            }
        }

        @Test("is seen beside each other, in two pages with a slider each")
        func beside() async throws {
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                try await page.change { $0.sections.swapAt(0, 1) }
                try await page.session.run("return probe.until(() => runs.length === 2)")
                let both: [String] = try await page.session.run(
                    """
                    document.getElementById('compare').click();
                    const other = document.getElementById('other'), seen = page => [...page.querySelectorAll('.screen h2 span')].map(el => el.textContent).join();
                    await probe.until(() => other.contentDocument?.querySelectorAll('article').length);
                    await probe.until(() => location.hash === '#beside=1');
                    return [seen(document), seen(other.contentDocument)];
                    """.asynchronous)
                #expect(both == ["Section b,Section a,The list", "Section a,Section b,The list"])
            }
        }

        @Test("is no search: a text, an ID and the number of a row are found in all sections")
        func find() async throws {
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                let found: [String] = try await page.session.run(
                    """
                    const all = [];
                    for (const text of ['ITEM A15', 'b3', '150', 'nowhere']) {
                      const find = document.getElementById('find');
                      find.value = text;
                      find.dispatchEvent(new Event('change'));
                      await probe.until(() => document.getElementById('what').textContent === `“${text}”`);
                      all.push([...document.querySelectorAll('#lines a')].map(a => a.textContent).join('; ')
                        || document.getElementById('rest').textContent);
                    }
                    return all;
                    """.asynchronous)
                #expect(
                    found == [
                        "text · Section a · row 15Item a15; text · Section a · row 150Item a150",
                        "ID · Section b · row 3Item b3; text · Section b · row 3Item b3",
                        "row · Section a · row 150Item a150; text · Section a · row 150Item a150", "It is in no row.",
                    ])
            }
        }

        @Test("in an item is shown field by field, and times as one says them")
        func fields() async throws {
            let screen = PreviewWorld.Screen(
                sections: [PreviewWorld.Section(list: "p", "list")], photos: .numbered("p", 1...6))
            try await PreviewPage.run(screen, widths: [390]) { page, _ in
                try await page.change { $0.photos[1].title = "Otherwise" }
                let text: String = try await page.session.run(
                    """
                    const frame = document.getElementById('page');
                    [...document.querySelectorAll('article')].find(el => el.dataset.id === 'p2').click();
                    await probe.until(() => frame.contentDocument?.querySelector('.json'));
                    const time = frame.contentDocument.querySelector('time');
                    return [frame.contentDocument.querySelector('li').textContent, / ago$/.test(time.textContent),
                      /^\\d{4}-.*Z$/.test(time.title), /^synced (now|.* ago)$/.test(document.getElementById('state').textContent)].join('|');
                    """.asynchronous)
                #expect(text.hasPrefix("updated") && text.contains(#"title"Item p2""Otherwise""#), "\(text)")
                #expect(text.hasSuffix("|true|true|true"), "\(text)")
            }
        }
    }
}
