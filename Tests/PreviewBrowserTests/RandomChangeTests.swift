import TestSupport
import Testing

extension InBrowser {
    @Suite("After any changes")
    struct RandomChangeTests {
        @Test("the rows and their frames are the feed's, in both widths")
        func law() async throws {
            try await PreviewPage.run(PreviewWorld.Screen(sections: [])) { page, _ in
                for seed in SeededGenerator.seeds(200) {
                    var changes = RandomScreen(seed: seed)
                    try await page.session.run(
                        """
                        for (const el of document.querySelectorAll('.screen, .carousel .rows')) {
                          el.scrollTop = arguments[0] * el.scrollHeight;
                          el.scrollLeft = arguments[0] * el.scrollWidth;
                        }
                        const rows = document.querySelectorAll('article');
                        rows[Math.floor(arguments[0] * rows.length)]?.focus({ preventScroll: true });
                        return probe.frame().then(probe.frame);
                        """, changes.part)
                    try await page.change { changes.apply(to: &$0) }
                    // Each fourth change comes while the one before still moves.
                    if seed % 4 == 0 { continue }
                    let differences = try await page.differences()
                    #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(5))")
                    if !differences.isEmpty { break }
                }
            }
        }
    }
}

/// Changes of a screen, by a seed.
private struct RandomScreen {
    private static let layouts = ["list", "ranking", "carousel", "chips", "mosaic", "waterfall", "spiral"]

    private let seed: UInt64
    private var generator: SeededGenerator
    private var made = 0
    /// How far to scroll.
    let part: Double

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        part = Bool.random(using: &generator) ? Double.random(in: 0..<1, using: &generator) : 0
    }

    mutating func apply(to screen: inout PreviewWorld.Screen) {
        if screen.sections.count < 2 { screen.sections += (0..<3).map { _ in section() } }
        if screen.sections.count > 7 { screen.sections.removeLast(3) }
        for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&screen) }
        for index in screen.sections.indices where screen.sections[index].items?.count ?? 0 > 40 {
            screen.sections[index].items?.removeSubrange(10..<30)
        }
    }

    private mutating func name() -> String {
        made += 1
        return "\(seed)-\(made)"
    }

    private mutating func item() -> PreviewWorld.Item {
        PreviewWorld.Item(name(), height: Int.random(in: 20...300, using: &generator))
    }

    private mutating func section() -> PreviewWorld.Section {
        let items = (0..<Int.random(in: 0...12, using: &generator)).map { _ in item() }
        let layout = Self.layouts.randomElement(using: &generator) ?? "list"
        return PreviewWorld.Section(name(), layout, items)
    }

    private mutating func change(_ screen: inout PreviewWorld.Screen) {
        guard let section = screen.sections.indices.randomElement(using: &generator),
            let other = screen.sections.indices.randomElement(using: &generator)
        else { return screen.sections.append(self.section()) }
        let count = screen.sections[section].items?.count ?? 0
        let row = count == 0 ? 0 : Int.random(in: 0..<count, using: &generator)
        let place = Int.random(in: 0...(screen.sections[other].items?.count ?? 0), using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: screen.sections.insert(self.section(), at: Int.random(in: 0...screen.sections.count, using: &generator))
        case 1: screen.sections.remove(at: section)
        case 2: screen.sections.shuffle(using: &generator)
        case 3: screen.sections[section].layout = Self.layouts.randomElement(using: &generator) ?? "list"
        case 4: screen.sections[section].title += "!"
        case 5: screen.sections[section].items?.shuffle(using: &generator)
        case 6, 7: screen.sections[other].items?.insert(item(), at: place)
        case 8 where count > 0: screen.sections[section].items?.remove(at: row)
        case 9 where count > 0:
            var changed = item()
            if let id = screen.sections[section].items?[row].id { changed.id = id }
            screen.sections[section].items?[row] = changed
        // The same item is in two sections.
        case 10 where count > 0 && section != other:
            if let item = screen.sections[section].items?[row] { screen.sections[other].items?.insert(item, at: place) }
        default: if count > 0, section != other { screen.move(section, row, to: other, place) }
        }
    }
}
