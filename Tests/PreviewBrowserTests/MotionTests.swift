import Testing

extension InBrowser {
    @Suite("A change")
    struct MotionTests {
        /// What CSS makes of half the time: `ease` is cubic-bezier(0.25, 0.1, 0.25, 1).
        private static let halfway = 0.8024

        enum Change: CaseIterable {
            case insert, insertAtEnd, delete, move, moveAcross, moveSection, insertSection, deleteSection, update, mixed

            func apply(to screen: inout PreviewWorld.Screen) {
                switch self {
                case .insert: screen.sections[0].items?.insert(PreviewWorld.Item("new"), at: 0)
                case .insertAtEnd: screen.sections[0].items?.append(PreviewWorld.Item("new"))
                case .delete: screen.sections[0].items?.remove(at: 1)
                case .move: screen.move(0, 0, to: 0, 3)
                case .moveAcross: screen.move(0, 1, to: 1, 2)
                case .moveSection: screen.sections.swapAt(0, 2)
                case .insertSection:
                    screen.sections.insert(PreviewWorld.Section("s", "chips", .numbered("s", 1...3)), at: 1)
                case .deleteSection: screen.sections.remove(at: 1)
                case .update: screen.sections[0].items?[2].title = "another text"
                case .mixed:
                    screen.move(0, 3, to: 2, 0)
                    screen.sections[1].items?.remove(at: 0)
                    screen.sections[0].items?[0].title = "another text"
                    screen.sections.swapAt(1, 2)
                    screen.sections[0].items?.insert(PreviewWorld.Item("new"), at: 1)
                }
            }
        }

        private static let screen = PreviewWorld.Screen(sections: [
            PreviewWorld.Section("a", "list", .numbered("a", 1...4)),
            PreviewWorld.Section("b", "carousel", .numbered("b", 1...4)),
            PreviewWorld.Section("c", "ranking", .numbered("c", 1...3)),
        ])

        @Test("moves rows from where they were to where they are, and fades the others", arguments: Change.allCases)
        func motion(_ change: Change) async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                var before: [Int: [String: PreviewPage.Place]] = [:]
                for width in page.widths { before[width] = try await page.places(width) }
                try await page.session.run("probe.halt()")
                try await page.change { change.apply(to: &$0) }
                for width in page.widths {
                    let old = try #require(before[width])
                    let start = try await page.places(width, at: 0)
                    let middle = try await page.places(width, at: 0.5)
                    let end = try await page.places(width, at: 1).filter { !$0.key.hasSuffix(" gone") }
                    for (id, place) in end {
                        let (first, half) = (try #require(start[id]), try #require(middle[id]))
                        let was = old[id]
                        #expect(
                            first.isNear(was ?? place) && first.width == place.width,
                            "\(change), \(width), \(id) at the start: \(first)")
                        let mean = (was ?? place).towards(place, Self.halfway)
                        #expect(half.isNear(mean), "\(change), \(width), \(id) halfway: \(half), not \(mean)")
                        #expect(place.opacity == 1 && first.opacity == (was == nil ? 0 : 1), "\(id)")
                        #expect(abs(half.opacity - (was == nil ? Self.halfway : 1)) < 0.01, "\(id)")
                    }
                    for (id, was) in old where end[id] == nil {
                        let (first, half) = (try #require(start["\(id) gone"]), try #require(middle["\(id) gone"]))
                        #expect(first.isNear(was) && first.opacity == 1, "\(change), \(width), \(id): \(first), \(was)")
                        #expect(half.isNear(was) && abs(half.opacity - 1 + Self.halfway) < 0.01, "\(id): \(half)")
                    }
                }
                #expect(try await page.differences() == [])
            }
        }

        @Test("that comes during another begins where the rows are seen")
        func interrupted() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                try await page.session.run("probe.halt()")
                try await page.change { screen in
                    screen.move(0, 0, to: 0, 3)
                    screen.sections[0].items?.insert(PreviewWorld.Item("new"), at: 1)
                    screen.sections[2].items?.remove(at: 0)
                }
                var seen: [Int: [String: PreviewPage.Place]] = [:]
                for width in page.widths { seen[width] = try await page.places(width, at: 0.5) }
                // The first animations stay where they are; the second begin, halted, at their start.
                try await page.change { screen in
                    screen.move(0, 0, to: 0, 2)
                    screen.move(0, 4, to: 1, 0)
                    screen.sections[1].items?.remove(at: 2)
                }
                for width in page.widths {
                    let start = try await page.places(width)
                    for (id, was) in try #require(seen[width]) where !id.hasSuffix(" gone") {
                        guard let place = start[id] ?? start["\(id) gone"] else { continue }
                        #expect(place.isNear(was), "\(width), \(id): \(place), seen at \(was)")
                        #expect(abs(place.opacity - was.opacity) < 0.01, "\(width), \(id)")
                    }
                }
                #expect(try await page.differences() == [])
            }
        }

        @Test("moves nothing where that is not wanted")
        func reducedMotion() async throws {
            try await PreviewPage.run(Self.screen) { page, _ in
                try await page.session.prefer("prefers-reduced-motion", "reduce")
                try await page.change { Change.mixed.apply(to: &$0) }
                // An outline is there for two seconds, and then is not.
                let fading: [String] = try await page.session.run(
                    """
                    const all = document.getAnimations();
                    probe.at(0.5);
                    return all.filter(a => a.animationName !== 'mark'
                      || getComputedStyle(a.effect.target, '::after').opacity !== '1').map(a => String(a.animationName));
                    """)
                #expect(fading == [])
                #expect(try await page.differences() == [])
            }
        }
    }
}

extension PreviewWorld.Screen {
    /// Moves an item of a section to a place in the same or another one.
    mutating func move(_ section: Int, _ row: Int, to other: Int, _ place: Int) {
        guard let item = sections[section].items?.remove(at: row) else { return }
        sections[other].items?.insert(item, at: place)
    }
}

extension PreviewPage.Place {
    /// Whether both are in the same place, to half a pixel. A row has its new size from the start.
    func isNear(_ other: Self) -> Bool { abs(left - other.left) <= 0.5 && abs(top - other.top) <= 0.5 }

    /// What is that part of the way to another one.
    func towards(_ other: Self, _ part: Double) -> Self {
        var place = other
        place.left = left + (other.left - left) * part
        place.top = top + (other.top - top) * part
        return place
    }
}
