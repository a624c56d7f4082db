import FeedModel

/// How the server arranges the screen at a tick: which sections, in which order, laid out how, with ads where.
///
/// Both wire forms occur: most sections name a collection, `picks` and `ranking` carry their items.
/// Banners stay on top; below them two sections swap places every few ticks, and so do two ranks.
struct Screen {
    let world: World
    let tick: Int

    func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("sections")
            writer.array { writer in
                for section in order() { write(section, to: &writer) }
            }
        }
        return writer.bytes
    }

    /// The world's sections at this tick, in order.
    func order() -> [Section] {
        shuffled(Section.all, fixed: 1, every: 3, salt: "sections")
    }

    private func write(_ section: Section, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", section.id)
            writer.field("sectionType", section.type)
            writer.field("sectionTitle", section.title)
            writer.field("layout", section.layout)
            if let every = section.adInterval {
                writer.key("ads")
                writer.object { $0.field("every", every) }
            }
            switch section.content {
            case .collection(let list): writer.field("collection", list.rawValue)
            case .picks:
                writer.key("items")
                writer.array(writePicks)
            case .ranking:
                writer.key("items")
                writer.array(writeRanking)
            }
        }
    }

    private func writePicks(to writer: inout JSONWriter) {
        for number in 0..<4 {
            var draw = SeededDraw(world.seed, SeededDraw.key("picks"), UInt64(number))
            let language = Language(drawnFrom: &draw)
            writer.object { writer in
                writer.field("id", "pick-\(number + 1)")
                writer.field(
                    "title", "\(draw.pick(Vocabulary.praises)[language])\(draw.pick(Vocabulary.dishes)[language])")
                writer.field("url", "https://gourmet.example.com/picks/\(number + 1)")
                writer.field("image_url", ItemPicture.path("picks/\(number + 1)"))
            }
        }
    }

    private func writeRanking(to writer: inout JSONWriter) {
        let places = shuffled(Array(Vocabulary.restaurants.indices.prefix(10)), fixed: 0, every: 2, salt: "ranking")
        for (rank, place) in places.enumerated() {
            var draw = SeededDraw(world.seed, SeededDraw.key("ranking"), UInt64(place))
            let language = Language(drawnFrom: &draw)
            writer.object { writer in
                writer.field("id", "place-\(place + 1)")
                writer.field("rank", String(rank + 1))
                writer.field("title", Vocabulary.restaurants[place][language])
                writer.field("area", draw.pick(Vocabulary.areas)[language])
                writer.field("url", "https://gourmet.example.com/places/\(place + 1)")
            }
        }
    }

    /// `elements` after two neighbours after the first `fixed` have swapped once in `period` ticks.
    private func shuffled<Element>(_ elements: [Element], fixed: Int, every period: Int, salt: String) -> [Element] {
        var elements = elements
        let swaps = min(max(tick, 0), WorldClock.lastTick) / period
        var draw = SeededDraw(world.seed, SeededDraw.key(salt), UInt64.max)
        for _ in 0..<swaps {
            let place = fixed + draw.below(elements.count - fixed - 1)
            elements.swapAt(place, place + 1)
        }
        return elements
    }
}
