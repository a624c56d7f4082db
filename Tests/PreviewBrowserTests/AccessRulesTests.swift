import Foundation
import Testing

extension InBrowser {
    /// The rules of WCAG 2.2 that a program can check: some by this test alone, and all that axe-core has where
    /// `FEEDCACHE_AXE` names a file of it.
    @Suite("The rules of access")
    struct AccessRulesTests {
        private static let screen = PreviewWorld.Screen(
            sections: [
                PreviewWorld.Section("a", "list", [PreviewWorld.Item("a1", description: "A text.")]),
                PreviewWorld.Section("b", "waterfall", .numbered("b", 1...4)),
                PreviewWorld.Section("c", "carousel", .numbered("c", 1...9)),
                PreviewWorld.Section("d", "chips", .numbered("d", 1...9)),
                PreviewWorld.Section("e", "ranking", .numbered("e", 1...4)),
                PreviewWorld.Section("f", "mosaic", .numbered("f", 1...5)),
                PreviewWorld.Section("g", "list", []), PreviewWorld.Section(list: "p", "list"),
            ], photos: .numbered("p", 1...3))

        private static let axe = ProcessInfo.processInfo.environment["FEEDCACHE_AXE"]

        /// What is against the rules, as a text for each place.
        private static let audit = """
            const wrong = [], all = [...document.querySelectorAll('*')], seen = el => el.checkVisibility({ visibilityProperty: true });
            const say = (rule, el) => wrong.push(`${rule}: ${el.outerHTML.slice(0, 120)}`);
            if (!document.documentElement.lang || !document.title) wrong.push('no language or title');
            if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
            const ids = all.map(el => el.id).filter(Boolean);
            if (new Set(ids).size !== ids.length) wrong.push('an ID twice');
            for (const name of ['aria-controls', 'aria-labelledby', 'for', 'list'])
              for (const el of document.querySelectorAll(`[${name}]`))
                if (!document.getElementById(el.getAttribute(name))) say(name, el);
            const roles = ['feed', 'region', 'status'];
            for (const el of document.querySelectorAll('[role]')) if (!roles.includes(el.role)) say('role', el);
            let level = 0;
            for (const el of all.filter(el => /^H[1-6]$/.test(el.tagName) && seen(el))) {
              if (Number(el.tagName[1]) > level + 1) say('a level is left out', el);
              level = Number(el.tagName[1]);
            }
            const named = el => el.ariaLabel || el.textContent.trim() || el.title || el.closest('label');
            for (const el of all.filter(el => el.matches('button, input, select, iframe, dialog, aside, a, summary'))) if (!named(el)) say('no name', el);
            for (const el of all.filter(el => el.matches('button, input, select, summary') && seen(el) && !el.matches('summary'))) {
              const { width, height } = el.getBoundingClientRect();
              if (width < 24 || height < 24) say(`${width} by ${height} is small`, el);
            }
            for (const el of document.querySelectorAll('img:not([alt])')) say('no alt', el);
            for (const el of document.querySelectorAll('[inert] :focus, [aria-hidden=true] a, [tabindex]:not([tabindex="0"], [tabindex="-1"])')) say('focus', el);
            // Colours as the browser draws them.
            const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
            const rgba = colour => {
              canvas.clearRect(0, 0, 1, 1);
              canvas.fillStyle = colour;
              canvas.fillRect(0, 0, 1, 1);
              return [...canvas.getImageData(0, 0, 1, 1).data];
            };
            const light = colour => {
              const [r, g, b] = rgba(colour).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = el => {
              const colour = getComputedStyle(el).backgroundColor;
              return rgba(colour)[3] < 255 && el.parentElement ? ground(el.parentElement) : colour;
            };
            let texts = 0;
            for (const el of all) {
              if (!seen(el) || el.matches(':disabled, option, title, script, style') || ![...el.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
              texts += 1;
              const [a, b] = [light(getComputedStyle(el).color), light(ground(el))].sort((a, b) => b - a);
              if ((a + 0.05) / (b + 0.05) < 4.5) say(`contrast of ${((a + 0.05) / (b + 0.05)).toFixed(2)}`, el);
            }
            if (texts < 5) wrong.push('there is no text');
            if (window.axe) {
              const result = await axe.run(document, { iframes: false, resultTypes: ['violations'] });
              for (const { id, nodes } of result.violations) for (const { html } of nodes) wrong.push(`axe ${id}: ${html.slice(0, 200)}`);
            }
            return wrong;
            """.asynchronous

        @Test("are kept by the page, its list and its dialog: in light, dark and with an accent, on three screens")
        func page() async throws {
            let axe = try Self.axe.map { try String(contentsOfFile: $0, encoding: .utf8) }
            if axe == nil { print("axe-core is not there: FEEDCACHE_AXE would be a file of it") }
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                let session = page.session
                if let axe { try await session.run(axe) }
                try await session.run("return probe.until(() => runs.length === 1)")
                for (width, screens) in [(390, "390"), (820, "390,340"), (1_440, "390,834")] {
                    try await session.command(
                        "Emulation.setDeviceMetricsOverride",
                        #"{"width":\#(width),"height":900,"deviceScaleFactor":1,"mobile":false}"#)
                    for look in ["scheme=light", "scheme=dark", "scheme=dark&accent=%23ffd400&density=compact"] {
                        try await session.run(
                            """
                            location.hash = `list=1&widths=${arguments[0]}&${arguments[1]}`;
                            await probe.until(() => !target && !asking && document.querySelector('#lines b, #rest')
                              && document.querySelectorAll('article').length > 9);
                            await probe.settle();
                            """.asynchronous, screens, look)
                        let wrong: [String] = try await session.run(Self.audit)
                        #expect(wrong == [], "\(width), \(look)")
                    }
                    try await session.run(
                        """
                        facts(model.at(-1).rows[0]);
                        const frame = document.getElementById('page');
                        await probe.until(() => frame.contentDocument?.querySelector('.json'));
                        """.asynchronous)
                    let wrong: [String] = try await session.run(Self.audit)
                    #expect(wrong == [], "\(width), the dialog")
                    try await session.run("document.getElementById('facts').close()")
                }
            }
        }

        @Test("are kept by the page of an item, with what is found in it", arguments: ["light", "dark"])
        func item(scheme: String) async throws {
            let axe = try Self.axe.map { try String(contentsOfFile: $0, encoding: .utf8) }
            try await PreviewPage.run(Self.screen, widths: [390]) { page, _ in
                try await page.change { $0.photos[0].title = "Otherwise" }
                try await page.session.prefer("prefers-color-scheme", scheme)
                try await page.session.run("location.href = 'item?in=photos&id=p1&find=other'")
                try await page.session.run("return probe.until(() => document.querySelector('mark'))")
                if let axe { try await page.session.run(axe) }
                let wrong: [String] = try await page.session.run(Self.audit)
                #expect(wrong == [])
            }
        }
    }
}
