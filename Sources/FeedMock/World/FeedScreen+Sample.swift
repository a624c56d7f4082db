public import FeedModel

extension FeedScreen {
    /// A screen of the gourmet world, made without a server and a cache: for previews, and for tests of a view model.
    ///
    /// ```swift
    /// let change = FeedChange(from: .sample(), to: .sample(tick: 6))     // what six moves of the world change
    /// ```
    ///
    /// It has eight sections in every layout, and ads in two of them. The same arguments give the same screen, and the world
    /// is the one that a `MockServer` of the same seed serves. Items have no version.
    ///
    /// - Parameters:
    ///   - seed: what content is drawn from.
    ///   - tick: how often the world has moved, 0 or more.
    ///   - rows: how many items of a section are read, 0 or more; its ads are added to them.
    public static func sample(seed: UInt64 = 1, tick: Int = 0, rows: Int = 20) -> FeedScreen {
        let sample = Sample(world: World(seed: seed), tick: tick, limit: max(0, rows))
        // The arrangement is the world's own: it is one that can be read.
        let config = try? SectionConfig(Screen(world: sample.world, tick: tick).json())
        return FeedScreen(run: 1, sections: (config?.sections ?? []).map(sample.section))
    }
}

private struct Sample {
    let world: World
    let tick: Int
    /// Items of a section, at most.
    let limit: Int

    func section(_ section: FeedModel.Section) -> FeedSection {
        let (items, count) = items(section.content)
        let interval = Section.all.first { $0.id == section.id }?.adInterval
        var rows: [FeedRow] = []
        for (index, item) in items.enumerated() {
            rows.append(.content(index: index, id: ItemID(item.key), version: nil, payload: item.payload))
            // An ad is never the last row.
            if let interval, (index + 1).isMultiple(of: interval), index + 1 < items.count {
                rows.append(ad(slot: index / interval, in: section.id))
            }
        }
        let rest = count - items.count
        return FeedSection(section: section, rowCount: rows.count + rest, firstRow: 0, rows: rows)
    }

    /// The first items, and how many there are.
    private func items(_ content: FeedModel.Section.Content) -> (first: [FeedItem], count: Int) {
        switch content {
        case .inline(let items): return (Array(items.prefix(limit)), items.count)
        case .collection(let name):
            guard let list = ListName(rawValue: name) else { return ([], 0) }
            let items = world.ids(of: list, at: tick, in: 0..<limit).enumerated().map { index, id in
                FeedItem(id: ItemID(id), payload: world.item(index, of: list, at: tick) ?? "{}")
            }
            return (items, world.count(of: list, at: tick))
        }
    }

    private func ad(slot: Int, in section: String) -> FeedRow {
        let policy = AdPolicy()
        var draw = SeededDraw(world.seed, SeededDraw.key(section), UInt64(slot))
        let campaign = draw.below(policy.campaigns) + 1
        let payload = JSONWriter.bytes {
            AdInventory.write(campaign: campaign, from: world.seed, expiresIn: policy.expiresIn, to: &$0)
        }
        return .ad(
            slot: slot, serial: Int64(slot) + 1, id: "ad-\(campaign)",
            payload: String(decoding: payload, as: UTF8.self))
    }
}
