import FeedModel
import Testing

@testable import FeedPreview

extension InBrowser {
    @Suite("The slider")
    struct SliderTests {
        private static let sections = [
            PreviewWorld.Section("a", "list", .numbered("a", 1...6)),
            PreviewWorld.Section("b", "waterfall", .numbered("b", 1...8)),
            PreviewWorld.Section(list: "p", "ranking"),
        ]

        /// Moves the slider, and waits for what the page shows then.
        private static let go = """
            const slider = document.getElementById('runs');
            slider.value = arguments[0];
            slider.dispatchEvent(new Event('input'));
            const wanted = Number(arguments[0]) >= runs.length ? 'now' : runs[arguments[0]].run;
            await probe.until(() => moment === wanted && shown === wanted);
            await probe.settle();
            return probe.drawing();
            """.asynchronous

        /// Runs in which items come, go, move and change.
        private static func live(_ page: PreviewPage) async throws {
            for run in 0..<6 {
                try await page.change { screen in
                    screen.photos.insert(PreviewWorld.Item("new\(run)"), at: 0)
                    screen.photos.remove(at: 3)
                    screen.photos.swapAt(1, 4)
                    screen.photos[2].title += "!"
                    if run % 2 == 0 { screen.sections.swapAt(0, 1) }
                    screen.move(0, 1, to: 1, 0)
                }
            }
            try await page.session.run("return probe.until(() => runs.length === 7)")
        }

        @Test("from the first run to now and back shows the same each time")
        func thereAndBack() async throws {
            let screen = PreviewWorld.Screen(sections: Self.sections, photos: .numbered("p", 1...6))
            try await PreviewPage.run(screen) { page, _ in
                try await Self.live(page)
                var drawings: [String] = []
                for place in 0...7 {
                    let drawing: String = try await page.session.run(Self.go, place)
                    drawings.append(drawing)
                }
                #expect(Set(drawings).count == 7, "the last run is what is there now")
                for place in (0..<7).reversed() {
                    let drawing: String = try await page.session.run(Self.go, place)
                    #expect(drawing == drawings[place], "place \(place)")
                }
                let now: String = try await page.session.run(Self.go, 7)
                #expect(now == drawings[7])
                #expect(try await page.differences() == [])
            }
        }

        @Test("that is moved faster than the server answers shows the last place")
        func lastWins() async throws {
            let screen = PreviewWorld.Screen(sections: Self.sections, photos: .numbered("p", 1...6))
            try await PreviewPage.run(screen) { page, _ in
                try await Self.live(page)
                try await page.session.run(
                    """
                    const slider = document.getElementById('runs');
                    for (const place of [3, 1, 5, 0, 2, 7]) {
                      slider.value = place;
                      slider.dispatchEvent(new Event('input'));
                    }
                    return probe.until(() => shown === 'now' && asking === null);
                    """)
                #expect(try await page.differences() == [])
                let words: String = try await page.session.run("return document.getElementById('moment').textContent")
                #expect(words == "now")
            }
        }

        @Test("goes to now while live changes are held")
        func held() async throws {
            let screen = PreviewWorld.Screen(sections: Self.sections, photos: .numbered("p", 1...6))
            try await PreviewPage.run(screen) { page, _ in
                try await Self.live(page)
                try await page.session.run("document.getElementById('hold').click()")
                let past: String = try await page.session.run(Self.go, 2)
                let now: String = try await page.session.run(Self.go, 7)
                #expect(past != now)
                #expect(try await page.differences() == [])
            }
        }

        @Test("with steps, plays the batches between two runs")
        func steps() async throws {
            let screen = PreviewWorld.Screen(sections: Self.sections, photos: .numbered("p", 1...6))
            try await PreviewPage.run(screen) { page, _ in
                try await Self.live(page)
                let wanted: String = try await page.session.run(Self.go, 4)
                let _: String = try await page.session.run(Self.go, 1)
                let steps: Int = try await page.session.run(
                    """
                    const next = document.getElementById('next'), slider = document.getElementById('runs');
                    document.getElementById('step').click();
                    slider.value = 4;
                    slider.dispatchEvent(new Event('input'));
                    await probe.until(() => !next.disabled);
                    let count = 0;
                    for (; !next.disabled; count++) { next.click(); await probe.settle(); }
                    return count;
                    """.asynchronous)
                #expect(steps > 1)
                let drawing: String = try await page.session.run("return probe.drawing()")
                #expect(drawing == wanted)
            }
        }
    }
}
