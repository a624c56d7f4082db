import Testing

extension InBrowser {
    @Suite("The address")
    struct AddressTests {
        private static let screen = PreviewWorld.Screen(sections: [
            PreviewWorld.Section("a:1", "list", .numbered("a", 1...400)),
            PreviewWorld.Section("b", "waterfall", .numbered("b", 1...60)),
        ])

        /// What there is to come back to, once the page is at rest: the run, the switches, the screens and their first rows.
        private static let state = """
            await probe.until(() => screens.length && model.length && shown === moment && !target && !growing && !asking);
            await probe.settle();
            await probe.frame();
            return JSON.stringify([moment, held, staged, widths, getComputedStyle(document.documentElement).colorScheme,
              screens.map(spot)]);
            """.asynchronous

        /// The address, once it says what the page is.
        private static let address = """
            await probe.until(() => location.hash === address(moment, screens.map(spot)).replace(/^#$/, ''));
            return location.href;
            """.asynchronous

        @Test("brings a reload and a copied link back to the run, the rows, the widths and the switches")
        func back() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                try await page.change { $0.sections[0].items?.remove(at: 1) }
                try await page.session.run("return probe.until(() => runs.length === 2)")
                for words in [
                    "at=a:1:320", "run=1&at=a:1:30&at=b:7&hold=1&step=1&widths=320,600&scheme=dark", "hold=1",
                    "scheme=light",
                ] {
                    try await page.session.run("location.hash = arguments[0]", words)
                    let state: String = try await page.session.run(Self.state)
                    let address: String = try await page.session.run(Self.address)
                    #expect(address.hasSuffix("#" + words))
                    try await page.session.run("window.old = 1; location.reload()")
                    try await page.session.run(
                        "return probe.until(() => !window.old && document.getElementById('screens'))")
                    let reloaded: String = try await page.session.run(Self.state)
                    #expect(reloaded == state, "\(words), reloaded")
                    try await page.session.run("location.href = 'about:blank'")
                    try await page.session.run("location.href = arguments[0]", address)
                    try await page.session.run("return probe.until(() => document.getElementById('screens'))")
                    let copied: String = try await page.session.run(Self.state)
                    #expect(copied == state, "\(words), copied")
                }
            }
        }

        @Test("follows what one does, and what it says that cannot be is left out")
        func follows() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                try await page.session.run("document.getElementById('step').click()")
                try await page.scroll(390, to: 86 * 5)
                let address: String = try await page.session.run(Self.address)
                #expect(address.hasSuffix("#at=a:1:5&at=&step=1"), "\(address)")
                try await page.session.run("location.hash = 'run=x&at=none:3&widths=1,2&scheme=pink&other=%ff'")
                let state: String = try await page.session.run(Self.state)
                #expect(state.hasPrefix(#"["now",false,false,[390,834],"light dark",["",""]"#), "\(state)")
                try await page.session.run(
                    "history.back(); return probe.until(() => staged && spot(screens[0]) === 'a:1:5')")
                let before: String = try await page.session.run(Self.state)
                #expect(before.contains(#"true,[390,834],"light dark",["a:1:5",""]"#), "\(before)")
            }
        }
    }
}
